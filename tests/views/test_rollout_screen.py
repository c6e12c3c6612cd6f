"""The picture of a rollout."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from fabric.plan.constraints import PROFILES
from fabric.plan.model import Plan, Wave
from fabric.rollout.control import Status
from fabric.rollout.history import replay
from fabric.rollout.journal import Kind, Record, Stored
from fabric.views.rollout_screen import screen

NOW = datetime(2026, 12, 1, 8, 5, 7, tzinfo=UTC)


def plan():
    waves = (Wave("canary", ("leaf-1",), 60), Wave("leaf rest", ("leaf-2", "leaf-3"), 60))
    return Plan("sha256:0", "dc1", "backend", "", "", "", waves, {}, PROFILES["lab"])


def found(*records):
    stored = tuple(
        Stored(n, f"2026-12-01T08:0{n}:00.000000Z", record, "") for n, record in enumerate(records, 1)
    )
    progress = replay((item.seq, item.record, item.time) for item in stored)
    return Status("12345678", "2026-12-01T08:00:00.000000Z", plan(), progress, None, stored)


def device(name, state, reason=""):
    return Record("12345678", Kind.DEVICE, state, device=name, reason=reason)


RUNNING = found(
    device("leaf-1", "done"),
    Record("12345678", Kind.WAVE, "passed", epoch=0),
    device("leaf-2", "committing"),
    device("leaf-3", "failed-clean", "no route"),
)


def test_a_screen_shows_waves_what_flies_and_what_failed() -> None:
    text = screen(RUNNING, NOW, 100, 40, colour=False)
    assert "dc1/backend: running, nobody runs it, 5 min 07 s" in text
    assert "canary" in text
    assert "1/1 passed" in text
    assert "leaf-2 committing for 127 s" in text
    assert "leaf-3 failed-clean: no route" in text
    assert "\x1b" not in text


@pytest.mark.parametrize(("width", "height"), [(100, 3), (12, 40), (20, 8)])
def test_a_screen_never_grows_beyond_the_terminal(width, height) -> None:
    lines = screen(RUNNING, NOW, width, height, colour=False).splitlines()
    assert len(lines) <= height
    assert max(map(len, lines)) <= width


def test_colour_is_taken_back_in_every_line() -> None:
    lines = screen(RUNNING, NOW, 100, 40, colour=True).splitlines()
    assert any("\x1b[31m" in line for line in lines)
    assert all(line.endswith("\x1b[0m") for line in lines if "\x1b[3" in line)


def test_a_rollout_that_is_over_says_how_it_ended() -> None:
    over = replace(RUNNING, progress=replace(RUNNING.progress, outcome="done"))
    assert "dc1/backend: done, " in screen(over, NOW, 100, 40, colour=False)
