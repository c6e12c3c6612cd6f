"""Playbooks on the command line, before anything is run."""

from __future__ import annotations

import pytest
from cli.repository import ROOT, said


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("canry", "did you mean `canary`?"),
        ("zzz", "a file of yours, or one of `canary`, `credentials-rotation`"),
    ],
)
def test_a_playbook_that_is_not_there_is_answered_with_those_that_are(capsys, name, hint):
    found = said(capsys, "playbook", "check", name)
    assert found.code == 64
    assert f"there is no playbook `{name}`; {hint}" in found.err


def test_one_of_ours_is_named_without_its_folder(capsys):
    found = said(capsys, "playbook", "check", "drain-undrain", "--var", "devices=leaf1")
    assert (found.code, found.out.splitlines()[0]) == (0, "1. drain leaf1")


def test_a_device_that_is_not_there_is_told_at_its_step(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    book = tmp_path / "book.yaml"
    steps = ("drain: {devices: [spne1]}", "gate: {devices: [spine1]}", "apply: {devices: [leaf9]}")
    book.write_text("summary: s\nsteps:\n" + "".join(f"  - {step}\n" for step in steps))
    found = said(capsys, "playbook", "run", book, "intents/quickstart", "--state", tmp_path / "state")
    assert found.code == 1
    assert "book.yaml:3:5: error[PRJ-004] `spne1` matches no device of the fabric" in found.err
    assert "did you mean `spine1`?" in found.err
    assert "book.yaml:5:5: error[PRJ-004] `leaf9` matches no device" in found.err
