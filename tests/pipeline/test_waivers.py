"""A waiver turns a warning into a note, for a time and at its place; it never covers an error."""

from __future__ import annotations

from datetime import date

import pytest
from cases.repositories import base_text, everything, findings, with_texts

from fabric.core.diagnostic import FabricError, Severity
from fabric.pipeline import at, compile  # noqa: A004 - the verb of this stage

LAST = date(2027, 1, 31)
WARNED = base_text().replace("  pfc: {watchdog: {detect: 400 ms, action: drop}}\n", "")


def waiver(code="PFC-004", **more):
    fields = {"code": code, "reason": "seen by the lead", "until": '"2027-01-31"', **more}
    return "\nwaivers:\n  - {" + ", ".join(f"{key}: {value}" for key, value in fields.items()) + "}\n"


def found(text, today=None):
    return compile(at(with_texts({"site/site.yaml": text}), "site"), everything(), today).diagnostics


def test_a_waived_warning_is_a_note_with_the_reason():
    (one,) = found(WARNED + waiver())
    assert (one.code, one.severity) == ("PFC-004", Severity.INFO)
    assert one.hint == "waived until 2027-01-31: seen by the lead"


@pytest.mark.parametrize(("day", "codes"), [(31, ["PFC-004"]), (30, ["PFC-004"])])
def test_a_waiver_holds_to_its_last_day(day, codes):
    assert [one.code for one in found(WARNED + waiver(), LAST.replace(day=day))] == codes


def test_an_ended_waiver_is_a_finding_and_covers_nothing():
    warned, ended = found(WARNED + waiver(), date(2027, 2, 1))
    assert (warned.code, warned.severity) == ("PFC-004", Severity.WARNING)
    assert (ended.code, ended.severity) == ("WVR-001", Severity.WARNING)
    assert ended.summary == "the waiver of `PFC-004` ended on 2027-01-31"
    assert ended.place is not None
    assert ended.place.excerpt.startswith("  - {code: PFC-004")


@pytest.mark.parametrize("scope", ["qos.*", '"*"', "qos.classes"])
def test_a_scope_is_a_pattern_over_the_place_in_the_intent(scope):
    assert [one.severity for one in found(WARNED + waiver(scope=scope))] == [Severity.INFO]


def test_a_waiver_of_another_place_covers_nothing():
    assert {one.code for one in found(WARNED + waiver(scope="routing.*"))} == {"PFC-004", "WVR-002"}


def test_an_error_stops_the_build_though_somebody_waives_it():
    text = base_text().replace("  dcqcn: {enabled: true}\n", "") + waiver("ECN-008")
    with pytest.raises(FabricError) as refused:
        found(text)
    assert {"ECN-008", "WVR-003"} <= {one.code for one in refused.value.diagnostics}


@pytest.mark.parametrize("until", ["soon", "2027-13-01", "31.1.2027"])
def test_a_day_that_is_none_is_refused_at_its_place(until):
    (one,) = findings(with_texts({"site/site.yaml": base_text() + waiver(until=f'"{until}"')}))
    assert (one.code, one.path) == ("INT-004", ("waivers", 0, "until"))
    assert "is no day such as `2027-01-31`" in one.summary
