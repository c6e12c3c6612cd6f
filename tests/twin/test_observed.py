"""Sessions and next hops that are not as they must be are told, by switch."""

from __future__ import annotations

from collections import Counter

from fabric.twin.expected import Expected
from fabric.twin.observed import State, judged

WANTED = Expected({"leaf1": 4}, {"leaf1": {"10.0.0.2/32": 4, "10.0.0.3/32": 0}})
FULL = Counter({"10.0.0.2/32": 4})


def told(**changes):
    state = State(4, FULL, FULL)._replace(**changes)
    return [(one.code, one.summary) for one in judged("leaf1", state, WANTED)]


def test_all_that_must_be_there_is_no_finding():
    assert told() == []


def test_a_session_that_is_missing():
    assert told(sessions=3) == [("TWN-009", "`leaf1` has 3 of 4 BGP sessions")]


def test_a_kernel_that_lost_a_next_hop_that_frr_believes_in():
    assert told(fib=Counter({"10.0.0.2/32": 3})) == [
        ("TWN-011", "next hops of `leaf1` in the kernel: 10.0.0.2/32 has 3 of 4")
    ]


def test_a_way_that_must_not_be():
    found = told(rib=FULL + Counter({"10.0.0.3/32": 1}))
    assert found == [("TWN-010", "next hops of `leaf1` in FRR: 10.0.0.3/32 has 1 of 0")]
