"""`fabric allocate`: new switches get a line, old lines stay."""

from __future__ import annotations

import pytest
from cli.repository import edit, lay_out, said


@pytest.fixture
def site(tmp_path):
    return lay_out(tmp_path / "repository")


@pytest.fixture
def ledger(site):
    return site.parent / "inventory" / "site" / "allocations.yaml"


def lines(ledger):
    return [line for line in ledger.read_text().splitlines() if not line.startswith("#")]


def test_a_complete_ledger_is_left_alone(site, ledger, capsys):
    before = ledger.read_bytes()
    found = said(capsys, "allocate", site)
    assert (found.code, found.out) == (0, "")
    assert "is complete" in found.err
    assert ledger.read_bytes() == before


def test_a_new_pod_adds_lines_and_changes_none(site, ledger, capsys):
    before = lines(ledger)
    edit(
        site / "site.yaml",
        "hosts:\n",
        "hosts:\n  pod2: {count: 1, model: hgx-h200, nics: {backend: {model: connectx-7, count: 2}}}\n",
    )
    assert said(capsys, "allocate", site).code == 0
    after = lines(ledger)
    assert [line for line in after if line in before] == before
    assert [line for line in after if line not in before] == ["  pod2-leaf1: 5", "  pod2-leaf2: 6"]


def test_allocating_twice_changes_nothing(site, ledger, capsys):
    edit(ledger, "  spine2: 4\n", "")
    said(capsys, "allocate", site)
    once = ledger.read_bytes()
    assert said(capsys, "allocate", site).code == 0
    assert ledger.read_bytes() == once


def test_a_ledger_that_is_not_there_is_made(site, ledger, capsys):
    ledger.unlink()
    assert said(capsys, "allocate", site).code == 0
    assert lines(ledger)[:3] == ["ledger: fabric/1", "backend:", "  pod1-leaf1: 1"]
    assert said(capsys, "validate", site, "--frozen").code == 0


def test_frozen_changes_nothing_and_fails(site, ledger, capsys):
    edit(ledger, "  spine2: 4\n", "")
    before = ledger.read_bytes()
    found = said(capsys, "allocate", site, "--frozen")
    assert found.code == 1
    assert "lacks 1 switch" in found.err
    assert ledger.read_bytes() == before


def test_frozen_passes_a_complete_ledger(site, capsys):
    assert said(capsys, "allocate", site, "--frozen").code == 0


def test_a_ledger_with_a_mistake_is_not_overwritten(site, ledger, capsys):
    edit(ledger, "  spine2: 4\n", "  spine2: 3\n")
    before = ledger.read_bytes()
    found = said(capsys, "allocate", site)
    assert found.code == 1
    assert "ALC-002" in found.err
    assert ledger.read_bytes() == before


def test_no_other_file_is_left_behind(site, ledger, capsys):
    edit(ledger, "  spine2: 4\n", "")
    said(capsys, "allocate", site)
    assert sorted(path.name for path in ledger.parent.iterdir()) == ["allocations.yaml", "hosts.yaml"]
