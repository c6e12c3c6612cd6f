"""IPv6 addresses follow from the same numbers and ports, never the one that belongs to every router."""

from __future__ import annotations

from cases.repositories import shipped

from fabric.allocate import gateway6, host_block6, host_link6, loopback6
from fabric.topology import Role


def design():
    return shipped("clos3-64").designs["backend"]


def test_every_port_has_a_link_of_its_own_in_the_block_of_its_leaf():
    numbers, links = design().numbers, [one for one in design().fabric.links if one.kind == "host-leaf"]
    seen = set()
    for link in links:
        leaf, host = host_link6(numbers, link.b.device, link.b.port)
        assert leaf.network == host.network
        assert leaf.ip + 1 == host.ip
        assert leaf.network.prefixlen == 127
        assert leaf.network.subnet_of(host_block6(numbers, link.b.device))
        seen.add(leaf.network)
    assert len(seen) == len(links)


def test_no_port_has_the_address_of_every_router():
    numbers = design().numbers
    for link in design().fabric.links:
        if link.kind == "host-leaf":
            leaf, _ = host_link6(numbers, link.b.device, link.b.port)
            assert int(leaf.ip) % (1 << 64) != 0


def test_loopbacks_and_gateways_differ_from_switch_to_switch():
    numbers = design().numbers
    switches = design().fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE)
    assert len({loopback6(numbers, one.name) for one in switches}) == len(switches)
    leaves = design().fabric.of_role(Role.LEAF)
    assert len({gateway6(numbers, one.name) for one in leaves}) == len(leaves)
    assert str(loopback6(numbers, leaves[0].name)) == f"fd00:10::{numbers.of[leaves[0].name]:x}"
