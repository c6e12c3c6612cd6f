"""`fabric bom`: bills, and what changed."""

from __future__ import annotations

import json

import pytest
from cli.repository import edit, lay_out, said


@pytest.fixture
def site(tmp_path):
    return lay_out(tmp_path / "repository")


def test_the_bill_is_data(site, capsys):
    found = said(capsys, "bom", site, "--format", "json")
    assert (found.code, found.err) == (0, "")
    assert {item["kind"]: item["count"] for item in json.loads(found.out)["total"]["items"]}["switch"] == 4


def test_what_changed_against_another_intent(site, tmp_path, capsys):
    other = lay_out(tmp_path / "other")
    edit(site / "site.yaml", "count: 2, model: hgx", "count: 4, model: hgx")
    found = said(capsys, "bom", site, "--against", other, "--format", "csv")
    assert found.out.splitlines()[1] == "nic,connectx-7,,4,8,+4"


def test_a_build_has_no_models_to_compare_with(site, tmp_path, capsys):
    said(capsys, "build", site, "-o", tmp_path / "out")
    found = said(capsys, "bom", site, "--against", tmp_path / "out")
    assert found.code == 1
    assert "CBL-002" in found.err


def test_without_racks_there_is_none_to_print(site, capsys):
    found = said(capsys, "bom", site, "--racks")
    assert (found.code, found.out.strip()) == (0, "no rack holds anything: the intent has no `racks`")


def test_what_changed_in_racks(site, tmp_path, capsys):
    other = lay_out(tmp_path / "other")
    with (other / "site.yaml").open("a") as intent:
        intent.write(
            "racks: {rows: [{name: a, racks: 9}], places: [{match: '*', racks: 'a-*', per_rack: 9, step: 4},"
            " {match: '*leaf*', racks: 'a-5', per_rack: 4, step: 4},"
            " {match: 'spine*', racks: 'a-6', per_rack: 4}]}"
        )
    found = said(capsys, "bom", other, "--racks", "--against", site, "--format", "csv")
    assert [line.split(",")[:3] for line in found.out.splitlines()[1:]] == [
        ["a-1", "0", "2"],
        ["a-5", "0", "2"],
        ["a-6", "0", "2"],
    ]
