"""Freezes on the command line, in a journal that no rollout has written to yet."""

import json
from datetime import UTC, datetime

from cases import busy_change

from fabric.cli import run
from fabric.core.names import folded
from fabric.rollout.backend import open_backend
from fabric.rollout.control import Status
from fabric.rollout.history import Progress
from fabric.rollout.journal import Kind, Record, Stored
from fabric.rollout.states import State
from fabric.rollout.store import Lease
from fabric.rollout.writer import Writer
from fabric.views.records import Teller
from fabric.views.rollout_screen import screen
from fabric.views.standing import standing, standing_json


def test_a_freeze_is_noted_and_ended_with_who_and_why(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("FABRIC_ACTOR", "boss")
    state = ["--state", str(tmp_path / "state")]
    assert run(["rollout", "freeze", "dc1/backend", "--reason", "a demo", "--for", "2", *state]) == 0
    assert "dc1/backend: frozen by boss until 2" in capsys.readouterr().err
    assert run(["rollout", "unfreeze", "dc1", "--reason", "over", *state]) == 1
    assert "`dc1/backend` is frozen by boss" in capsys.readouterr().err
    assert run(["rollout", "unfreeze", "dc1/backend", "--reason", "over", *state]) == 0
    assert run(["audit", "verify", *state]) == 0
    assert run(["audit", "export", *state]) == 0
    assert capsys.readouterr().out.count('"kind":"freeze"') == 2


def test_devices_that_stand_alike_are_one_line():
    plan = busy_change.plan()
    progress = Progress()
    found = Status("r1", "2026-12-01T08:00:00.123456Z", plan, progress, None, ())
    head, outcome, *rest = standing(found).splitlines()
    assert head == f"rollout r1 of {plan.site}/{plan.fabric}, started 2026-12-01T08:00:00Z"
    assert outcome == "outcome: not over"
    assert rest[0].startswith("nobody runs it: `fabric rollout resume` goes on")
    assert [line.split("`")[1] for line in rest[1:-1]] == [wave.name for wave in plan.waves]
    assert rest[-1] == f"  {', '.join(folded(plan.devices))}: pending"
    assert len(plan.devices) > len(rest)


def test_a_program_is_told_who_works_on_it_and_how_far_each_wave_is():
    plan, progress = busy_change.plan(), Progress()
    progress.add(1, Record("r1", Kind.WAVE, "soaking", epoch=0), "2026-12-01T08:01:00.5Z")
    progress.add(2, Record("r1", Kind.CONTROL, "pause", reason="a storm"))
    found = Status("r1", "2026-12-01T08:00:00Z", plan, progress, Lease("dc1/backend", "vm:1:1", 1), ())
    content = json.loads(standing_json(found))
    assert (content["held_by"], content["paused"], content["outcome"]) == ("vm:1:1", "a storm", None)
    assert [wave["state"] for wave in content["waves"]] == ["soaking", *[None] * (len(plan.waves) - 1)]
    assert f"soaking since 2026-12-01T08:01:00Z, for {plan.waves[0].soak_s} s" in standing(found)


def test_a_freeze_of_what_no_rollout_was_ever_on_is_doubted(capsys, tmp_path):
    state = tmp_path / "state"
    with Writer(open_backend(state).database) as writer:
        writer.append([Record("r1", Kind.START, "sha256:0", reason="dc1/backend")], None)
    words = ["--reason", "a demo", "--state", str(state)]
    assert run(["rollout", "freeze", "dc1/backnd", *words]) == 0
    assert "warning: no rollout of this journal was on `dc1/backnd`; did you mean `dc1/backend`?" in (
        capsys.readouterr().err
    )
    for scope in (["dc1/backend"], ["dc1"], []):
        assert run(["rollout", "freeze", *scope, *words]) == 0
    assert "warning" not in capsys.readouterr().err


def test_an_order_needs_a_reason(capsys, tmp_path):
    assert run(["rollout", "skip", "leaf1", "--state", str(tmp_path)]) == 64
    assert "--reason" in capsys.readouterr().err


def test_a_head_that_is_not_in_the_journal_is_told(capsys, tmp_path):
    state = ["--state", str(tmp_path / "state")]
    run(["rollout", "freeze", "--reason", "a demo", *state])
    assert run(["audit", "verify", "--head", "f" * 64, *state]) == 1
    assert "the journal was rewritten" in capsys.readouterr().err


FORGED = (
    "refused\n\x1b[2J\x1b[31moutcome: done\r\x9b2K\N{RIGHT-TO-LEFT OVERRIDE}\N{LINE SEPARATOR}outcome: done"
)
"""What a device, or whoever gives a reason, may say to be taken for us."""


def told_in_every_way():
    """Every picture of a rollout in which a device and a person said something forged."""
    plan, progress = busy_change.plan(), Progress()
    name = next(iter(plan.devices))
    failed = Record("r1", Kind.DEVICE, State.FAILED_CLEAN.value, device=name, reason=FORGED)
    said = (
        failed,
        Record("r1", Kind.CONTROL, "pause", reason=FORGED, actor=FORGED),
        Record("", Kind.FREEZE, "frozen", reason=FORGED, actor=FORGED),
        Record("r1", Kind.CONTROL, "skip", device=name, reason=FORGED, actor=FORGED),
    )
    for seq, record in enumerate(said, 1):
        progress.add(seq, record)
    began = "2026-12-01T08:00:00.123456Z"
    stored = tuple(Stored(seq, began, record, "") for seq, record in enumerate(said, 1))
    found = Status("r1", began, plan, progress, Lease("dc1/backend", FORGED, 1), stored)
    return {
        "status": standing(found),
        "watch": screen(found, datetime(2026, 12, 1, 9, tzinfo=UTC), 500, 50, colour=False),
        **{f"record {n}": Teller().line(record) for n, record in enumerate(said)},
    }


def test_nothing_that_is_said_in_a_rollout_forges_a_line_or_moves_a_cursor():
    for text in told_in_every_way().values():
        assert all(character.isprintable() for character in text.replace("\n", ""))
        assert [line for line in text.splitlines() if line.startswith("outcome: done")] == []
    assert len(told_in_every_way()["record 0"].splitlines()) == 1
