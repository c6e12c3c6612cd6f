"""`fabric import`: what other programs know of a network, as an intent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fabric.cli.exits import Exit
from fabric.cli.import_config import config
from fabric.cli.talk import counted, say

if TYPE_CHECKING:
    from fabric.views.imports import Network

SETTING = "Platform, release, hwsku, role of switches; host, nic, speed, fabric, subnet."
FORMATS = ("sonic-lab", "hedgehog", "air", "ibnetdiscover")


@click.group("import")
def imports() -> None:
    """Make an intent of what another program knows."""


@imports.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--format", "form", required=True, type=click.Choice(FORMATS), help="What FILE is.")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Folder of the intent.")
@click.option("--devices", type=click.Path(path_type=Path), help="SONiC's list of devices beside its links.")
@click.option("--model", "models", multiple=True, metavar="[PATTERN=]MODEL", help="Model of switches.")
@click.option("--set", "words", multiple=True, metavar="FIELD[:PATTERN]=VALUE", help=SETTING)
def links(**options: Any) -> int:
    """Write the links in FILE as an intent of kind `explicit`: site.yaml, links.csv, names.csv.

    sonic-lab: sonic_lab_links.csv. hedgehog: wiring YAML. air: topology of NVIDIA Air as JSON. ibnetdiscover:
    what it prints. What FILE does not say is left out and listed; give it with --model and --set.
    """
    from fabric.catalog import load_catalog
    from fabric.cli.files import fresh_folder, write_texts
    from fabric.views.imports_given import given
    from fabric.views.imports_intent import drafted
    from fabric.views.imports_names import tidy

    output = fresh_folder(options["output"])
    network = _read(options["form"], options["file"], options["devices"])
    site = tidy(output.resolve().name)[:31]
    made = drafted(network, site, given(options["models"], options["words"]), load_catalog())
    write_texts({output / name: text for name, text in made.files.items()})
    for words in network.left_out:
        say(f"left out: {words}")
    for words in made.derived:
        say(f"concluded: {words}")
    for words in made.unsaid:
        say(f"missing: {words}")
    size = f"{counted(len(network.links), 'link')}, {counted(len(network.devices), 'device')}"
    say(f"{output}: {size}; next: fabric validate {output}")
    return Exit.DONE


def _read(form: str, file: Path, devices: Path | None) -> Network:
    from fabric.views.imports_formats import FORMATS as READERS
    from fabric.views.imports_sonic import sonic_lab

    if devices is None:
        return READERS[form](*_text(file))
    if form != "sonic-lab":
        raise click.UsageError("--devices belongs to --format sonic-lab")
    return sonic_lab(*_text(file), _text(devices))


def _text(path: Path) -> tuple[str, str]:
    from fabric.core.source import Folder

    return str(path), Folder(path.parent).read(path.name)


imports.add_command(config)
