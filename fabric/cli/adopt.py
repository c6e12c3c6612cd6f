"""`fabric adopt`: what people changed on devices, kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fabric.cli.exits import Exit
from fabric.cli.options import of_live_devices
from fabric.cli.talk import counted, give, report, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.inventory.adopted import Kept
    from fabric.pipeline import Build
    from fabric.plan import Plan
    from fabric.platforms.form import Platform


@click.command()
@click.argument("intent")
@of_live_devices
@click.option("--reason", default="", help="Why; it is written beside every line.")
def adopt(intent: str, reason: str, state: Path, **chosen: Any) -> int:
    """Keep what people changed on the devices of an INTENT since the last rollout.

    It is written to `adopted.yaml` beside the ledger, and plans leave it alone until its entry is removed. A
    secret cannot be kept, nor a line of a file that is pushed whole: each is told with what to do instead.
    """
    from fabric.cli.compiling import compiled
    from fabric.cli.live import fetch_all, limited, live
    from fabric.cli.planning import only_fabric, plan_of
    from fabric.cli.three_ways import adopting, known_of

    side = limited(live(compiled(intent, inventory=chosen["inventory"])), chosen["limit"])
    wanted, platforms = only_fabric(side, chosen["fabric"]), side.build.registry.platforms
    seen, unread = fetch_all(side)
    if unread:
        report(unread)
    known = known_of(side.build, wanted, state)
    made = plan_of(side, wanted, seen, known)
    _tell(made, platforms)
    new = adopting(made, known, platforms, reason)
    if new.kept == known.kept:
        say("nothing that somebody else changed can be kept")
    else:
        _write(side.build, new.kept)
    return Exit.FAILED if unread else Exit.DONE


def _tell(made: Plan, platforms: Mapping[str, Platform]) -> None:
    """Say what others changed, as they changed it, and whether it can be kept."""
    from fabric.cli.three_ways import never_kept
    from fabric.core.tree import reverse
    from fabric.views.review_words import edit_word

    for name, device in made.devices.items():
        for edit in (device.patch.edits[number] for number in device.outside):
            why = never_kept(edit, platforms[device.platform])
            kept = f"cannot be kept, since {why}" if why else "kept"
            give(f"{name}: {kept}: {edit_word(reverse((edit,))[0])}")


def _write(build: Build, kept: Mapping[str, tuple[Kept, ...]]) -> None:
    from fabric.cli.files import write_text
    from fabric.cli.three_ways import folder_of
    from fabric.inventory.adopted import NAME, adopted_text

    place = Path(getattr(build.project.source, "root", ".")) / folder_of(build) / NAME
    write_text(place, adopted_text(kept))
    say(f"`{place}`: {counted(sum(map(len, kept.values())), 'line')}; commit it")
