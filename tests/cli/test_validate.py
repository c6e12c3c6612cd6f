"""`fabric validate`: findings as talk or as data, and an exit code that a pipeline can trust."""

from __future__ import annotations

import json

import pytest
from cli.repository import ROOT, edit, lay_out, said


@pytest.fixture
def site(tmp_path):
    return lay_out(tmp_path / "repository")


def test_a_sound_intent_passes(site, capsys):
    found = said(capsys, "validate", site)
    assert (found.code, found.out) == (0, "")
    assert "0 errors, 0 warnings" in found.err
    assert "small: fabric `backend`, 6 units" in found.err


@pytest.mark.parametrize("intent", ["quickstart", "roce-256", "ib-b200-superpod"])
def test_shipped_intents_pass(intent, capsys):
    assert said(capsys, "validate", ROOT / "intents" / intent).code == 0


def test_warnings_do_not_fail(site, capsys):
    edit(site / "site.yaml", ", ecn: auto", "")
    found = said(capsys, "validate", site)
    assert found.code == 0
    assert "warning[ECN-001]" in found.err


def test_an_error_fails_with_its_place(site, capsys):
    edit(site / "site.yaml", "rails: 2", "rails: two")
    found = said(capsys, "validate", site)
    assert (found.code, found.out) == (1, "")
    assert found.err.startswith("site/site.yaml:11:10: error[INT-004]")
    assert found.err.endswith("1 error, 0 warnings\n")


def test_json_is_data_on_stdout_and_nothing_else(site, capsys):
    edit(site / "site.yaml", "rails: 2", "rails: two")
    found = said(capsys, "validate", site, "--format", "json")
    assert (found.code, found.err) == (1, "")
    (row,) = json.loads(found.out)["findings"]
    assert (row["code"], row["file"], row["line"], row["column"]) == ("INT-004", "site/site.yaml", 11, 10)


def test_json_of_a_sound_intent_has_no_findings(site, capsys):
    found = said(capsys, "validate", site, "--format", "json")
    assert json.loads(found.out)["findings"] == []


def test_json_of_a_folder_that_is_not_there_is_json_too(tmp_path, capsys):
    found = said(capsys, "validate", tmp_path / "none", "--format", "json")
    assert found.code == 1
    assert [row["severity"] for row in json.loads(found.out)["findings"]] == ["error"]


def test_frozen_refuses_a_ledger_that_would_change(site, capsys):
    ledger = site.parent / "inventory" / "site" / "allocations.yaml"
    before = ledger.read_text()
    assert said(capsys, "validate", site, "--frozen").code == 0
    edit(ledger, "  spine2: 4\n", "")
    assert said(capsys, "validate", site).code == 0
    found = said(capsys, "validate", site, "--frozen")
    assert found.code == 1
    assert "error[ALC-005]" in found.err
    assert ledger.read_text() == before.replace("  spine2: 4\n", "")


def test_nothing_is_written(site, capsys, tmp_path):
    before = sorted(tmp_path.rglob("*"))
    said(capsys, "validate", site)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_missing_folder_is_a_finding(tmp_path, capsys):
    found = said(capsys, "validate", tmp_path / "none")
    assert (found.code, found.out) == (1, "")
    assert "does not exist" in found.err
    assert "hint:" in found.err


def test_a_file_instead_of_a_folder_is_a_finding(site, capsys):
    found = said(capsys, "validate", site / "site.yaml")
    assert found.code == 1
    assert "is not a folder" in found.err


def test_an_empty_folder_is_a_finding(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    found = said(capsys, "validate", tmp_path / "empty")
    assert found.code == 1
    assert "YML-006" in found.err


def test_a_folder_with_the_name_of_a_file_is_no_bug(site, capsys):
    (site / "more.yaml").mkdir()
    assert said(capsys, "validate", site).code == 0


def test_a_link_to_nowhere_is_no_bug(site, capsys):
    (site / "more.yaml").symlink_to(site / "nowhere.yaml")
    assert said(capsys, "validate", site).code in {0, 1}


def test_a_path_that_is_too_long_is_no_bug(capsys):
    found = said(capsys, "validate", "x" * 5_000)
    assert found.code == 1
    assert "bug" not in found.err


@pytest.mark.parametrize(
    ("form", "start"), [("sarif", "{"), ("github", "::error "), ("gitlab", "["), ("junit", "<?xml")]
)
def test_pipelines_read_findings_in_their_own_form(site, capsys, form, start):
    edit(site / "site.yaml", "rails: 2", "rails: 3")
    found = said(capsys, "validate", site, "--format", form)
    assert found.code == 1
    assert found.out.startswith(start)
    assert "site.yaml" in found.out
    assert found.err == ""
