"""`fabric build`: the whole of it or nothing, the same bytes every time."""

from __future__ import annotations

import csv
import json
import os
from hashlib import sha256

import pytest
from cli.repository import edit, files, lay_out, said


@pytest.fixture
def site(tmp_path):
    return lay_out(tmp_path / "repository")


def test_a_build_has_every_artifact_the_cables_and_the_manifest(site, tmp_path, capsys):
    found = said(capsys, "build", site, "-o", tmp_path / "out")
    assert (found.code, found.out) == (0, "")
    made = files(tmp_path / "out")
    manifest = json.loads(made.pop("manifest.json"))
    cables = made.pop("cables.csv").decode()
    listed = {
        f"{unit}/{name}": digest
        for unit, row in manifest["units"].items()
        for name, digest in row["artifacts"].items()
    }
    assert {name: sha256(raw).hexdigest() for name, raw in made.items()} == listed
    assert len(list(csv.reader(cables.splitlines()))) == 1 + 4 + 8


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_build_is_the_same_each_time(site, tmp_path, capsys, jobs):
    said(capsys, "build", site, "-o", tmp_path / "one")
    assert said(capsys, "build", site, "-o", tmp_path / "two", "-j", jobs).code == 0
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_a_build_does_not_depend_on_where_it_runs(site, tmp_path, capsys):
    other = lay_out(tmp_path / "elsewhere" / "deep")
    said(capsys, "build", site, "-o", tmp_path / "one")
    said(capsys, "build", other, "-o", tmp_path / "two")
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_a_build_replaces_an_older_one_and_leaves_nothing_of_it(site, tmp_path, capsys):
    out = tmp_path / "out"
    said(capsys, "build", site, "-o", out)
    (out / "pod1-host1" / "stale").write_text("old\n")
    edit(site / "site.yaml", "count: 2, model: hgx", "count: 1, model: hgx")
    assert said(capsys, "build", site, "-o", out).code == 0
    assert not (out / "pod1-host1" / "stale").exists()
    assert not (out / "pod1-host2").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "repository"]


def test_what_somebody_put_beside_a_build_is_not_deleted(site, tmp_path, capsys):
    out = tmp_path / "out"
    said(capsys, "build", site, "-o", out)
    (out / "notes.txt").write_text("mine\n")
    refused = said(capsys, "build", site, "-o", out)
    assert (refused.code, "`notes.txt`, which no build made," in refused.err) == (1, True)
    assert (out / "notes.txt").read_text() == "mine\n"


def test_an_empty_folder_is_taken(site, tmp_path, capsys):
    (tmp_path / "out").mkdir()
    assert said(capsys, "build", site, "-o", tmp_path / "out").code == 0


def test_folders_above_are_made(site, tmp_path, capsys):
    assert said(capsys, "build", site, "-o", tmp_path / "a" / "b" / "out").code == 0
    assert (tmp_path / "a" / "b" / "out" / "manifest.json").is_file()


def test_a_folder_that_is_no_build_is_left_alone(site, tmp_path, capsys):
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "thesis.txt").write_text("years of work\n")
    found = said(capsys, "build", site, "-o", precious)
    assert found.code == 1
    assert "OUT-001" in found.err
    assert files(precious) == {"thesis.txt": b"years of work\n"}


def test_a_file_is_left_alone(site, tmp_path, capsys):
    (tmp_path / "out").write_text("mine\n")
    assert said(capsys, "build", site, "-o", tmp_path / "out").code == 1
    assert (tmp_path / "out").read_text() == "mine\n"


@pytest.mark.parametrize("unit", ["pod1-leaf1", "pod1-host2"], ids=["first", "last"])
def test_a_template_that_fails_leaves_the_old_build(site, tmp_path, capsys, unit):
    out = tmp_path / "out"
    said(capsys, "build", site, "-o", out)
    before = files(out)
    for name in ("cumulus/system.j2", "host/netplan.j2"):
        template = site.parent / "templates" / name
        template.parent.mkdir(parents=True, exist_ok=True)
        template.write_text(f"{{% if device.name == '{unit}' %}}{{{{ nothing }}}}{{% endif %}}\n")
    found = said(capsys, "build", site, "-o", out)
    assert found.code == 1
    assert "REN-001" in found.err
    assert files(out) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "repository"]


def test_an_intent_with_a_mistake_leaves_the_old_build(site, tmp_path, capsys):
    out = tmp_path / "out"
    said(capsys, "build", site, "-o", out)
    before = files(out)
    edit(site / "site.yaml", "rails: 2", "rails: two")
    assert said(capsys, "build", site, "-o", out).code == 1
    assert files(out) == before


def test_a_first_build_that_fails_leaves_no_folder(site, tmp_path, capsys):
    edit(site / "site.yaml", "rails: 2", "rails: two")
    assert said(capsys, "build", site, "-o", tmp_path / "out").code == 1
    assert not (tmp_path / "out").exists()


def test_findings_are_told_on_stderr_only(site, tmp_path, capsys):
    edit(site / "site.yaml", ", ecn: auto", "")
    found = said(capsys, "build", site, "-o", tmp_path / "out")
    assert (found.code, found.out) == (0, "")
    assert "warning[ECN-001]" in found.err


def test_frozen_refuses_and_writes_nothing(site, tmp_path, capsys):
    edit(site.parent / "inventory" / "site" / "allocations.yaml", "  spine2: 4\n", "")
    assert said(capsys, "build", site, "-o", tmp_path / "out", "--frozen").code == 1
    assert not (tmp_path / "out").exists()


def test_a_build_needs_a_place(site, capsys):
    assert said(capsys, "build", site).code == 64


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "65"])
def test_a_number_of_processes_that_is_none_is_a_mistake_of_use(site, tmp_path, capsys, jobs):
    assert said(capsys, "build", site, "-o", tmp_path / "out", "-j", jobs).code == 64


def test_another_inventory_gives_other_addresses(site, tmp_path, capsys):
    lab = tmp_path / "lab"
    lab.mkdir()
    hosts = (site.parent / "inventory" / "site" / "hosts.yaml").read_text()
    (lab / "hosts.yaml").write_text(hosts.replace("10.20.0.11/24", "10.20.0.77/24"))
    assert said(capsys, "build", site, "-o", tmp_path / "out", "--inventory", lab).code == 0
    assert "10.20.0.77/24" in (tmp_path / "out" / "pod1-leaf1" / "startup.yaml").read_text()


def test_a_folder_that_is_no_inventory_is_a_finding(site, tmp_path, capsys):
    found = said(capsys, "build", site, "-o", tmp_path / "out", "--inventory", tmp_path)
    assert found.code == 1
    assert "INV-007" in found.err


def test_others_may_read_a_build(site, tmp_path, capsys):
    before = os.umask(0o022)
    try:
        said(capsys, "build", site, "-o", tmp_path / "out")
    finally:
        os.umask(before)
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "out" / "manifest.json").stat().st_mode & 0o777 == 0o644
