"""`fabric cables`: lists, labels, and the work since another state."""

from __future__ import annotations

import json
import subprocess

import pytest
from cli.repository import edit, lay_out, said


@pytest.fixture
def site(tmp_path):
    return lay_out(tmp_path / "repository")


def git(folder, *arguments):
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    subprocess.run(["git", "-C", folder, *who, *arguments], check=True, capture_output=True)


def test_the_list_is_data(site, capsys):
    found = said(capsys, "cables", site, "--format", "csv")
    assert (found.code, found.err) == (0, "")
    assert len(found.out.splitlines()) == 1 + 4 + 8


def test_every_end_gets_a_label(site, capsys):
    assert len(said(capsys, "cables", site, "--format", "labels").out.split("\n\n")) == 2 * 12


def test_the_work_since_a_revision(site, capsys):
    git(site.parent, "init", "-q")
    git(site.parent, "add", ".")
    git(site.parent, "commit", "-qm", "first")
    edit(site / "site.yaml", "count: 2, model: hgx", "count: 4, model: hgx")
    found = said(capsys, "cables", site, "--against", "HEAD")
    assert found.code == 0
    assert found.out.startswith("order 4 x os2-mpo12-apc 10 m\nkeep 12\n")


def test_the_work_since_a_build(site, tmp_path, capsys):
    said(capsys, "build", site, "-o", tmp_path / "out")
    edit(site / "site.yaml", "count: 2, model: hgx", "count: 1, model: hgx")
    found = said(capsys, "cables", site, "--against", tmp_path / "out", "--format", "json")
    work = json.loads(found.out)
    assert work["kept"] == 10
    assert work["tallies"]["take out"] == [{"medium": "os2-mpo12-apc", "length_m": 10.0, "count": 2}]


def test_labels_of_the_work_are_for_new_cables_only(site, tmp_path, capsys):
    other = lay_out(tmp_path / "other")
    edit(site / "site.yaml", "count: 2, model: hgx", "count: 3, model: hgx")
    found = said(capsys, "cables", site, "--against", other, "--format", "labels")
    assert len(found.out.split("\n\n")) == 4
    assert "pod1-host3" in found.out


def test_an_unknown_revision_is_a_finding(site, capsys):
    git(site.parent, "init", "-q")
    found = said(capsys, "cables", site, "--against", "nowhere")
    assert found.code == 1
    assert "SRC-004" in found.err
