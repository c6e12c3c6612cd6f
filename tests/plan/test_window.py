"""The window for changes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from fabric.plan.window import Window, fault

NIGHTS = Window("0 1 * * 2-4", 4 * 3600, "UTC")


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "left"),
    [
        ("2026-12-01T00:59:59", 0),  # a Tuesday
        ("2026-12-01T01:00:00", 4 * 3600),
        ("2026-12-01T04:59:30", 30),
        ("2026-12-01T05:00:00", 0),
        ("2026-12-04T02:00:00", 0),  # a Friday
    ],
)
def test_a_window_is_open_for_its_duration(now, left):
    assert NIGHTS.left_s(at(now)) == left


def test_a_window_goes_by_its_own_time_zone_in_summer_and_winter():
    berlin = Window("0 1 * * *", 3600, "Europe/Berlin")
    assert berlin.left_s(at("2026-07-01T23:30:00")) == 1800
    assert berlin.left_s(at("2026-12-01T00:30:00")) == 1800
    assert berlin.left_s(at("2026-12-01T23:30:00")) == 0


def test_a_window_may_run_over_midnight():
    assert Window("0 22 * * 7", 6 * 3600, "UTC").left_s(at("2026-12-07T03:00:00")) == 3600
    assert Window("0 22 * * 0", 6 * 3600, "UTC").left_s(at("2026-12-06T22:00:00")) == 6 * 3600


@pytest.mark.parametrize(
    ("window", "why"),
    [
        (Window("0 1 * *", 3600, "UTC"), "has 4 fields"),
        (Window("61 1 * * *", 3600, "UTC"), "they run from 0 to 59"),
        (Window("0 one * * *", 3600, "UTC"), "`one` is no hour"),
        (Window("0 5-1 * * *", 3600, "UTC"), "`5-1` is no hour"),
        (Window("0 1 * * *", 3600, "Mars/Olympus"), "no time zone"),
        (
            Window("0 1 * * *", 60, "UTC"),
            "open for 60 s, and a change and the way back of its wave take 210 s",
        ),
    ],
)
def test_a_window_that_can_never_be_used_is_said(window, why):
    assert why in fault(window, 210)
    assert fault(NIGHTS, 210) == ""
