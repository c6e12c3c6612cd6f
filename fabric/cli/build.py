"""`fabric build`: artifacts on disk."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import report, say

if TYPE_CHECKING:
    from collections.abc import Mapping


@click.command()
@click.argument("intent")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Folder to write.")
@click.option("-j", "--jobs", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes.")
@click.option("--frozen", is_flag=True, help="Refuse when the ledger would have to change.")
@click.option("--inventory", type=click.Path(file_okay=False), help="Inventory folder instead of the site's.")
def build(intent: str, output: Path, jobs: int, inventory: str | None, *, frozen: bool) -> int:
    """Write artifacts of every unit of an INTENT, cable list and manifest. Same bytes every time."""
    from fabric.cli.compiling import compiled
    from fabric.cli.files import whole_folder
    from fabric.cli.walked import judged
    from fabric.core.source import digest
    from fabric.pipeline.rendering import rendered
    from fabric.views.manifest import cables, manifest
    from fabric.views.monitoring import files

    made = compiled(intent, frozen=frozen, inventory=inventory, keeping=True)
    report(made.diagnostics)
    digests: dict[str, dict[str, str]] = {}
    with whole_folder(output) as folder:
        for unit, artifacts in groupby(rendered(made, jobs), lambda artifact: artifact.unit):
            texts = {artifact.name: artifact.text for artifact in artifacts}
            _write(folder / unit, texts)
            digests[unit] = {name: digest(text) for name, text in texts.items()}
        found = judged(made, folder)
        if watched := dict(files(made)):
            _write(folder / "monitoring", watched)
        (folder / "cables.csv").write_text(cables(made), encoding="utf-8", newline="\n")
        (folder / "manifest.json").write_text(manifest(made, digests), encoding="utf-8", newline="\n")
    if found:
        report(found)
    say(f"{output}: {sum(map(len, digests.values()))} artifacts of {len(digests)} units")
    return Exit.DONE


def _write(place: Path, texts: Mapping[str, str]) -> None:
    place.mkdir(exist_ok=True)
    for name, text in texts.items():
        (place / name).write_text(text, encoding="utf-8", newline="\n")
