"""Lines for the person who watches a rollout."""

from __future__ import annotations

from fabric.rollout.journal import Kind, Record
from fabric.rollout.states import not_in
from fabric.views.records import Brief, Teller


def test_a_reason_is_said_once_however_many_records_carry_it():
    teller = Teller()
    states = ("committed", "rolling-back", "rolled-back")
    lines = [
        teller.line(Record("r1", Kind.DEVICE, state, device="leaf1", reason="no link")) for state in states
    ]
    assert lines == ["  leaf1 committed: no link", "  leaf1 rolling-back", "  leaf1 rolled-back"]


def test_the_same_reason_of_another_device_is_said():
    teller = Teller()
    teller.line(Record("r1", Kind.DEVICE, "committed", device="leaf1", reason="no link"))
    assert teller.line(Record("r1", Kind.DEVICE, "committed", device="leaf2", reason="no link")).endswith(
        "no link"
    )


def test_what_has_no_timer_was_not_reverted_by_one():
    states = ("reverted-by-timer", "quarantined")
    records = [Record("r1", Kind.DEVICE, state, device="ufm1", reason=not_in("cut")) for state in states]
    lines = [Teller().line(record).partition(":")[0] for record in records]
    assert lines == ["  ufm1 on-its-base", "  ufm1 quarantined"]


def test_waves_count_from_one_and_an_end_names_its_rollout():
    teller = Teller()
    assert teller.line(Record("r1", Kind.WAVE, "passed", epoch=0)) == "wave 1 passed"
    assert teller.line(Record("r1", Kind.END, "done")) == "rollout r1 done"


def test_a_request_names_who_asked():
    assert Teller().line(Record("r1", Kind.CONTROL, "pause", actor="eve")) == "pause asked for by eve"


def test_a_wave_says_how_long_it_soaks_where_that_is_a_wait():
    teller = Teller(soaks=[600, 2])
    long, short = (teller.line(Record("r1", Kind.WAVE, "soaking", epoch=wave)) for wave in (0, 1))
    assert long == "wave 1 soaking for 10 min; `fabric rollout promote --reason WHY` ends that"
    assert short == "wave 2 soaking"


def test_a_reason_of_several_lines_forges_no_line():
    record = Record("r1", Kind.DEVICE, "failed", device="leaf1", reason="no\nrollout r1 done")
    assert Teller().line(record) == "  leaf1 failed: no rollout r1 done"


def test_a_device_is_one_line_with_its_state_its_seconds_and_its_reason():
    seconds = iter([0.0, 2.0, 4.5, 5.0, 66.0])
    brief = Brief(clock=lambda: next(seconds))
    good = [brief.line(Record("r1", Kind.DEVICE, one, device="leaf1")) for one in ("staged", "confirming")]
    assert [*good, brief.line(Record("r1", Kind.DEVICE, "confirmed", device="leaf1"))] == [
        *("", ""),
        "  leaf1 confirmed after 4 s",
    ]
    states = ("rolling-back", "rolled-back")
    bad = [brief.line(Record("r1", Kind.DEVICE, one, device="leaf1", reason="no link")) for one in states]
    assert bad == ["", "  leaf1 rolled-back after 61 s: no link"]


def test_a_device_that_needed_no_time_is_told_without():
    line = Brief().line(Record("r1", Kind.DEVICE, "skipped", device="leaf1", reason="too late"))
    assert line == "  leaf1 skipped: too late"
