"""`fabric import config`: running configurations of a live fabric, as a first intent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import give, report, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabric.pipeline import Project, Registry
    from fabric.views.imports_config import Running
    from fabric.views.imports_running import Site
    from fabric.views.imports_taken import Taken

AUTO, EXPLICIT = "auto", "explicit"
SETTING = "Platform, release, hwsku, role of switches; host, nic of pods; speed, fabric."


@click.command("config")
@click.argument("folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--inventory", type=click.Path(file_okay=False), help="Read the devices of this inventory instead."
)
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Folder of the intent.")
@click.option(
    "--topology",
    type=click.Choice((AUTO, EXPLICIT)),
    default=AUTO,
    show_default=True,
    help="A shape if one gives every switch and cable as it is, or each of them by hand.",
)
@click.option("--model", "models", multiple=True, metavar="[PATTERN=]MODEL", help="Model of switches.")
@click.option("--set", "words", multiple=True, metavar="FIELD[:PATTERN]=VALUE", help=SETTING)
def config(**options: Any) -> int:
    """Make a first intent of the running configurations in FOLDER: a folder, or files, for each device.

    EOS: `show running-config`. SONiC: config_db.json, frr.conf. Cumulus: startup.yaml, or `nv config show`.
    What LLDP heard may stand beside, as JSON in a file with `lldp` in its name. Switches keep AS numbers,
    loopbacks and host networks. Where our artifacts would change something, that feature of that switch is
    `unmanaged` at first. With --inventory devices are read, and never changed.
    """
    from fabric.cli.files import fresh_folder, write_texts
    from fabric.pipeline import registry
    from fabric.views.imports_given import given

    if (options["folder"] is None) == (options["inventory"] is None):
        raise click.UsageError("name a FOLDER with configurations, or an --inventory of devices")
    output, known = fresh_folder(options["output"]), registry()
    project, root = _project(output)
    fresh_folder(root / project.inventory)
    said = given(options["models"], options["words"])
    running = _running(options["folder"], options["inventory"], known)
    site, made = _imported(project, running, said, known, options["topology"])
    write_texts({root / path: text for path, text in made.files.items()})
    _tell(site, made)
    say(f"{output}: {len(running)} devices; next: fabric validate {output}")
    return Exit.FAILED if made.refused else Exit.DONE


def _running(folder: Path | None, inventory: str | None, known: Registry) -> tuple[Running, ...]:
    from fabric.cli.import_live import fetched, hears
    from fabric.core.source import Folder
    from fabric.views.imports_config import read_running

    if folder is None:
        return fetched(str(inventory), known)
    return read_running(Folder(folder), known.platforms, hears)


def _imported(
    project: Project, running: Sequence[Running], said: Any, known: Registry, topology: str
) -> tuple[Site, Taken]:
    """Return site and files; without classes of traffic where those alone keep it from compiling."""
    from fabric.views.imports_running import site_of

    name = project.intent.rpartition("/")[2]
    site, made = _taken(project, site_of(running, name, said, known.platforms), running, known, topology)
    if made.refused and all(one.path[:1] == ("qos",) for one in made.refused):
        first, others = made.refused[0], len(made.refused) - 1
        more = f", and {others} more" if others else ""
        say(f"left out: classes of traffic, since no intent has them: {first.summary}{more}")
        plain = site_of(running, name, said, known.platforms, with_qos=False)
        site, made = _taken(project, plain, running, known, topology)
    return site, made


def _taken(
    project: Project, site: Site, running: Sequence[Running], known: Registry, topology: str
) -> tuple[Site, Taken]:
    from fabric.views.imports_fit import settled
    from fabric.views.imports_taken import taken

    if topology == EXPLICIT:
        return site, taken(project, site, running, known)
    found = settled(project, site, running, known)
    return found.site, found.taken


def _project(output: Path) -> tuple[Project, Path]:
    """Return the project of an intent to be, and the root of its repository."""
    from fabric.core.source import Folder
    from fabric.pipeline import at
    from fabric.pipeline.project import ROOT_SIGNS

    folder = output.resolve()
    roots = [root for root in folder.parents if any((root / sign).is_dir() for sign in ROOT_SIGNS)]
    root = roots[0] if roots else folder.parent
    return at(Folder(root), folder.relative_to(root).as_posix()), root


def _tell(site: Site, made: Taken) -> None:
    from fabric.views.imports_taken import shares_text

    told: Mapping[str, Sequence[str]] = {
        "left out": site.left_out,
        "concluded": site.draft.derived,
        "topology": (site.topology,) if site.topology else (),
        "missing": site.draft.unsaid,
    }
    for what, lines in told.items():
        for words in lines:
            say(f"{what}: {words}")
    for line in shares_text(made):
        give(line)
    if made.refused:
        report(made.refused)
