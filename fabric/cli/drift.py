"""`fabric drift`: live devices against the intent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fabric.cli.exits import Exit
from fabric.cli.options import of_live_devices
from fabric.cli.reviewing import FORMS, formed
from fabric.cli.talk import counted, give, report, say
from fabric.cli.three_ways import LeftAlone, known_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.cli.live import Live, Seen
    from fabric.core.diagnostic import Diagnostic
    from fabric.views.imports_config import Running


@click.command()
@click.argument("intent")
@of_live_devices
@click.option(
    "--running",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Running configurations in files, as `fabric import config` takes them, instead of devices.",
)
@click.option("--format", "form", type=click.Choice(FORMS), default="human", help="How to print the changes.")
def drift(intent: str, form: str, state: Path, **chosen: Any) -> int:
    """Say whether the devices of an INTENT run what it says: exit code 0, or 2 when they do not.

    A device that cannot be read is named, the others are compared, and the exit code is 1.
    """
    from fabric.cli.compiling import compiled
    from fabric.cli.live import fetch_all, limited, live
    from fabric.cli.planning import only_fabric, targets, terms_of
    from fabric.plan import make_plan
    from fabric.plan.review import review_of_drift
    from fabric.views.imports_faults import BROKEN

    build = compiled(intent, inventory=chosen["inventory"], keeping=True)
    side = limited(live(build), chosen["limit"])
    wanted = only_fabric(side, chosen["fabric"])
    files, unread = _in_files(side, chosen["running"]) if chosen["running"] else ({}, ())
    seen, unread = (_running(files), unread) if chosen["running"] else fetch_all(side)
    known, alone = known_of(build, wanted, state), LeftAlone()
    passing = alone.seen(targets(side, wanted, seen, known), BROKEN if files else ())
    made = make_plan(terms_of(side, wanted, known), passing)
    unread = (*unread, *_broken(files, alone))
    give(formed(review_of_drift(made), form, build))
    if unread:
        report(unread)
    for line in (*alone.lines, *alone.features):
        say(line)
    verb = "differs" if len(made.devices) == 1 else "differ"
    read = counted(len(seen) - len(alone.unread), "device")
    say(f"{read} read, {len(made.devices)} {verb} from the intent")
    if unread:
        return Exit.FAILED
    return Exit.CHANGES if made.devices else Exit.DONE


def _in_files(side: Live, folder: Path) -> tuple[dict[str, Running], tuple[Diagnostic, ...]]:
    """Return what devices run by files in a folder, and files that are none; devices without one are told."""
    from fabric.core.names import listing
    from fabric.core.source import Folder
    from fabric.views.imports_config import read_unparsed
    from fabric.views.imports_names import tidy

    names = [unit.name for _, unit in side.units]
    running, problems = read_unparsed(Folder(folder), side.build.registry.platforms, names)
    found = {tidy(one.name): one for one in running}
    for words, missing in (
        ("no configuration of", [name for name in names if name not in found]),
        ("not in the intent:", [name for name in found if name not in names]),
    ):
        if missing:
            say(f"{words} {listing(missing)}")
    return {name: one for name, one in found.items() if name in names}, problems


def _running(files: Mapping[str, Running]) -> dict[str, Seen]:
    from fabric.cli.live import Seen
    from fabric.drivers.contract import Identity

    return {name: Seen(Identity(one.name, "", "", "", ""), one.artifacts) for name, one in files.items()}


def _broken(files: Mapping[str, Running], alone: LeftAlone) -> Iterator[Diagnostic]:
    from fabric.views.imports_faults import unreadable

    return (unreadable(files[name].file, fault) for name, fault in alone.unread)
