"""Freezes on the command line, in a journal that no rollout has written to yet."""

from cases import busy_change

from fabric.cli import run
from fabric.cli.rollout import standing
from fabric.core.names import folded
from fabric.rollout.control import Status
from fabric.rollout.history import Progress


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
    assert rest == [f"  {', '.join(folded(plan.devices))}: pending"]
    assert len(plan.devices) > len(rest)


def test_an_order_needs_a_reason(capsys, tmp_path):
    assert run(["rollout", "skip", "leaf1", "--state", str(tmp_path)]) == 64
    assert "--reason" in capsys.readouterr().err


def test_a_head_that_is_not_in_the_journal_is_told(capsys, tmp_path):
    state = ["--state", str(tmp_path / "state")]
    run(["rollout", "freeze", "--reason", "a demo", *state])
    assert run(["audit", "verify", "--head", "f" * 64, *state]) == 1
    assert "the journal was rewritten" in capsys.readouterr().err
