"""`fabric schema`: JSON Schema of the files that people write, for their editors."""

from __future__ import annotations

from pathlib import Path

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import give, say

KINDS = ("intent", "section", "inventory", "ledger", "catalog", "playbook", "review")


@click.command()
@click.argument("kind", default="intent", type=click.Choice(KINDS))
@click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
              help="File to write; default: standard output.")  # fmt: skip
def schema(kind: str, output: Path | None) -> int:
    """Print the JSON Schema (2020-12) of an intent, with the meaning of every field.

    `section` is for a site that is split over several files, `inventory` for hosts.yaml, groups.yaml and
    defaults.yaml, `catalog` for inventory/catalog/*.yaml, `playbook` for
    playbooks/*.yaml, `review` for what `diff`, `plan`, `show` and
    `drift` print as JSON. An editor with a YAML language server takes it from a comment in the file:
    `# yaml-language-server: $schema=../../docs/schema/intent.json`.
    """
    from fabric.views.schema import schema_text

    text = schema_text(kind)
    if output is None:
        give(text.removesuffix("\n"))
        return Exit.DONE
    from fabric.cli.files import write_text

    write_text(output, text)
    say(f"`{output}`: schema of {kind}")
    return Exit.DONE
