"""`fabric export`: the network in the words of schedulers, NetBox and containerlab."""

from __future__ import annotations

from pathlib import Path

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import give, say

TARGETS = ("slurm", "kubernetes", "netbox", "containerlab")


@click.command()
@click.argument("intent")
@click.argument("target", type=click.Choice(TARGETS))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File, or folder for NetBox's CSV.")
@click.option("--fabric", "name", help="Fabric to export, where the site has several.")
def export(intent: str, target: str, output: Path | None, name: str | None) -> int:
    """Write the network of an INTENT for another program; the ending of the file says in which form.

    slurm: topology.conf or topology.yaml. kubernetes: patches of nodes as .yaml, a script of labels as .sh.
    netbox: .json, or a folder with a CSV for each import form. containerlab: a topology as .yaml.
    """
    from fabric.cli.compiling import compiled
    from fabric.cli.files import write_texts
    from fabric.views.exports_files import chosen, files

    made = compiled(intent)
    found = files(target, None if output is None else output.suffix, chosen(made.designs, name))
    if output is None:
        give("".join(found.values()).rstrip("\n"))
        return Exit.DONE
    write_texts({output / file if file else output: text for file, text in found.items()})
    say(f"{output}: {target} of {', '.join(made.designs) if name is None else name}")
    return Exit.DONE
