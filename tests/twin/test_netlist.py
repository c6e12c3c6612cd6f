"""The netlist says the intended subnet, and reading it back gives the same cables."""

from __future__ import annotations

from judges.subnets import small_subnet

from fabric.twin.netlist import cables, discovered, netlist, subnet_size


def test_what_is_written_is_read_back():
    config = small_subnet()
    assert discovered(netlist(config), config) == cables(config)


def test_the_port_of_an_adapter_has_the_guid_that_partitions_name():
    text = netlist(small_subnet())
    assert "caguid=0x2fff\n" in text
    assert '[1](3000)\t"S-0000000000002000"[1]' in text


def test_an_unknown_node_is_shown_by_its_guid():
    stranger = 'Ca 1 "H-00000000000000ff" # "?"\n[1](100) "S-0000000000002000"[9] # lid 0 4xHDR\n'
    assert discovered(stranger, small_subnet()) == {(("0x00000000000000ff", 1), ("leaf1", 9))}


def test_the_simulator_is_given_room_for_every_port():
    size = subnet_size(small_subnet())
    assert (size.nodes, size.switches, size.ports) == (38, 22, 6 * 65 + 16 * 2 + 64)
