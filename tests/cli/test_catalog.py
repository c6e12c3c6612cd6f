"""`fabric catalog`: tables, entries and mistakes, shipped and of the repository one stands in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fabric.cli import run
from fabric.cli.exits import Exit

OWN = """\
optics:
  - id: own-module
    gbps: 400
"""
SUPPORT = """\
support:
  - {feature: ecmp-hash-seed, platform: eos, verdict: "yes", asics: [TH5],
     confidence: high, source: [lab report 17]}
"""


@pytest.fixture
def additions(tmp_path, monkeypatch):
    """A repository with a file of additions, entered two folders below its root."""
    folder = tmp_path / "inventory" / "catalog"
    folder.mkdir(parents=True)
    below = tmp_path / "intents" / "dc1"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    return folder / "own.yaml"


def test_all_tables_are_listed(capsys):
    assert run(["catalog", "list"]) == Exit.DONE
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert {"switches", "hosts", "nics", "optics", "cables", "fibres", "asics", "support"} <= set(names)


@pytest.mark.parametrize("table", ["switches", "optics", "headroom", "support", "auto", "lane_compat"])
def test_a_table_shows_source_and_confidence_of_every_entry(capsys, table):
    assert run(["catalog", "list", table, "--format", "json"]) == Exit.DONE
    entries = json.loads(capsys.readouterr().out)["entries"]
    assert entries
    assert all(entry["source"] and entry["confidence"] for entry in entries)
    assert run(["catalog", "list", table]) == Exit.DONE
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split()[-2:] == ["confidence", "source"]
    assert len(lines) == len(entries)


def test_an_entry_is_shown_whole(capsys):
    assert run(["catalog", "show", "optics", "400GBASE-DR4"]) == Exit.DONE
    said = capsys.readouterr().out
    assert said.startswith("optics/400G-DR4  (shipped)")
    assert "Edgecore" in said


def test_an_unknown_table_is_refused_with_the_nearest(capsys):
    assert run(["catalog", "list", "switch"]) == Exit.FAILED
    said = capsys.readouterr().err
    assert "error[CAT-006]" in said
    assert "did you mean `switches`?" in said


def test_an_unknown_entry_is_refused_with_the_nearest(capsys):
    assert run(["catalog", "show", "optics", "400G-DR5"]) == Exit.FAILED
    said = capsys.readouterr().err
    assert "error[CAT-007]" in said
    assert "did you mean `400G-DR4`?" in said


def test_additions_of_the_repository_around_the_folder_are_seen(additions, capsys):
    additions.write_text(SUPPORT)
    assert run(["catalog", "show", "support", "eos/ecmp-hash-seed", "--format", "json"]) == Exit.DONE
    first = json.loads(capsys.readouterr().out)["entries"][0]
    assert (first["own"], first["source"]) == (True, ["lab report 17"])


def test_a_mistake_in_the_additions_has_its_place(additions, capsys):
    additions.write_text(OWN)
    assert run(["catalog", "check"]) == Exit.FAILED
    said = capsys.readouterr().err
    assert "inventory/catalog/own.yaml:2:" in said
    assert "error[CAT-005]" in said


def test_an_addition_that_refers_to_nothing_is_found(additions, capsys):
    additions.write_text(SUPPORT.replace("[TH5]", "[TH55]"))
    assert run(["catalog", "check", "--format", "json"]) == Exit.FAILED
    summaries = [found["summary"] for found in json.loads(capsys.readouterr().out)["findings"]]
    assert "`support/eos/ecmp-hash-seed`: asics `TH55` is not in `asics` or `nics`" in summaries


def test_the_check_says_how_much_it_looked_at(additions, capsys):
    additions.write_text(SUPPORT)
    run(["catalog", "check"])
    assert capsys.readouterr().err.splitlines()[-1].endswith("1 of them from this repository")


def test_outside_of_any_repository_the_shipped_facts_are_shown(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["catalog", "show", "nics", "connectx-7"]) == Exit.DONE
    assert "nics/connectx-7" in capsys.readouterr().out
    assert not list(Path(tmp_path).iterdir())
