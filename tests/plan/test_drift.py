"""Three ways."""

from __future__ import annotations

from fabric.core.tree import diff
from fabric.plan.drift import foreign, left_alone, outside, overlaid

BASE = {("mtu",): "1500", ("ecn",): "150"}


def edits(running, wanted):
    return diff(running, wanted)


def test_what_somebody_else_changed_is_told_from_the_change():
    running = {("mtu",): "9000", ("ecn",): "150", ("user bob",): ""}
    wanted = {("mtu",): "1500", ("ecn",): "300"}
    found = edits(running, wanted)
    assert [found[number].path for number in outside(BASE, running, found)] == [("mtu",), ("user bob",)]


def test_a_line_that_somebody_removed_is_an_outside_change():
    running = {("ecn",): "150"}
    assert outside(BASE, running, edits(running, BASE)) == (0,)


def test_nothing_is_an_outside_change_where_nothing_is_known():
    assert outside(None, {("mtu",): "9000"}, edits({("mtu",): "9000"}, BASE)) == ()


def test_what_others_changed_beside_us_is_counted_and_not_ours():
    running = {("mtu",): "9000", ("user bob",): "", ("ecn",): "150"}
    found = foreign(BASE, running, lambda path: path[0] in {"mtu", "ecn"})
    assert [edit.path for edit in found] == [("user bob",)]


def test_what_is_kept_holds_over_what_is_wanted():
    kept = {("mtu",): "9000", ("ecn",): None, ("user bob",): ""}
    assert overlaid(BASE, kept) == {("mtu",): "9000", ("user bob",): ""}
    assert overlaid(BASE, {}) is BASE


def test_what_is_not_managed_runs_on_as_it_is():
    running = {("mtu",): "9000", ("user bob",): ""}
    wanted = {("mtu",): "1500", ("ecn",): "150", ("user ann",): ""}
    made = left_alone(wanted, running, lambda path: path[0].startswith("user"))
    assert made == {("mtu",): "1500", ("ecn",): "150", ("user bob",): ""}
