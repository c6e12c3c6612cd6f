"""A migration on one page: a row for each step, and why some things go together."""

from __future__ import annotations

from migrate.ways import FASTER, SPINES, way

from fabric.analysis.cabling import runs_of
from fabric.analysis.recabling import recabling
from fabric.cli.against import reviewed
from fabric.views.migration import overview, row


def page(*changes):
    before, _, found = way(*changes)
    rows = []
    for number, step in enumerate(found, 1):
        work = recabling(runs_of(before.designs.values()), runs_of(step.build.designs.values()))
        rows.append(row(f"{number:02}", step, reviewed(before, step.build), work))
        before = step.build
    return overview(rows, "intents/dc1", "main~2")


def test_each_step_says_what_it_disturbs_and_which_cables_it_takes():
    text = page(SPINES, FASTER)
    assert text.startswith("# From `intents/dc1` to `main~2`\n\n7 steps, to be taken in order.")
    assert "| `01` | Traffic goes around spine1. | 1 | tuning | 0 | none |" in text
    last = next(line for line in text.splitlines() if line.startswith("| `07`"))
    assert "hosts and links of pod1, pod2, all the rest" in last
    assert "16 new" in last
    assert "16 out" in last


def test_what_goes_together_says_why():
    reasons = page(SPINES, FASTER).partition("## What goes together, and why\n\n")[2].splitlines()
    assert [line.partition(":")[2].partition(",")[0] for line in reasons] == [
        " `pod1` cannot go alone: TOP-044", " `pod2` cannot go alone: TOP-044",
    ]  # fmt: skip


def test_where_all_go_alone_nothing_is_said_of_it():
    assert "What goes together" not in page(SPINES)
