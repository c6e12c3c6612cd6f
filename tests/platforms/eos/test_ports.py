"""Ports of EOS in paths, and which of them carry something."""

from __future__ import annotations

import pytest

from fabric.platforms.eos.parse import parse
from fabric.platforms.eos.ports import busy, port_of

TEXT = """interface Ethernet1/1
   speed 400g-4
!
interface Ethernet1/5
!
interface Ethernet2/1
   speed 400g-4
   shutdown
!
interface Loopback0
   ip address 10.0.0.1/32
!
end
"""


@pytest.mark.parametrize(
    ("path", "port"),
    [
        (("interface Ethernet1/1", "mtu"), "Ethernet1/1"),
        (("interface Ethernet36/5",), "Ethernet36/5"),
        (("router bgp", "neighbor interface Ethernet35/1"), "Ethernet35/1"),
        (("interface Loopback0", "ip address"), None),
        (("hostname",), None),
    ],
)
def test_the_port_of_a_path_is_found_wherever_it_stands(path, port):
    assert port_of(path) == port


def test_a_port_is_busy_when_its_block_says_something_and_is_not_shut():
    assert busy(parse({"eos.cfg": TEXT})) == {"Ethernet1/1"}
