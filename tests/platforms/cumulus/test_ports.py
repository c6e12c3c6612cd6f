"""Ports of a Cumulus switch in paths, and which of them carry something."""

from __future__ import annotations

import pytest

from fabric.platforms.cumulus.ports import busy, port_of


@pytest.mark.parametrize(
    ("path", "port"),
    [
        (("interface", "swp1s0", "link", "mtu"), "swp1s0"),
        (("vrf", "default", "router", "bgp", "neighbor", "swp12", "peer-group"), "swp12"),
        (("interface", "lo", "ipv4"), None),
        (("system", "hostname"), None),
    ],
)
def test_the_port_of_a_path_is_its_name(path, port):
    assert port_of(path) == port


def test_a_port_is_busy_when_the_configuration_speaks_of_it():
    tree = {("interface", "swp1", "link", "mtu"): "9216", ("qos", "roce"): ""}
    assert busy(tree) == {"swp1"}
