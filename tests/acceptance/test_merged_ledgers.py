"""Two branches that number switches at once, merged by git: it is told, and the remedy works."""

from __future__ import annotations

import pytest
from cli.repository import commit, edit, git, lay_out, said

POD = "  pod{}: {{count: 1, model: hgx-h200, nics: {{backend: {{model: connectx-7, count: 2}}}}}}\n"


@pytest.fixture
def site(tmp_path):
    site = lay_out(tmp_path / "repository")
    (site.parent / "inventory/site/hosts.yaml").write_text("")
    git(site.parent, "init", "-q", "-b", "main")
    commit(site.parent, "begin")
    return site


@pytest.fixture
def ledger(site):
    return site.parent / "inventory/site/allocations.yaml"


def grown(capsys, site, branch, old, new):
    """Grow on a branch of its own, number what is new, commit, and go back."""
    git(site.parent, "switch", "-q", "-c", branch)
    edit(site / "site.yaml", old, new)
    assert said(capsys, "allocate", site).code == 0
    commit(site.parent, branch)
    git(site.parent, "switch", "-q", "main")


def merged(site, branch):
    return git(site.parent, "merge", "-q", branch)


def numbers(ledger):
    rows = (line.split(": ") for line in ledger.read_text().split("compute:")[0].splitlines())
    return {row[0].strip(): int(row[1]) for row in rows if row[0].startswith("  ")}


def test_lines_apart_merge_in_silence_and_the_number_given_twice_is_told(site, ledger, capsys):
    grown(capsys, site, "a-pod", "  pod1:", f"{POD.format(2)}  pod1:")
    grown(capsys, site, "more-spines", "spine: {count: 2", "spine: {count: 4")
    assert "CONFLICT" not in merged(site, "a-pod")
    assert "CONFLICT" not in merged(site, "more-spines")
    found = said(capsys, "validate", site)
    assert found.code == 1
    assert "error[ALC-002] number 5 is given to `pod2-leaf1` (line 7), `spine3` (line 11)" in found.err
    assert "error[ALC-002] number 6 is given to `pod2-leaf2` (line 8), `spine4` (line 12)" in found.err
    assert "delete the line of the switch not yet built, and allocate again" in found.err

    before = numbers(ledger)
    edit(ledger, "  spine3: 5\n  spine4: 6\n", "")  # the pod is built, the spines are not
    assert said(capsys, "allocate", site).code == 0
    assert said(capsys, "validate", site, "--frozen").code == 0
    after = numbers(ledger)
    assert after == before | {"spine3": 7, "spine4": 8}


def test_lines_at_one_place_are_a_conflict_that_is_told_and_solved_by_keeping_both(site, ledger, capsys):
    grown(capsys, site, "pod2", "  pod1:", f"{POD.format(2)}  pod1:")
    grown(capsys, site, "pod3", "topology:", f"{POD.format(3)}topology:")
    assert "CONFLICT" not in merged(site, "pod2")
    assert "CONFLICT" in merged(site, "pod3")
    assert "<<<<<<< " not in (site / "site.yaml").read_text()
    found = said(capsys, "validate", site)
    assert found.code == 1
    assert "allocations.yaml:7:1: error[YML-010] a merge is not finished here" in found.err
    assert "keep the lines of both sides" in found.err

    marks = ("<<<<<<<", "=======", ">>>>>>>")
    kept = [line for line in ledger.read_text().splitlines(keepends=True) if not line.startswith(marks)]
    ledger.write_text("".join(kept))
    assert (
        "number 5 is given to `pod2-leaf1` (line 7), `pod3-leaf1` (line 9)"
        in said(capsys, "validate", site).err
    )
    edit(ledger, "  pod3-leaf1: 5\n  pod3-leaf2: 6\n", "")
    assert said(capsys, "allocate", site).code == 0
    assert said(capsys, "validate", site, "--frozen").code == 0
    after = numbers(ledger)
    assert (after["pod2-leaf1"], after["pod2-leaf2"], after["pod3-leaf1"], after["pod3-leaf2"]) == (
        5,
        6,
        7,
        8,
    )
    commit(site.parent, "both")
