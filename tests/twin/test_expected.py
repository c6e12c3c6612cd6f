"""How many ways there must be follows from cables and AS numbers alone."""

from __future__ import annotations

from cases.small_ethernet import small

from fabric.topology import Role
from fabric.twin.expected import expected


def test_every_parallel_link_is_a_way_and_spines_of_one_as_have_none_to_each_other():
    design, _ = small()
    wanted = expected(design)
    assert wanted.sessions == {"pod1-leaf1": 4, "pod1-leaf2": 4, "spine1": 4, "spine2": 4}
    assert wanted.ways["pod1-leaf1"] == {
        "10.0.0.2/32": 4, "100.64.1.0/31": 4, "100.64.1.2/31": 4, "10.0.0.3/32": 2, "10.0.0.4/32": 2,
    }  # fmt: skip
    assert wanted.ways["spine1"]["10.0.0.4/32"] == 0


def test_a_link_that_is_down_is_no_way():
    design, _ = small()
    link = next(one for one in design.fabric.links if design.device(one.a.device).role is Role.LEAF)
    wanted = expected(design, link)
    assert wanted.sessions == {"pod1-leaf1": 3, "pod1-leaf2": 4, "spine1": 3, "spine2": 4}
    assert wanted.ways["pod1-leaf1"]["10.0.0.2/32"] == 3
    assert wanted.ways["spine1"]["10.0.0.1/32"] == 1


def test_no_more_ways_than_the_intent_allows():
    design, _ = small(("routing:\n", "routing:\n  ecmp: {max_paths: 2}\n"))
    assert expected(design).ways["pod1-leaf1"]["10.0.0.2/32"] == 2
