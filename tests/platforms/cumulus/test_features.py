"""Paths of NVUE by feature."""

import pytest

from fabric.platforms.cumulus.features import access, feature

ROWS = (
    (("system", "hostname"), "system"),
    (("system", "aaa", "user", "admin", "role"), "accounts"),
    (("system", "ntp", "server", "10.0.0.1"), "services"),
    (("interface", "swp1", "description"), "descriptions"),
    (("interface", "swp1", "ipv4", "address", "10.0.0.0/31"), "addresses"),
    (("interface", "swp1", "link", "mtu"), "ports"),
    (("interface", "swp1", "qos", "pfc-watchdog", "state"), "qos"),
    (("qos", "pfc", "default-global", "cable-length"), "buffers"),
    (("qos", "pfc", "default-global", "rx"), "qos"),
    (("vrf", "default", "router", "bgp", "neighbor", "swp1", "description"), "descriptions"),
    (("router", "bgp", "router-id"), "routing"),
    (("nve", "vxlan"), "system"),
)


@pytest.mark.parametrize(("path", "name"), ROWS)
def test_a_path_belongs_to_its_feature(path, name):
    assert feature(path) == name


WAYS_IN = (
    (("system", "aaa", "user", "admin", "role"), True),
    (("system", "api", "certificate"), True),
    (("system", "control-plane", "acl", "FABRIC-MANAGEMENT", "inbound"), True),
    (("interface", "eth0", "ipv4", "address", "10.0.0.1/24"), True),
    (("interface", "swp1", "link", "mtu"), False),
    (("system", "ntp", "server", "10.0.0.1"), False),
)


@pytest.mark.parametrize(("path", "is_one"), WAYS_IN)
def test_a_way_in_is_known(path, is_one):
    assert access(path) is is_one
