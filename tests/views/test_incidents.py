"""Incidents stand behind codes that exist, each with a source and how far it was read."""

from __future__ import annotations

from fabric.views import codes
from fabric.views.incidents import codes_with_incidents, incidents_of


def test_incidents_are_of_codes_that_exist():
    assert codes_with_incidents() - codes.meanings().keys() == set()


def test_an_incident_says_what_where_and_how_far_it_was_read():
    for code in codes_with_incidents():
        for incident in incidents_of(code):
            assert incident.says
            assert len(incident.source) > len("a name, 2016")
            assert incident.basis in {"read", "abstract", "secondary", "recalled"}


def test_a_rule_of_plain_arithmetic_has_none():
    assert incidents_of("ALC-004") == ()


def test_what_is_told_of_a_code_is_rule_reason_incident_and_examples(golden):
    for code in ("PFC-004", "OPT-004", "EXP-001"):
        golden(f"explain/{code}.txt", f"{codes.meaning_text(codes.meaning_of(code))}\n")
