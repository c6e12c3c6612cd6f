"""Lines of EOS by feature."""

import pytest

from fabric.platforms.eos.features import access, feature

ROWS = (
    (("hostname",), "system"),
    (("username admin",), "accounts"),
    (("ntp server vrf MGMT 10.0.0.1",), "services"),
    (("interface Ethernet1/1", "mtu"), "ports"),
    (("interface Ethernet1/1", "description"), "descriptions"),
    (("interface Ethernet1/1", "ip address"), "addresses"),
    (("interface Ethernet1/1", "service-profile"), "qos"),
    (("interface Loopback0",), "addresses"),
    (("router bgp", "router-id"), "routing"),
    (("qos profile FABRIC-400G", "qos trust"), "qos"),
    (("platform trident mmu queue profile FABRIC", "ingress headroom"), "buffers"),
)


@pytest.mark.parametrize(("path", "name"), ROWS)
def test_a_line_belongs_to_its_feature(path, name):
    assert feature(path) == name


WAYS_IN = (
    (("aaa authentication login default group TACACS local",), True),
    (("management api http-commands", "vrf MGMT"), True),
    (("ip access-list standard FABRIC-MANAGEMENT", "10 permit 10.0.0.0/8"), True),
    (("interface Management1", "ip address"), True),
    (("ntp server vrf MGMT 10.0.0.1",), False),
    (("interface Ethernet1/1", "mtu"), False),
)


@pytest.mark.parametrize(("path", "is_one"), WAYS_IN)
def test_a_way_in_is_known(path, is_one):
    assert access(path) is is_one
