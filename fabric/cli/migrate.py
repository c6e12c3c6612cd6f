"""`fabric migrate`: from one intent to another by steps, each checked before the first is taken."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import counted, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.analysis.recabling import Recabling
    from fabric.migrate import Step
    from fabric.pipeline import Build, Project
    from fabric.plan.review import Review
    from fabric.views.migration import Row

PLAYBOOK, CHANGES, CABLES = "playbook.yaml", "changes.md", "cables.md"


@dataclass(frozen=True, slots=True)
class Written:
    """What is written of a step; its build is let go of."""

    name: str
    row: Row
    files: Mapping[str, str]


@click.command()
@click.argument("intent")
@click.option("--to", "later", required=True, metavar="REV|DIR", help="The intent that it is to become.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False), required=True, help="A new folder."
)
@click.option(
    "--at-once", type=click.IntRange(1, 64), default=1, show_default=True,
    help="Switches of a tier and pod that are replaced in one step.",
)  # fmt: skip
def migrate(intent: str, later: str, output: Path, at_once: int) -> int:
    """Write the steps from an INTENT to a later one of the same site.

    Each step is an intent that passed every check, with its playbook, its changes and the work on its cables.
    """
    from fabric.cli.compiling import compile_project, compiled
    from fabric.cli.files import fresh_folder, write_texts
    from fabric.migrate import steps
    from fabric.views.migration import overview

    fresh_folder(output)
    old = compiled(intent)
    new = compile_project(_later(old, later))
    written = tuple(_written(old, steps(old, new, compile_project, at_once)))
    if not written:
        say("nothing to do: no device and no cable would notice")
        return Exit.DONE
    texts = {output / "README.md": overview([one.row for one in written], intent, later)}
    for one in written:
        texts |= {output / one.name / file: text for file, text in one.files.items()}
    write_texts(texts)
    say(f"`{output}`: {counted(len(written), 'step')}, each an intent that passed every check")
    return Exit.DONE


def _later(old: Build, later: str) -> Project:
    """Return the project of the later intent. In the same repository it has the same devices and numbers."""
    from fabric.cli.against import project_at
    from fabric.pipeline import open_project

    project = open_project(later) if Path(later).is_dir() else project_at(old, later)
    if project.source == old.project.source:
        mine = old.project
        return replace(project, devices=mine.devices, inventory=mine.inventory, ledger=mine.ledger)
    return project


def _written(old: Build, found: Iterable[Step]) -> Iterator[Written]:
    """Yield each step beside the one before it."""
    from fabric.analysis.cabling import runs_of
    from fabric.analysis.recabling import recabling
    from fabric.cli.against import reviewed
    from fabric.views.migration import row

    before = old
    for number, step in enumerate(found, 1):
        name = f"{number:02}-{_slug(step)}"
        review = reviewed(before, step.build)
        work = recabling(runs_of(before.designs.values()), runs_of(step.build.designs.values()))
        files = {**_intent(step), **_beside(step, before, review, work)}
        yield Written(name, row(name, step, review, work), files)
        before = step.build


def _slug(step: Step) -> str:
    """Return what a step is about as the name of a folder."""
    first, others = step.moves[0], len(step.moves) - 1
    return f"{step.phase}-{first.name or 'rest'}" + (f"-and-{others}-more" if others else "")


def _intent(step: Step) -> Mapping[str, str]:
    """Return the files of a step's intent by name; the last has those of the later intent as they are."""
    if step.text:
        return {"site.yaml": step.text}
    project = step.build.project
    files = project.source.files(project.intent)
    return {path.removeprefix(f"{project.intent}/"): project.source.read(path) for path in files}


def _beside(step: Step, before: Build, review: Review, work: Recabling) -> Mapping[str, str]:
    """Return what it needs to take a step: its playbook, what changes, the work on cables if there is any."""
    import yaml

    from fabric.migrate import playbook
    from fabric.views.cabling import recabling_written
    from fabric.views.review_markdown import review_markdown

    changed = [name for group in review.groups for name in group.devices if group.kind != "remove"]
    book = playbook(step, before, changed, "" if work.empty else CABLES)
    texts = {
        PLAYBOOK: yaml.safe_dump(book, sort_keys=False, width=110, default_flow_style=None),
        CHANGES: review_markdown(review),
    }
    return texts if work.empty else {**texts, CABLES: recabling_written(work, "markdown")}
