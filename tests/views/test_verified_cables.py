"""Cables are judged by what is heard on them: a swap is one finding, wherever it is seen from."""

from __future__ import annotations

import pytest
from cases.repositories import shipped

from fabric.views.verified_cables import Heard, Spot, cable_findings, cabling

SPINES = ("spine1", "spine2")
LEAVES = ("pod1-leaf1", "pod1-leaf2")


def intended():
    designs = shipped("quickstart").designs.values()
    return designs, cabling(designs, {}).wanted


def said(*moves, reporting=(*LEAVES, *SPINES)):
    """Return the findings when ports hear others than they should; None hears nobody."""
    designs, wanted = intended()
    actual = {**wanted, **dict(moves)}
    heard = {
        name: Heard(f"{name}.json", "", {
            near.port: tuple(far) for near, far in actual.items() if near.device == name and far
        })
        for name in reporting
    }  # fmt: skip
    found = cabling(designs, heard)
    return found, [(one.code, one.summary) for one in cable_findings(found)]


def ups(leaf):
    _, wanted = intended()
    return sorted((near, far) for near, far in wanted.items() if near.device == leaf and far.device in SPINES)


def swapped_at_leaf():
    (a, to_a), (b, to_b) = ups(LEAVES[0])[:2]
    return (a, to_b), (b, to_a), (to_a, b), (to_b, a)


def test_a_fabric_as_intended_has_no_finding():
    found, lines = said()
    assert (lines, found.right, found.right * 2) == ([], 16, len(found.wanted))


@pytest.mark.parametrize("reporting", [LEAVES, SPINES, (*SPINES, *LEAVES)])
def test_a_swap_is_named_once_whoever_reports_it(reporting):
    _, lines = said(*swapped_at_leaf(), reporting=reporting)
    assert [code for code, _ in lines] == ["LDP-002"]
    assert "are swapped" in lines[0][1]


def test_a_swap_at_a_spine_is_seen_from_two_leaves():
    (a, to_a), (b, to_b) = ups(LEAVES[0])[0], ups(LEAVES[1])[0]
    _, lines = said((a, to_b), (b, to_a), reporting=LEAVES)
    assert lines == [("LDP-002", f"`spine1` {to_a.port} and {to_b.port} are swapped")]


def test_a_wrong_end_silence_and_a_cable_too_many_are_told_apart():
    (a, to_a), (b, to_b) = ups(LEAVES[0])[:2]
    extra = Spot("spine2", "Ethernet60/1")
    _, lines = said((a, extra), (extra, a), (to_a, None), (b, None), (to_b, None))
    assert lines == [
        ("LDP-003", f"{a} leads to {extra}, it should lead to {to_a}"),
        ("LDP-005", f"{b} hears nobody, it should lead to {to_b}"),
    ]
    loose = Spot("pod1-leaf1", "Ethernet60/1")
    _, lines = said((loose, extra), (extra, loose))
    assert lines == [("LDP-004", f"{loose} leads to {extra}, where the intent has no cable")]


def test_what_leads_out_of_the_intent_is_counted_and_a_host_may_be_off():
    uplink = Spot("pod1-leaf1", "Management1")
    hosts = [(near, None) for near, far in intended()[1].items() if far.device.startswith("pod1-host")]
    found, lines = said((uplink, Spot("oob-sw3", "Ethernet7")), *hosts)
    assert (lines, found.strange) == ([], [uplink])
