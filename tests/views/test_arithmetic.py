"""The result of every formula is the value itself."""

from __future__ import annotations

import re

from fabric.device import build
from fabric.topology import Role
from fabric.views.values import of_port, of_unit


def values_of(design, name, link=None):
    config = build((design,), name)
    found = of_port(design, name, link, config) if link else of_unit(design, config)
    return {value.field: value for value in found}


def test_the_as_of_a_leaf_follows_from_its_number(quickstart):
    asn = values_of(quickstart.designs["backend"], "pod1-leaf2")["bgp.asn"]
    assert asn.origin.arithmetic == f"4200000001 + number 2 - 1 = {asn.value}"
    assert asn.origin.facts == ("ledger/backend/pod1-leaf2",)


def test_the_as_of_a_spine_is_that_of_all_spines(quickstart):
    asn = values_of(quickstart.designs["backend"], "spine2")["bgp.asn"]
    assert asn.origin.arithmetic == f"all spines share {asn.value}"
    assert asn.origin.intent == ("addressing", "spine_asn")


def test_the_as_of_a_neighbour_follows_from_its_own_number(quickstart):
    design = quickstart.designs["backend"]
    link = design.fabric.links_of["spine1"][-1]
    session = values_of(design, "spine1", link)["session.asn"]
    assert session.origin.facts == ("ledger/backend/pod1-leaf2",)
    assert session.origin.arithmetic.endswith(f"= {session.value}")


def test_every_formula_of_a_loopback_ends_in_the_loopback(shipped):
    for design in shipped.designs.values():
        for device in design.fabric.of_role(Role.LEAF, Role.SPINE):
            if design.intent.transport == "roce":
                loopback = values_of(design, device.name)["loopback"]
                assert loopback.origin.arithmetic.endswith(f"= {loopback.value}")


def test_the_formula_of_a_host_link_gives_both_ends(quickstart):
    design = quickstart.designs["backend"]
    for link in design.fabric.links_of["pod1-host3"]:
        host = values_of(design, "pod1-host3", link)["address"]
        leaf = values_of(design, link.b.device, link)["address"]
        found = re.search(r"= (\S+) at the leaf, (\S+) at the host", host.origin.arithmetic)
        assert found.groups() == (leaf.value.partition("/")[0], host.value.partition("/")[0])
        assert leaf.origin == host.origin


def test_a_management_address_points_at_its_line_of_the_inventory(quickstart):
    values = values_of(quickstart.designs["backend"], "spine1")
    assert values["system.management.address"].origin.facts == ("inventory/quickstart/spine1",)
