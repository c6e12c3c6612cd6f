"""`fabric rollout can-drain`: whether devices may be taken out now, and what decides it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, give
from fabric.core.names import listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.plan.draining import Answer


@click.command("can-drain")
@click.argument("intent")
@click.argument("devices", nargs=-1, required=True)
@click.option("--fabric", help="Fabric of the site; needed when it has several.")
@click.option("--jobs", type=click.Path(path_type=Path, dir_okay=False), help="Jobs that run, as JSON.")
@click.option("--down", multiple=True, help="Devices that are out anyway; may be repeated.")
@click.option("--live", "look", is_flag=True, help="Look which devices answer; one that does not is out.")
@click.option("--inventory", type=click.Path(file_okay=False), help="Inventory folder instead of the site's.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it.")
def can_drain(  # noqa: PLR0913 - one parameter for each option
    intent: str,
    devices: tuple[str, ...],
    *,
    fabric: str | None,
    jobs: Path | None,
    down: tuple[str, ...],
    look: bool,
    inventory: str | None,
    form: str,
) -> int:
    """Say whether DEVICES may be taken out at once now: 0 yes, 1 no."""
    from fabric.cli.compiling import compiled
    from fabric.cli.limiting import devices_named, running_jobs
    from fabric.cli.live import fetch_all, live
    from fabric.cli.planning import only_fabric
    from fabric.plan.draining import asked, unmanaged_without
    from fabric.plan.limits import constraints_of, every_limit

    side = live(compiled(intent, inventory=inventory))
    design = side.build.designs[only_fabric(side, fabric)]
    constraints = constraints_of(design.site.rollout)
    out = {*devices_named(design, down), *design.drained}
    if look:
        seen, _ = fetch_all(side)
        out |= {unit.name for own, unit in side.units if own is design and unit.name not in seen}
    limits = every_limit(design, constraints, running_jobs(design, jobs))
    named = devices_named(design, devices)
    answer = replace(asked(limits, named, frozenset(out)), unmanaged=unmanaged_without(design.fabric, named))
    give(_json(answer) if form == "json" else _text(answer))
    return Exit.DONE if answer.safe else Exit.FAILED


def _text(answer: Answer) -> str:
    names = ", ".join(f"`{name}`" for name in answer.devices)
    missing = f" while {', '.join(f'`{name}`' for name in answer.out)} are out" if answer.out else ""
    head = f"{names} {'may' if answer.safe else 'may not'} be taken out{missing}"
    shares = (f"  {'no: ' if one.broken else ''}{one}" for one in answer.shares)
    return "\n".join([head, *shares, *_unmanaged(answer.unmanaged)])


def _unmanaged(names: tuple[str, ...]) -> Iterator[str]:
    """Yield the line about switches that nobody reaches meanwhile."""
    if names:
        count = f"{len(names)} switch{'es' if len(names) > 1 else ''}"
        yield f"  nobody reaches the management of {count} meanwhile, whose traffic goes on: {listing(names)}"


def _json(answer: Answer) -> str:
    import json
    from dataclasses import asdict

    return json.dumps({"schema": "fabric-can-drain/1", "safe": answer.safe, **asdict(answer)}, indent=2)
