"""Numbers of switches and links: derived from the ledger, distinct, and they never move."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Network
from itertools import pairwise

import pytest
from cases.fabrics import Plan, histories, numbered, plans, site_of
from cases.repositories import shipped
from cases.shapes import Tree, tree_histories, trees
from hypothesis import given, settings

from fabric.allocate import Ledger, Numbers, allocate, link_ends6
from fabric.core.diagnostic import FabricError
from fabric.topology import Port, Role


def everything(fabric, numbers):
    """Return every number of a fabric by what it belongs to."""
    found = {}
    for device in fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE):
        found[device.name, "number"] = numbers.of[device.name]
        found[device.name, "loopback"] = numbers.loopback(device.name)
        found[device.name, "asn"] = numbers.asn(device)
    for link in fabric.links:
        if link.kind == "host-leaf":
            found[link.a, link.b] = numbers.host_link(link.b.device, link.b.port)
        else:
            ends = (*numbers.link_ends(link), *link_ends6(numbers, link))
            found[frozenset((link.a, link.b))] = frozenset(ends)
    return found


def never_move(history):
    ledger, before = Ledger(), {}
    for plan in history:
        fabric, numbers, ledger = numbered(plan, ledger)
        after = everything(fabric, numbers)
        assert before.items() <= after.items()
        before = after


@settings(max_examples=40)
@given(histories())
def test_growth_in_any_order_moves_no_number(history):
    never_move(history)


@pytest.mark.proof
@settings(max_examples=10_000)
@given(histories())
def test_ten_thousand_histories_move_no_number(history):
    never_move(history)


@settings(max_examples=40)
@given(tree_histories())
def test_growth_of_three_tiers_and_planes_moves_no_number(history):
    never_move(history)


@pytest.mark.proof
@settings(max_examples=10_000)
@given(tree_histories())
def test_ten_thousand_histories_of_trees_move_no_number(history):
    never_move(history)


@settings(max_examples=40)
@given(trees())
def test_spines_of_a_pod_share_an_as_that_no_other_switch_has(tree):
    fabric, numbers, _ = numbered(tree)
    groups = {}
    for device in fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE):
        group = device.name if device.role is Role.LEAF else (device.role, device.pod)
        groups.setdefault(group, set()).add(numbers.asn(device))
    assert all(len(found) == 1 for found in groups.values())
    assert len(set.union(*groups.values())) == len(groups)


def test_neighbours_never_share_an_as():
    fabric, numbers, _ = numbered(Tree(((1, 2), (2, 1))))
    devices = fabric.devices
    between = [link for link in fabric.links if link.kind != "host-leaf"]
    assert [
        link for link in between if numbers.asn(devices[link.a.device]) == numbers.asn(devices[link.b.device])
    ] == []
    assert numbers.asn(devices["core1"]) == 4200000000
    assert numbers.asn(devices["pod2-spine2"]) == 4200000000 + numbers.of["pod2-spine1"]


@settings(max_examples=40)
@given(plans())
def test_the_order_of_the_file_changes_no_number(plan):
    one, other = numbered(plan), numbered(plan.but(pods=plan.pods[::-1]))
    assert everything(*one[:2]) == everything(*other[:2])


@settings(max_examples=40)
@given(plans())
def test_no_two_ends_share_an_address(plan):
    fabric, numbers, _ = numbered(plan)
    pairs = [
        numbers.host_link(link.b.device, link.b.port) for link in fabric.links if link.kind == "host-leaf"
    ]
    addresses = [end.ip for pair in pairs for end in pair]
    loopbacks = [numbers.loopback(d.name) for d in fabric.of_role(Role.LEAF, Role.SPINE)]
    assert len({*addresses, *loopbacks}) == len(addresses) + len(loopbacks)
    assert all(leaf.network == host.network for leaf, host in pairs)
    assert all(address in numbers.addressing.hosts for address in addresses)


@settings(max_examples=40)
@given(plans())
def test_every_leaf_has_its_own_as_and_all_spines_share_one(plan):
    fabric, numbers, _ = numbered(plan)
    leaves = [numbers.asn(leaf) for leaf in fabric.of_role(Role.LEAF)]
    spines = {numbers.asn(spine) for spine in fabric.of_role(Role.SPINE)}
    assert len(set(leaves)) == len(leaves)
    assert len(spines) == 1
    assert not spines & set(leaves)


def test_the_numbers_of_the_shipped_fabric_are_these():
    numbers = shipped("roce-256").designs["backend"].numbers
    fabric = shipped("roce-256").designs["backend"].fabric
    assert str(numbers.loopback("pod1-leaf1")) == "10.0.0.1"
    assert numbers.asn(fabric.devices["pod1-leaf8"]) == 4200000008
    assert numbers.asn(fabric.devices["spine1"]) == 4200000000
    assert numbers.host_block("pod1-leaf2") == IPv4Network("100.64.1.0/24")
    leaf, host = numbers.host_link("pod1-leaf2", Port(1, 5, 4))
    assert (str(leaf), str(host)) == ("100.64.1.2/31", "100.64.1.3/31")


def test_the_last_port_of_a_leaf_is_within_its_block():
    numbers = shipped("roce-256").designs["backend"].numbers
    _, host = numbers.host_link("pod1-leaf1", Port(64, 5, 4))
    assert host.ip == numbers.host_block("pod1-leaf1").broadcast_address


def test_switches_that_the_ledger_does_not_know_are_provisional():
    fabric, numbers, ledger = numbered(Plan())
    assert numbers.missing == ("pod1-leaf1", "pod1-leaf2", "spine1", "spine2")
    again = allocate(fabric, site_of(Plan().text).fabrics["backend"], ledger)
    assert again.missing == ()
    assert again.of == numbers.of


def refused(**pools):
    site = site_of(Plan(((1, 2),)).text)
    fabric, _, _ = numbered(Plan(((1, 2),)))
    intent = site.fabrics["backend"]
    changed = intent.model_copy(update={"addressing": intent.addressing.model_copy(update=pools)})
    try:
        allocate(fabric, changed, Ledger())
    except FabricError as failure:
        return [found.code for found in failure.diagnostics]
    return []


@pytest.mark.parametrize(
    ("pools", "codes"),
    [
        ({"loopbacks": IPv4Network("10.0.0.0/29")}, []),
        ({"loopbacks": IPv4Network("10.0.0.0/30")}, ["ALC-003"]),
        ({"hosts": IPv4Network("10.0.0.0/22")}, []),
        ({"hosts": IPv4Network("10.0.0.0/23")}, ["ALC-003"]),
        ({"host_block": 30}, []),
        ({"host_block": 31}, ["ALC-004"]),
        ({"first_leaf_asn": 1, "spine_asn": 5}, []),
        ({"first_leaf_asn": 1, "spine_asn": 4}, ["ALC-006"]),
        ({"first_leaf_asn": 4294967291}, []),
        ({"first_leaf_asn": 4294967292}, ["ALC-006"]),
    ],
)
def test_a_pool_holds_what_it_holds_and_no_more(pools, codes):
    assert refused(**pools) == codes


def test_a_pool_may_grow_behind_its_first_address():
    _, numbers, _ = numbered(Plan())
    wider = replace(
        numbers, addressing=numbers.addressing.model_copy(update={"loopbacks": IPv4Network("10.0.0.0/8")})
    )
    assert [wider.loopback(name) for name in numbers.of] == [numbers.loopback(name) for name in numbers.of]


def test_steps_of_a_history_are_really_steps():
    """The property above would say nothing if histories stood still."""
    seen = []

    @settings(max_examples=30, database=None)
    @given(histories())
    def collect(history):
        seen.extend(one != other for one, other in pairwise(history))

    collect()
    assert any(seen)


def ends(intent, of=Numbers.link_ends):
    """Return the two addresses of each link between switches of a shipped fabric."""
    (design,) = shipped(intent).designs.values()
    links = [link for link in design.fabric.links if link.kind != "host-leaf"]
    return design, {link: of(design.numbers, link) for link in links}


@pytest.mark.parametrize(("of", "pool"), [(Numbers.link_ends, "links"), (link_ends6, "links6")])
@pytest.mark.parametrize("intent", ["mesh-64", "roce-256", "clos3-64"])
def test_the_two_ends_of_a_numbered_link_are_one_network_and_no_two_links_share_one(intent, of, pool):
    design, found = ends(intent, of)
    block = getattr(design.numbers.addressing, pool)
    networks = [{address.network for address in pair} for pair in found.values()]
    assert all(len(one) == 1 for one in networks)
    assert len({one.pop() for one in networks}) == len(found)
    assert all(a.ip != b.ip and a.network.subnet_of(block) for a, b in found.values())


def test_a_numbered_link_is_in_the_block_of_the_lower_tier_or_number_whichever_end_comes_first():
    design, found = ends("mesh-64")
    for link, (a, b) in found.items():
        turned = replace(link, a=link.b, b=link.a)
        assert design.numbers.link_ends(turned) == (b, a)
        assert link_ends6(design.numbers, turned) == link_ends6(design.numbers, link)[::-1]
        assert design.numbers.of[design.numbers.link_owner(link).device] == min(
            design.numbers.of[end.device] for end in (link.a, link.b)
        )
    _, tiered = ends("roce-256")
    assert all(a < b for a, b in tiered.values())
