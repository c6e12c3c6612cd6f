"""Ports for management: near, each once, and none moves when anything grows."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.allocate import seats
from fabric.core.diagnostic import FabricError
from fabric.intent import Fabric as Intent
from fabric.topology import HOST_LINK, Device, End, Fabric, Link, Port, Role

INTENT = Intent.model_validate(
    {
        "transport": "ethernet",
        "out_of_band": True,
        "manages": ["all"],
        "topology": {
            "kind": "leaf-spine",
            "leaf": {"model": "nvidia-sn2201", "platform": "cumulus", "count": 1, "uplinks": 2}
            | {"access": "bridged"},
            "spine": {"count": 2, "model": "nvidia-sn2201", "platform": "cumulus"},
        },
    }
)  # fmt: skip
PORTS = 12


def switch(name, pod="", rack=""):
    return Device(name, Role.LEAF, "nvidia-sn5600", "cumulus", pod=pod, rack=rack)


def out_of_band(leaves, hosts):
    """Return a fabric of leaves by name, and so many hosts on the first ports of each."""
    ports = tuple(Port(cage, 1, 1) for cage in range(1, PORTS + 1))
    links = tuple(
        Link(End(f"{name}-host{n + 1}", Port(1, 1, 1)), End(name, ports[n]), 1, HOST_LINK)
        for name in leaves
        for n in range(hosts)
    )
    return Fabric("oob", "ethernet", MappingProxyType(leaves), links, access=dict.fromkeys(leaves, ports))


def numbers(leaves):
    return {name: number for number, name in enumerate(leaves, 1)}


def seated(leaves, hosts, switches, known):
    return seats(out_of_band(leaves, hosts), INTENT, numbers(leaves), switches, known)


def made(*, leaves, pods, each, spines):
    there = {f"oob-pod{p}-leaf{n}": switch(f"oob-pod{p}-leaf{n}", f"pod{p}")
             for n in range(1, leaves + 1) for p in range(1, pods + 1)}  # fmt: skip
    managed = {f"pod{p}-leaf{n}": switch(f"pod{p}-leaf{n}", f"pod{p}")
               for p in range(1, pods + 1) for n in range(1, each + 1)}  # fmt: skip
    return there, managed | {f"spine{n}": switch(f"spine{n}") for n in range(1, spines + 1)}


STEPS = st.lists(st.sampled_from(("leaves", "pods", "each", "spines", "hosts")), min_size=1, max_size=5)


@given(STEPS)
def test_growth_in_any_order_moves_no_cable(steps):
    size = {"leaves": 1, "pods": 1, "each": 1, "spines": 1, "hosts": 1}
    known, before, own = {}, {}, {}
    for step in (None, *steps):
        if step:
            size[step] += 1
        shape = {name: size[name] for name in ("leaves", "pods", "each", "spines")}
        leaves, managed = made(**shape)
        for name in leaves:  # the ledger's numbers of leaves never move either
            own.setdefault(name, len(own) + 1)
        found = seats(out_of_band(leaves, size["hosts"]), INTENT, own, managed, known)
        assert before.items() <= found.ends.items()
        assert len(set(found.ends.values())) == len(managed) == len(found.ends)
        used = {link.b for link in out_of_band(leaves, size["hosts"]).links}
        assert used.isdisjoint(found.ends.values())
        known, before = found.numbers, dict(found.ends)


def test_the_ledger_says_all_of_it():
    leaves, managed = made(leaves=2, pods=2, each=3, spines=2)
    first = seated(leaves, 3, managed, {})
    again = seated(leaves, 3, dict(reversed(managed.items())), first.numbers)
    assert again.ends == first.ends
    assert (first.missing, again.missing) == (tuple(managed), ())


def test_a_switch_is_on_a_leaf_of_its_rack_or_else_row_or_else_pod():
    leaves = {
        "near": switch("near", "pod1", "a-2"),
        "row": switch("row", "pod1", "b-1"),
        "pod": switch("pod", "pod2", "c-1"),
    }
    managed = {
        "in-rack": switch("in-rack", "pod2", "a-2"),
        "in-row": switch("in-row", "pod2", "b-7"),
        "in-pod": switch("in-pod", "pod2", "d-1"),
    }
    found = seated(leaves, 0, managed, {}).ends
    assert {name: end.device for name, end in found.items()} == {
        "in-rack": "near", "in-row": "row", "in-pod": "pod",
    }  # fmt: skip
    assert {end.port for end in found.values()} == {Port(PORTS, 1, 1)}


def test_what_has_no_pod_is_spread_over_all_leaves():
    leaves, managed = made(leaves=1, pods=3, each=0, spines=6)
    found = seated(leaves, 2, managed, {}).ends
    assert sorted(end.device for end in found.values()) == sorted([*leaves, *leaves])


def test_no_switch_is_managed_through_itself():
    leaves, _ = made(leaves=2, pods=1, each=0, spines=0)
    found = seated(leaves, 0, leaves, {}).ends
    assert all(name != end.device for name, end in found.items())
    with pytest.raises(FabricError) as caught:
        seated({"alone": switch("alone")}, 0, {"alone": switch("alone")}, {})
    assert [one.code for one in caught.value.diagnostics] == ["TOP-090"]


def test_the_port_of_a_removed_switch_is_given_to_nobody_before_it_is_pruned():
    leaves, managed = made(leaves=1, pods=1, each=2, spines=0)
    first = seated(leaves, 1, managed, {})
    other = {"pod1-leaf3": switch("pod1-leaf3", "pod1")}
    kept = seated(leaves, 1, other, first.numbers)
    assert set(kept.ends.values()).isdisjoint(first.ends.values())
    pruned = seated(leaves, 1, other, {})
    assert set(pruned.ends.values()) <= set(first.ends.values())


def test_a_switch_whose_leaf_is_gone_gets_another_port():
    leaves, managed = made(leaves=2, pods=1, each=4, spines=0)
    first = seated(leaves, 1, managed, {})
    left = {name: leaf for name, leaf in leaves.items() if name.endswith("leaf1")}
    found = seated(left, 1, managed, first.numbers)
    stayed = {name: end for name, end in first.ends.items() if end.device in left}
    assert stayed.items() <= found.ends.items()
    assert set(found.missing) == managed.keys() - stayed.keys()


def test_too_few_ports_say_how_many_leaves_more():
    leaves, managed = made(leaves=1, pods=1, each=PORTS * 3, spines=0)
    with pytest.raises(FabricError) as caught:
        seated(leaves, 1, managed, {})
    found = caught.value.diagnostics[0]
    assert (found.code, found.hint.split(":")[0]) == ("TOP-090", "add 3 to `leaf.count` of this fabric")
