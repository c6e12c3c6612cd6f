"""`fabric drift`: live devices against the intent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fabric.cli.exits import Exit
from fabric.cli.options import of_live_devices
from fabric.cli.reviewing import FORMS, formed
from fabric.cli.talk import counted, give, report, say
from fabric.cli.three_ways import foreign_edits, known_of, unmanaged_edits

if TYPE_CHECKING:
    from fabric.cli.live import Live, Seen


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
    from fabric.cli.planning import only_fabric, plan_of, targets
    from fabric.plan.review import review_of_drift

    build = compiled(intent, inventory=chosen["inventory"], keeping=True)
    side = limited(live(build), chosen["limit"])
    wanted = only_fabric(side, chosen["fabric"])
    seen, unread = (_in_files(side, chosen["running"]), ()) if chosen["running"] else fetch_all(side)
    known = known_of(build, wanted, state)
    made = plan_of(side, wanted, seen, known)
    give(formed(review_of_drift(made), form, build))
    if unread:
        report(unread)
    for line in foreign_edits(build, known, {name: one.running for name, one in seen.items()}):
        say(line)
    if build.site.unmanaged:
        for line in unmanaged_edits(targets(side, wanted, seen, known)):
            say(line)
    verb = "differs" if len(made.devices) == 1 else "differ"
    say(f"{counted(len(seen), 'device')} read, {len(made.devices)} {verb} from the intent")
    if unread:
        return Exit.FAILED
    return Exit.CHANGES if made.devices else Exit.DONE


def _in_files(side: Live, folder: Path) -> dict[str, Seen]:
    """Return what devices run by files in a folder; those without one are told."""
    from fabric.cli.import_live import hears
    from fabric.cli.live import Seen
    from fabric.core.names import listing
    from fabric.core.source import Folder
    from fabric.drivers.contract import Identity
    from fabric.views.imports_config import read_running
    from fabric.views.imports_names import tidy

    found = {
        tidy(one.name): Seen(Identity(one.name, "", "", "", ""), one.artifacts)
        for one in read_running(Folder(folder), side.build.registry.platforms, hears)
    }
    names = [unit.name for _, unit in side.units]
    for words, missing in (
        ("no configuration of", [name for name in names if name not in found]),
        ("not in the intent:", [name for name in found if name not in names]),
    ):
        if missing:
            say(f"{words} {listing(missing)}")
    return {name: one for name, one in found.items() if name in names}
