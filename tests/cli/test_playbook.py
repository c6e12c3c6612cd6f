"""Playbooks on the command line, before anything is run."""

from __future__ import annotations

import pytest
from cli.repository import said


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
