"""Ports of HBN in paths of NVUE."""

from __future__ import annotations

import pytest

from fabric.platforms.bluefield.ports import busy, port_of


@pytest.mark.parametrize(
    ("path", "port"),
    [
        (("interface", "p0_if", "link", "mtu"), "p0_if"),
        (("interface", "pf1hpf_if", "ip", "address", "192.0.2.0/31"), "pf1hpf_if"),
        (("vrf", "default", "router", "bgp", "neighbor", "p1_if", "remote-as"), "p1_if"),
        (("interface", "lo", "ip"), None),
        (("router", "bgp", "router-id"), None),
    ],
)
def test_a_path_speaks_of_one_port_or_of_the_whole_dpu(path, port):
    assert port_of(path) == port


def test_what_the_file_speaks_of_is_busy():
    assert busy({("interface", "p0_if", "type"): "swp", ("router", "bgp"): ""}) == {"p0_if"}
