"""Observations against expectations, three answers."""

from dataclasses import dataclass, field, replace

import pytest

from fabric.health import Baseline, Expectation, Judgement, Verdict, baseline, judge, owed, reasons, worst
from fabric.health.model import NOBODY

EXPECTED = Expectation(
    bgp=frozenset({"Ethernet1", "Ethernet2"}),
    lldp={"Ethernet1": ("spine-1", "swp1"), "Ethernet2": ("spine-2", "")},
    oper_up=frozenset({"Ethernet1", "Ethernet2"}),
    peers={"Ethernet1": "spine-1", "Ethernet2": "spine-2"},
)


@dataclass(frozen=True)
class Seen:
    bgp: dict = field(default_factory=lambda: {"Ethernet1": True, "Ethernet2": True})
    lldp: dict = field(
        default_factory=lambda: {"Ethernet1": ("spine-1", "swp1"), "Ethernet2": ("spine-2", "swp9")}
    )
    oper_up: frozenset = frozenset({"Ethernet1", "Ethernet2", "Ethernet9"})
    counters: dict = field(default_factory=dict)
    judged: tuple = ()


ALL = ("bgp", "lldp", "oper-up", "counters")


def verdicts(seen, expected=EXPECTED, before=None):
    return {j.gate: j.verdict for j in judge(ALL, expected, seen, before or Baseline())}


def test_a_device_that_shows_all_it_should_passes() -> None:
    assert set(verdicts(Seen()).values()) == {Verdict.PASS}


def test_a_device_that_could_not_be_looked_at_is_unknown_and_never_passes() -> None:
    found = judge(ALL, EXPECTED, None, Baseline())
    assert worst(found) is Verdict.UNKNOWN
    assert "could not look" in reasons(found)


@pytest.mark.parametrize(
    ("seen", "gate", "reason"),
    [
        (Seen(bgp={"Ethernet1": True, "Ethernet2": False}), "bgp", "no established session on `Ethernet2`"),
        (Seen(bgp={"Ethernet1": True}), "bgp", "no established session on `Ethernet2`"),
        (Seen(oper_up=frozenset({"Ethernet2"})), "oper-up", "no link on `Ethernet1`"),
        (
            Seen(lldp={"Ethernet1": ("spine-1", "swp2"), "Ethernet2": ("spine-2", "swp9")}),
            "lldp",
            "`Ethernet1` sees `spine-1:swp2`, expected `spine-1:swp1`",
        ),
        (
            Seen(lldp={"Ethernet2": ("spine-2", "swp9")}),
            "lldp",
            "`Ethernet1` sees no neighbour, expected `spine-1:swp1`",
        ),
    ],
)
def test_what_is_missing_fails_its_gate_alone_and_is_named(seen, gate, reason) -> None:
    found = judge(ALL, EXPECTED, seen, Baseline())
    assert {j.gate for j in found if j.verdict is Verdict.FAIL} == {gate}
    assert reason in reasons(found)


def test_a_storm_since_the_baseline_fails_and_an_old_one_does_not() -> None:
    before = Baseline(counters={"pfc_watchdog": 3})
    assert verdicts(Seen(counters={"pfc_watchdog": 4}), before=before)["counters"] is Verdict.FAIL
    assert verdicts(Seen(counters={"pfc_watchdog": 3}), before=before)["counters"] is Verdict.PASS


def test_a_counter_that_is_no_longer_reported_is_unknown() -> None:
    before = Baseline(counters={"pfc_watchdog": 3})
    assert verdicts(Seen(), before=before)["counters"] is Verdict.UNKNOWN


def test_towards_a_device_that_waits_for_its_change_only_what_was_good_is_owed() -> None:
    good = Baseline(
        bgp=frozenset({"Ethernet2"}), lldp=frozenset({"Ethernet2"}), oper_up=frozenset({"Ethernet2"})
    )
    due = owed(EXPECTED, good, frozenset({"spine-1", "spine-2"}))
    assert due.bgp == due.oper_up == set(due.lldp) == {"Ethernet2"}


def test_towards_a_changed_device_everything_is_owed() -> None:
    due = owed(EXPECTED, Baseline(), frozenset({"spine-2"}))
    assert due.bgp == due.oper_up == set(due.lldp) == {"Ethernet1"}
    assert owed(EXPECTED, Baseline(), frozenset()) == EXPECTED


def test_a_port_whose_far_end_is_nobodys_has_to_be_as_good_as_it_was() -> None:
    loose = replace(EXPECTED, peers=dict.fromkeys(EXPECTED.lldp, NOBODY))
    kept = min(EXPECTED.lldp)
    due = owed(loose, Baseline(lldp=frozenset({kept}), oper_up=frozenset({kept})), frozenset())
    assert (set(due.lldp), due.oper_up) == ({kept}, {kept})


def test_a_baseline_keeps_what_was_good() -> None:
    seen = Seen(bgp={"Ethernet1": True, "Ethernet2": False}, counters={"discards": 5})
    assert baseline(seen) == Baseline(
        frozenset({"Ethernet1"}), frozenset({"Ethernet1", "Ethernet2"}), seen.oper_up, {"discards": 5}
    )


def test_fail_weighs_more_than_unknown() -> None:
    found = judge(("bgp", "counters"), EXPECTED, Seen(bgp={}), Baseline(counters={"pfc_watchdog": 1}))
    assert {j.verdict for j in found} == {Verdict.FAIL, Verdict.UNKNOWN}
    assert worst(found) is Verdict.FAIL


def test_what_a_device_judges_of_itself_is_asked_with_any_gate_but_for_what_was_bad_before():
    bad = Judgement("CheckLinks", Verdict.FAIL, ("2 links are bad",))
    late = Judgement("CheckRouting", Verdict.UNKNOWN, ("its job 3 still runs",))
    seen = Seen(judged=(bad, late))
    assert judge(["counters"], Expectation(), seen, Baseline())[1:] == (bad, late)
    assert judge(["counters"], Expectation(), seen, baseline(seen))[1:] == (late,)
    assert judge([], Expectation(), seen, Baseline()) == ()
