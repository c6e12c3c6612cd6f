"""What a configuration does with packets: a port of a VLAN takes packets as large as its VLAN routes."""

from __future__ import annotations

from fabric.platforms.eos.hop import hop

BRIDGED = """\
interface Ethernet1/1
   switchport access vlan 30
!
interface Ethernet2/1
   mtu 9214
   no switchport
!
interface Ethernet3/1
   switchport access vlan 40
!
interface Vlan30
   mtu 9000
   ip address 100.64.0.1/24
!
"""


def test_the_mtu_of_a_bridged_port_is_that_of_its_vlan():
    ports = hop({"eos.cfg": BRIDGED}).ports
    assert {name: port.mtu for name, port in ports.items()} == {
        "Ethernet1/1": 9000, "Ethernet2/1": 9214, "Ethernet3/1": 1500,
    }  # fmt: skip
