"""`fabric migrate`: a folder for each step, with all that is needed to take it."""

from __future__ import annotations

import shutil

import pytest
import yaml
from cli.repository import edit, lay_out, said

SPINE = 'spine: {count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.16"}'
LATER = 'spine: {count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.14"}'


@pytest.fixture
def ways(tmp_path):
    """The base repository, and beside its intent a later one."""
    site = lay_out(tmp_path / "repository")
    later = site.parent / "later"
    shutil.copytree(site, later)
    edit(later / "site.yaml", SPINE, LATER + "   # a word of somebody")
    return site, later


def test_each_step_has_its_intent_its_playbook_and_its_changes(ways, tmp_path, capsys):
    site, later = ways
    out = tmp_path / "out"
    found = said(capsys, "migrate", site, "--to", later, "-o", out)
    assert (found.code, found.err) == (0, f"`{out}`: 6 steps, each an intent that passed every check\n")
    names = [f"{number:02}-{phase}-spine{spine}" for number, (spine, phase) in enumerate(
        ((spine, phase) for spine in (1, 2) for phase in ("drain", "change", "return")), 1
    )]  # fmt: skip
    assert sorted(path.name for path in out.iterdir()) == [*names, "README.md"]
    for name in names:
        assert {path.name for path in (out / name).iterdir()} == {"site.yaml", "playbook.yaml", "changes.md"}
        assert yaml.safe_load((out / name / "playbook.yaml").read_text())["steps"]
    assert (out / names[-1] / "site.yaml").read_text() == (later / "site.yaml").read_text()
    assert "| `02-change-spine1` | What the later intent says of spine1. |" in (out / "README.md").read_text()


def test_each_step_is_an_intent_that_compiles_in_its_place(ways, tmp_path, capsys):
    site, later = ways
    assert said(capsys, "migrate", site, "--to", later, "-o", tmp_path / "out").code == 0
    shutil.copy(tmp_path / "out/02-change-spine1/site.yaml", site / "site.yaml")
    assert said(capsys, "validate", site).code == 0
    assert "drained: [spine1]" in (site / "site.yaml").read_text()


def test_a_later_intent_that_is_wrong_is_told_and_nothing_is_written(ways, tmp_path, capsys):
    site, later = ways
    edit(later / "site.yaml", "model: hgx-h200", "model: hgx-h20")
    found = said(capsys, "migrate", site, "--to", later, "-o", tmp_path / "out")
    assert found.code == 1
    assert "later/site.yaml:" in found.err
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_there_is_left_alone(ways, tmp_path, capsys):
    site, later = ways
    (tmp_path / "out").mkdir()
    (tmp_path / "out/mine").write_text("mine")
    found = said(capsys, "migrate", site, "--to", later, "-o", tmp_path / "out")
    assert (found.code, "OUT-002" in found.err) == (1, True)


def test_the_same_intent_needs_nothing(ways, tmp_path, capsys):
    site, _ = ways
    found = said(capsys, "migrate", site, "--to", site, "-o", tmp_path / "out")
    assert (found.code, found.err) == (0, "nothing to do: no device and no cable would notice\n")
    assert not (tmp_path / "out").exists()
