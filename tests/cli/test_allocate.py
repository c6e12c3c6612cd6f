"""`fabric allocate`: new switches get a line, old lines stay."""

from __future__ import annotations

import pytest
from cli.repository import commit, edit, git, lay_out, said


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


POD2 = "  pod2: {count: 1, model: hgx-h200, nics: {backend: {model: connectx-7, count: 2}}}\n"

COMPUTE = "compute:\n  pod1-leaf1: 1\n  pod1-leaf2: 2\n  spine1: 3\n  spine2: 4\n"
"""A fabric of other cases in the base."""


@pytest.fixture
def grown(site, ledger, capsys):
    """A second pod, numbered, and removed again from the intent; the inventory lists no device."""
    edit(ledger, COMPUTE, "")
    (ledger.parent / "hosts.yaml").write_text("")
    edit(site / "site.yaml", "hosts:\n", f"hosts:\n{POD2}")
    said(capsys, "allocate", site)
    edit(site / "site.yaml", POD2, "")
    return ledger


def test_removed_switches_keep_their_numbers_until_they_are_pruned(site, grown, capsys):
    assert said(capsys, "allocate", site).code == 0
    assert "  pod2-leaf1: 5" in lines(grown)
    found = said(capsys, "allocate", site, "--prune")
    assert found.code == 0
    assert "backend: number 5 of `pod2-leaf1` is free" in found.err
    assert not [line for line in lines(grown) if "pod2" in line]
    edit(site / "site.yaml", "hosts:\n", f"hosts:\n{POD2.replace('pod2', 'pod3')}")
    said(capsys, "allocate", site)
    assert "  pod3-leaf1: 5" in lines(grown)


def test_a_whole_fabric_that_is_gone_is_pruned(site, ledger, capsys):
    found = said(capsys, "allocate", site, "--prune")
    assert (found.code, "compute: number 1 of `pod1-leaf1`" in found.err) == (1, False)
    assert "may be live" in found.err  # the base lists every device that a case may have
    hosts = ledger.parent / "hosts.yaml"
    hosts.write_text("")
    found = said(capsys, "allocate", site, "--prune")
    assert "compute: number 1 of `pod1-leaf1` is free" in found.err
    assert "compute:" not in lines(ledger)


def test_a_switch_that_the_inventory_lists_is_not_pruned(site, grown, capsys):
    before = grown.read_bytes()
    hosts = grown.parent / "hosts.yaml"
    hosts.write_text(hosts.read_text() + "pod2-leaf1: {hostname: 10.20.0.99}\n")
    found = said(capsys, "allocate", site, "--prune")
    assert found.code == 1
    assert "error[ALC-011] number 5 of `pod2-leaf1` may be live" in found.err
    assert "allocations.yaml:" in found.err
    assert grown.read_bytes() == before


def test_a_switch_of_the_last_commit_is_not_pruned(site, ledger, capsys):
    edit(site / "site.yaml", "hosts:\n", f"hosts:\n{POD2}")
    (ledger.parent / "hosts.yaml").write_text("")
    edit(ledger, COMPUTE, "")
    said(capsys, "allocate", site)
    git(site.parent, "init", "-q", "-b", "main")
    commit(site.parent, "a second pod")
    edit(site / "site.yaml", POD2, "")
    found = said(capsys, "allocate", site, "--prune")
    assert found.code == 1
    assert "the last commit still has it" in found.err
    commit(site.parent, "without it")
    assert said(capsys, "allocate", site, "--prune").code == 0


@pytest.mark.usefixtures("grown")
def test_without_a_commit_to_look_at_pruning_says_so(site, capsys):
    found = said(capsys, "allocate", site, "--prune")
    assert "not looked at: the last commit" in found.err


@pytest.mark.parametrize("option", [("--prune",), ("--seed", "pyproject.toml")])
def test_frozen_goes_with_nothing_that_changes(site, option, capsys):
    assert said(capsys, "allocate", site, "--frozen", *option).code == 64


def test_an_existing_network_is_seeded_and_stays(site, ledger, tmp_path, capsys):
    ledger.unlink()
    seed = tmp_path / "seed.csv"
    seed.write_text("name,loopback,asn\npod1-leaf1,10.0.0.7,65101\npod1-leaf2,10.0.0.8,4200000008\n")
    found = said(capsys, "allocate", site, "--seed", seed)
    assert (found.code, "2 switches, 1 pin" in found.err) == (0, True)
    assert lines(ledger)[1:] == [
        "backend:", "  pod1-leaf1: {number: 7, asn: 65101}", "  pod1-leaf2: 8", "  spine1: 1", "  spine2: 2",
    ]  # fmt: skip
    assert said(capsys, "validate", site, "--frozen").code == 0
    assert "65101" in said(capsys, "explain", site, "pod1-leaf1").out


def test_a_seed_that_contradicts_changes_nothing_and_says_where(site, ledger, tmp_path, capsys):
    before = ledger.read_bytes()
    seed = tmp_path / "seed.csv"
    seed.write_text("name,number\npod1-leaf1,1\nspine1,9\n")
    found = said(capsys, "allocate", site, "--seed", seed)
    assert found.code == 1
    assert f"{seed}:3:8: error[ALC-010] `spine1` has number 3 in the ledger, here 9" in found.err
    assert ledger.read_bytes() == before
