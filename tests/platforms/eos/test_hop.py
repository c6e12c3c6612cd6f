"""What a configuration does with packets: a port of a VLAN takes packets as large as its VLAN routes."""

from __future__ import annotations

from platforms import samples

from fabric.platforms.eos import PLATFORM
from fabric.platforms.eos.hop import hop
from fabric.render import environment, render

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


def test_a_watchdog_that_looks_at_no_queue_is_none():
    text = render(PLATFORM, samples.leaf(), environment())[0].text
    line = "      bandwidth guaranteed percent 1\n"
    assert line in text
    watched = [port.treatment.storm for port in hop({"eos.cfg": text}).ports.values()]
    assert None not in watched
    starved = {port.treatment.storm for port in hop({"eos.cfg": text.replace(line, "")}).ports.values()}
    assert starved == {None}
