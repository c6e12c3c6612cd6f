"""Findings as values: only an error stops, and all of them are carried."""

from __future__ import annotations

import pytest

from fabric.core.diagnostic import FabricError, Place, Severity, error, nearest, refuse, warning


def test_warnings_do_not_stop_a_stage():
    found = (warning("TOP-017", "slow"), warning("TOP-018", "idle"))
    assert refuse(found) == found


def test_an_error_stops_a_stage_and_carries_the_warnings_too():
    found = (warning("TOP-017", "slow"), error("TOP-004", "full"))
    with pytest.raises(FabricError) as caught:
        refuse(iter(found))
    assert caught.value.diagnostics == found
    assert str(caught.value) == "TOP-017 slow; TOP-004 full"


def test_a_place_reads_like_that_of_a_compiler():
    assert str(Place("a.yaml", 3, 7)) == "a.yaml:3:7"


def test_a_finding_keeps_everything_but_its_place():
    found = error("TOP-004", "full", ("topology",), "more spines")
    placed = found.at(Place("a.yaml", 1, 1))
    assert placed.at(None) == found
    assert (placed.severity, placed.code, placed.path) == (Severity.ERROR, "TOP-004", ("topology",))


@pytest.mark.parametrize(("word", "hint"), [("spien", "did you mean `spine`?"), ("xyz", ""), ("", "")])
def test_the_nearest_name_is_offered_when_one_is_near(word, hint):
    assert nearest(word, ["leaf", "spine"]) == hint


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("  - {name: admin, password: hunter2}", "  - {name: admin, password: …"),
        ("    pasword: hun,ter2 # mine", "    pasword: …"),
        ("tacacs: {key: 'hunter2', servers: [10.0.0.1]}", "tacacs: {key: …"),
        ('"tacacs_key" : hunter2', '"tacacs_key" : …'),
        ("    password: secret:hunter2", "    password: …"),
        (
            "    password: secret:env/ADMIN_HASH, nmae: admin",
            "    password: secret:env/ADMIN_HASH, nmae: admin",
        ),
        ('{password: "secret:env/ADMIN_HASH", nmae: 1}', '{password: "secret:env/ADMIN_HASH", nmae: 1}'),
        ("    password: {a: 1}", "    password: {a: 1}"),
        ("    pkey: 0x8001", "    pkey: 0x8001"),
    ],
)
def test_a_line_is_shown_without_the_secret_that_should_not_be_there(line, shown):
    assert Place.within("a.yaml", [line], 0, 0) == Place("a.yaml", 1, 1, shown)


def test_a_place_past_the_end_has_no_line():
    assert Place.within("a.yaml", ["a: 1"], 1, 0) == Place("a.yaml", 2, 1)
