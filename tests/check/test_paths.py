"""Circles of pauses, valleys and unequal paths, most in graphs that no shape makes: DLK-002, PTH-001."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from cases.repositories import shipped

from fabric.check import paths
from fabric.topology import Device, End, Fabric, Link, Port, Role


def switch(name, role=Role.LEAF):
    return Device(name, role, "nvidia-sn5600", "cumulus", "5.16")


def wired(devices, pairs, speed=400):
    """Return a fabric of switches with a cable for each pair."""
    used = dict.fromkeys((d.name for d in devices), 0)
    links = []
    for a, b in pairs:
        ends = []
        for name in (a, b):
            used[name] += 1
            ends.append(End(name, Port(used[name], 1, 8)))
        links.append(Link(*ends, speed, "leaf-spine"))
    return Fabric("backend", "roce", {d.name: d for d in devices}, tuple(links))


def torus(width, height):
    names = {(x, y): f"t{x}-{y}" for x in range(width) for y in range(height)}
    pairs = [(names[x, y], names[(x + 1) % width, y]) for x, y in names if width > 1]
    pairs += [(names[x, y], names[x, (y + 1) % height]) for x, y in names if height > 1]
    return wired([switch(name) for name in names.values()], pairs)


def designed(fabric):
    return replace(shipped("quickstart").designs["backend"], fabric=fabric, _made={})


def told(rule, design):
    return [(one.code, one.summary) for one in rule(design)]


def test_a_torus_with_a_lossless_class_is_refused_with_the_circle():
    ((code, summary),) = told(paths.pauses_wait_in_no_circle, designed(torus(4, 4)))
    assert code == "DLK-001"
    assert "priority 3" in summary
    assert summary.count("->") >= 3


@pytest.mark.parametrize("intent", ["quickstart", "roce-256", "clos3-64", "planes-32"])
def test_tiers_without_valleys_have_no_circle(intent):
    for design in shipped(intent).designs.values():
        assert told(paths.pauses_wait_in_no_circle, design) == []
        assert told(paths.switches_carry_nothing_between_those_above, design) == []
        assert told(paths.equal_paths_are_equally_fast, design) == []


def test_a_leaf_between_spines_of_two_as_is_a_valley():
    @dataclass
    class Numbers:
        def asn(self, device):
            return {"spine1": 1, "spine2": 2}.get(device.name, 9)

    design = replace(shipped("quickstart").designs["backend"], numbers=Numbers(), _made={})
    ((code, summary),) = told(paths.switches_carry_nothing_between_those_above, design)
    assert code == "DLK-002"
    assert "`spine1` and `spine2`" in summary


def test_a_slow_link_in_a_group_of_equal_paths_is_refused():
    design = shipped("quickstart").designs["backend"]
    slow = next(link for link in design.fabric.links if link.a.device == "pod1-leaf1")
    links = tuple(replace(x, speed_gbps=200) if x is slow else x for x in design.fabric.links)
    changed = designed(Fabric("backend", "roce", design.fabric.devices, links))
    found = told(paths.equal_paths_are_equally_fast, changed)
    assert ("PTH-001", "`pod1-leaf1` spreads flows equally over 1 of 200G and 3 of 400G") in found
