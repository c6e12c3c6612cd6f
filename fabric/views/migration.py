"""A migration on one page: its steps, what each disturbs, and how they are taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.migrate.playbook import title
from fabric.views.review_words import class_word, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabric.analysis.recabling import Recabling
    from fabric.migrate import Step
    from fabric.plan.review import Review


@dataclass(frozen=True, slots=True)
class Row:
    """A step as the page has it."""

    text: str
    reasons: tuple[str, ...]
    """Why some things go together."""


HEAD = """\
# From `{intent}` to `{later}`

{count}, to be taken in order. Each folder has an intent that passed every check, so the network is right
after each. For each:

1. Put its YAML in the place of the intent, in a pull request of its own; `changes.md` says what it changes.
2. Merge it, and run its playbook: `fabric playbook run FOLDER/playbook.yaml {intent}`. It waits for hands.

The way back is the way there: the steps before, in the opposite order. Inventory and ledger have to know all
devices of the later intent before the first step. Whoever rolls out anything else meanwhile makes the steps
anew.

| step | what | units that change | worst | GPUs | cables |
|---|---|---|---|---|---|
"""


def overview(rows: Sequence[Row], intent: str, later: str) -> str:
    """Return the page that a person follows."""
    table = "\n".join(row.text for row in rows)
    text = HEAD.format(count=counted(len(rows), "step"), intent=intent, later=later) + table + "\n"
    reasons = [line for row in rows for line in row.reasons]
    return text + ("\n## What goes together, and why\n\n" + "\n".join(reasons) + "\n" if reasons else "")


def row(name: str, step: Step, review: Review, work: Recabling) -> Row:
    """Return the row of a step, which is called after its folder."""
    units = sum(len(group.members) for group in review.groups)
    worst = class_word(review.change_class) if units else "nothing"
    reasons = tuple(
        f"- `{name}`: `{move.name}` cannot go alone: {found.code}, {found.summary}"
        for move, found in step.because
    )
    return Row(f"| `{name}` | {title(step)} | {units} | {worst} | {review.gpus} | {_cables(work)} |", reasons)


def _cables(work: Recabling) -> str:
    parts = (("new", work.order), ("moved", work.move), ("out", work.retire), ("relabelled", work.relabel))
    return ", ".join(f"{len(found)} {word}" for word, found in parts if found) or "none"
