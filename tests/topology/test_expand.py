"""Expansion against published tables, and what holds for every fabric that can be expanded."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import get_args

import pytest
from cases.fabrics import Plan, expanded, histories, plans, site_of
from cases.repositories import ROOT, Texts, edited, findings, shipped
from cases.wiring import every_port_is_used_once, lanes_are_within_cages
from hypothesis import given, settings

from fabric.catalog import load_catalog
from fabric.core.diagnostic import FabricError, Severity
from fabric.intent.topology import Topology
from fabric.topology import Role, expand
from fabric.topology.expand import SHAPES

SUPERPOD = (ROOT / "intents" / "ib-b200-superpod" / "site.yaml").read_text()


def superpod(units, spines, ports, hosts=32):
    """The shipped SuperPOD with another number of scalable units of 32 nodes."""
    head, _, rest = SUPERPOD.partition("hosts:\n")
    _, _, tail = rest.partition("\ntopology:")
    pods = "".join(
        f"  su{n}: {{count: {hosts}, model: dgx-b200, nics: {{compute: {{model: connectx-7, count: 8}}}}}}\n"
        for n in range(1, units + 1)
    )
    tail = edited(tail, ("spine: {count: 16", f"spine: {{count: {spines}"), ("ports: 4", f"ports: {ports}"))
    tail = edited(tail, (", pods: [su1, su2, su3, su4]", ""))
    return f"{head}hosts:\n{pods}\ntopology:{tail}"


def expand_superpod(*arguments, **options):
    return expand(site_of(superpod(*arguments, **options)), "compute", load_catalog())


def counts(fabric):
    kinds = Counter(link.kind for link in fabric.links)
    roles = Counter(device.role for device in fabric.devices.values())
    return (roles[Role.HOST], roles[Role.LEAF], roles[Role.SPINE], kinds["host-leaf"], kinds["leaf-spine"])


def test_every_kind_of_topology_has_a_shape():
    union, _ = get_args(Topology)
    kinds = [get_args(model.model_fields["kind"].annotation) for model in get_args(union)]
    assert {kind for (kind,) in kinds} == set(SHAPES)


def test_a_superpod_of_16_units_needs_a_third_tier():
    with pytest.raises(FabricError) as caught:
        expand_superpod(16, 32, 0)
    assert [found.code for found in caught.value.diagnostics] == ["TOP-004"]


# The same architecture with a node's place given to the subnet managers: cables are 8 a node and 4.
@pytest.mark.parametrize(("units", "cables"), [(1, 252), (2, 508), (4, 1020)])
def test_a_node_less_makes_room_for_the_subnet_managers(units, cables):
    text = superpod(units, 16, 4)
    site = site_of(edited(text, (f"su{units}: {{count: 32", f"su{units}: {{count: 31")))
    fabric = expand(site, "compute", load_catalog())
    assert counts(fabric)[3] == cables
    assert len(fabric.of_role(Role.MANAGER)) == 2


def test_the_shipped_superpod_has_127_nodes_and_1020_cables_at_its_leaves():
    fabric = shipped("ib-b200-superpod").designs["compute"].fabric
    assert counts(fabric) == (127, 32, 16, 1020, 1024)


def test_a_full_superpod_has_no_port_for_its_managers():
    with pytest.raises(FabricError) as caught:
        expand_superpod(4, 16, 4)
    assert [found.code for found in caught.value.diagnostics] == ["TOP-014"]


def test_a_full_superpod_without_managers_is_refused_too():
    found = findings(Texts({"site/site.yaml": superpod(4, 16, 0)}))
    assert [one.code for one in found if one.severity is Severity.ERROR] == ["SUB-003"]


def test_a_manager_has_its_two_ports_on_two_leaves():
    fabric = shipped("ib-b200-superpod").designs["compute"].fabric
    for manager in fabric.of_role(Role.MANAGER):
        leaves = [link.b.device for link in fabric.links_of[manager.name]]
        assert len(set(leaves)) == 2


def test_host_r_of_every_rail_is_on_the_leaf_of_that_rail():
    fabric = shipped("roce-256").designs["backend"].fabric
    wrong = [
        link
        for link in fabric.links
        if link.kind == "host-leaf"
        and not link.rail
        == link.a.port.cage
        == fabric.devices[link.b.device].rail
        == fabric.devices[link.b.device].index
    ]
    assert wrong == []


def test_the_shipped_roce_fabric_is_not_oversubscribed():
    fabric = shipped("roce-256").designs["backend"].fabric
    assert counts(fabric) == (32, 8, 8, 256, 256)


def test_a_fat_tree_fills_its_leaves_one_after_the_other():
    fabric = expanded(Plan(((1, 20),), "fat-tree", leaves=2, nics=4, spines=1))
    by_leaf = Counter(link.b.device for link in fabric.links if link.kind == "host-leaf")
    assert by_leaf == {"pod1-leaf1": 64, "pod1-leaf2": 16}


def test_a_leaf_spine_fabric_spreads_the_ports_of_a_host_over_its_leaves():
    fabric = expanded(Plan(((1, 3),), "leaf-spine", leaves=2, nics=2))
    for host in fabric.of_role(Role.HOST):
        assert [link.b.device for link in fabric.links_of[host.name]] == ["pod1-leaf1", "pod1-leaf2"]


def degrees_are_right(fabric, plan):
    pairs = Counter((link.a.device, link.b.device) for link in fabric.links if link.kind == "leaf-spine")
    leaves, spines = fabric.of_role(Role.LEAF), fabric.of_role(Role.SPINE)
    assert len(leaves) == len(plan.pods) * plan.leaves
    assert pairs == {(leaf.name, spine.name): plan.parallel for leaf in leaves for spine in spines}
    nics = Counter(link.a.device for link in fabric.links if link.kind == "host-leaf")
    assert nics == {host.name: plan.nics for host in fabric.of_role(Role.HOST)}
    assert len(nics) == sum(hosts for _, hosts in plan.pods)


def host_links(fabric):
    return {(link.a, link.b) for link in fabric.links if link.kind == "host-leaf"}


def spine_links(fabric):
    return {(link.a, link.b) for link in fabric.links if link.kind == "leaf-spine"}


def sound(plan):
    fabric = expanded(plan)
    every_port_is_used_once(fabric)
    lanes_are_within_cages(fabric)
    degrees_are_right(fabric, plan)


def never_moves(history):
    """More of anything keeps every cable that is there: no one walks to a rack to move what works."""
    fabrics = [expanded(plan) for plan in history]
    for before, after in pairwise(fabrics):
        assert host_links(before) <= host_links(after)
        assert spine_links(before) <= spine_links(after)


@settings(max_examples=60)
@given(plans())
def test_every_port_is_used_once_and_every_degree_is_right(plan):
    sound(plan)


@pytest.mark.proof
@settings(max_examples=10_000)
@given(plans())
def test_ten_thousand_fabrics_use_every_port_once(plan):
    sound(plan)


@settings(max_examples=40)
@given(histories())
def test_growth_in_any_order_moves_no_cable(history):
    never_moves(history)


@pytest.mark.proof
@settings(max_examples=10_000)
@given(histories())
def test_ten_thousand_histories_move_no_cable(history):
    never_moves(history)


@settings(max_examples=40)
@given(plans())
def test_the_order_of_the_file_means_nothing(plan):
    turned = plan.but(pods=plan.pods[::-1])
    one, other = expanded(plan), expanded(turned)
    assert [*one.devices] == [*other.devices]
    assert one.links == other.links


@settings(max_examples=40)
@given(plans())
def test_links_of_a_device_are_in_the_order_of_its_ports(plan):
    fabric = expanded(plan)
    for name, links in fabric.links_of.items():
        ports = [end.port for link in links for end in (link.a, link.b) if end.device == name]
        assert ports == sorted(ports)
    assert sum(len(links) for links in fabric.links_of.values()) == 2 * len(fabric.links)
