"""`fabric lab`: the simulated fleet of an intent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, counted, give, say

FOLDER = click.option(
    "--dir",
    "folder",
    default=".fabric/lab",
    show_default=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the lab.",
)


@click.group()
def lab() -> None:
    """Simulate the switches of an intent on the loopback, over the protocols that real ones speak."""


@lab.command()
@click.argument("intent")
@FOLDER
@click.option("--wait", is_flag=True, help="Return when it answers and has written its inventory.")
def up(intent: str, folder: Path, *, wait: bool) -> int:
    """Start the lab of an INTENT: every switch factory-fresh, cabled as the intent says."""
    from fabric.cli.compiling import compiled
    from fabric.cli.fleet import complete_inventory, fleet_of, without_double
    from fabric.lab import control

    build = compiled(intent)
    fleet = fleet_of(build, net=control.free_net())
    if not fleet.devices:
        say("no switch of this intent has a double in the lab")
        return Exit.FAILED
    try:
        control.up(folder, fleet)
        if wait:
            ready = control.wait(folder)
            complete_inventory(build, folder / "inventory")
            say(f"{counted(ready.devices, 'device')} answer; inventory in `{folder}/inventory`")
            if missing := without_double(build):
                say(f"without a double in the lab: {missing}")
    except control.LabError as failure:
        say(str(failure))
        return Exit.FAILED
    return Exit.DONE


@lab.command()
@FOLDER
def down(folder: Path) -> int:
    """Stop the lab."""
    from fabric.lab import control

    say("stopped" if control.down(folder) else "no lab was running")
    return Exit.DONE


@lab.command("status")
@FOLDER
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it.")
def status_of(folder: Path, form: str) -> int:
    """Print the state of every simulated device."""
    from fabric.lab import control

    try:
        found = control.status(folder)
        give(json.dumps(found, indent=2) if form == "json" else standing(found["devices"]))
    except control.LabError as failure:
        say(str(failure))
        return Exit.FAILED
    return Exit.DONE


def standing(devices: dict[str, dict[str, Any]]) -> str:
    """Return a line for each device: where it is, whether it answers, and what is up."""
    cells = [
        (
            name,
            one["platform"],
            one["address"],
            "answers" if one["answers"] else "does not answer",
            f"{len(one['ports_up'])} of {one['ports']} ports up",
            counted(len(one["bgp"]), "BGP session"),
            ", ".join(map(str, one["faults"])),
        )
        for name, one in devices.items()
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    rows = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in cells)
    return "\n".join(rows)


@lab.command("fault")
@FOLDER
@click.argument("device")
@click.argument("kind")
@click.option("--match", default="", help="Strike only at a command that contains this text.")
@click.option("--count", default=1, help="How often it strikes.")
@click.option("--seconds", default=0.0, help="How long it lasts or delays.")
@click.option("--port", default="", help="Port, for faults of a port.")
@click.option("--line", default="", help="Configuration line, for an edit.")
@click.option("--after", default="", help="Begin with the first command that contains this text.")
@click.option("--clear", is_flag=True, help="End trouble of this kind instead.")
def order(folder: Path, device: str, kind: str, *, clear: bool, **settings: str | float) -> int:
    """Order trouble of a KIND on a DEVICE.

    On the wire: slow, drip, drop-before, drop-after, error, garbage, html, half, flood and dead. Lies: lie,
    mixed-up, ignore, forget, revert, wrong-identity, stale-lldp, frozen-counters, falling-counters.
    Else: partial, reboot, timeout, edit, link-down, bgp-down, pfc-storm and traffic (frames flow).
    """
    from fabric.lab import control
    from fabric.lab.faults import Fault, Kind

    try:
        if clear:
            control.clear(folder, device, Kind(kind))
        else:
            control.fault(folder, device, Fault(Kind(kind), **settings))  # type: ignore[arg-type]
    except ValueError:
        say(f"`{kind}` is no kind of fault; there are {', '.join(Kind)}")
        return Exit.USAGE
    except control.LabError as failure:
        say(str(failure))
        return Exit.FAILED
    return Exit.DONE
