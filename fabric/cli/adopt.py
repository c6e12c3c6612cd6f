"""`fabric adopt`: what people changed on devices, kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import counted, give, report, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.inventory.adopted import Kept
    from fabric.pipeline import Build
    from fabric.plan import Plan
    from fabric.platforms.form import Platform


@click.command()
@click.argument("intent")
@click.option("--inventory", type=click.Path(file_okay=False), help="Inventory folder instead of the site's.")
@click.option("--fabric", help="Fabric of the site; needed when it has several.")
@click.option("--limit", multiple=True, help="Devices, such as `pod1-leaf[1-4]`; may be repeated.")
@click.option(
    "--state",
    default=".fabric/state",
    show_default=True,
    type=click.Path(path_type=Path),
    help="State folder: what was last applied.",
)
@click.option("--reason", default="", help="Why; it is written beside every line.")
def adopt(  # noqa: PLR0913 - one parameter for each option
    intent: str,
    *,
    inventory: str | None,
    fabric: str | None,
    limit: tuple[str, ...],
    state: Path,
    reason: str,
) -> int:
    """Keep what people changed on the devices of an INTENT since the last rollout.

    It is written to `adopted.yaml` beside the ledger, and plans leave it alone until its entry is removed.
    """
    from fabric.cli.compiling import compiled
    from fabric.cli.live import fetch_all, limited, live
    from fabric.cli.planning import only_fabric, plan_of
    from fabric.cli.three_ways import adopting, known_of

    side = limited(live(compiled(intent, inventory=inventory)), limit)
    wanted, platforms = only_fabric(side, fabric), side.build.registry.platforms
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
    from fabric.cli.three_ways import can_be_kept
    from fabric.core.tree import reverse
    from fabric.views.review_words import edit_word

    for name, device in made.devices.items():
        for edit in (device.patch.edits[number] for number in device.outside):
            kept = "kept" if can_be_kept(edit, platforms[device.platform]) else "cannot be kept"
            give(f"{name}: {kept}: {edit_word(reverse((edit,))[0])}")


def _write(build: Build, kept: Mapping[str, tuple[Kept, ...]]) -> None:
    from fabric.cli.files import write_text
    from fabric.cli.three_ways import folder_of
    from fabric.inventory.adopted import NAME, adopted_text

    place = Path(getattr(build.project.source, "root", ".")) / folder_of(build) / NAME
    write_text(place, adopted_text(kept))
    say(f"`{place}`: {counted(sum(map(len, kept.values())), 'line')}; commit it")
