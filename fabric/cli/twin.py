"""`fabric twin`: a rehearsal on real daemons."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from fabric.cli.exits import Exit
from fabric.cli.talk import FORMATS, counted, give, report, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.core.diagnostic import Diagnostic
    from fabric.device import Design
    from fabric.pipeline import Build

    Outcome = tuple[dict[str, Any], tuple[Diagnostic, ...]]


@click.command()
@click.argument("intent")
@click.option("--fabric", "only", default="", help="Rehearse one fabric of the site.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How to print it.")
def twin(intent: str, only: str, form: str) -> int:
    """Run the rendered files of an INTENT on real daemons and compare what comes of it with the intent.

    Ethernet: FRR runs every frr.conf in network namespaces, root needed: sessions, equal ways in FRR and in
    the kernel, echoes between router ids and between rails, and the same with a link down and up again.
    InfiniBand: OpenSM routes the subnet on ibsim: engine, partitions, cabling.
    """
    from fabric.cli.compiling import compiled

    made = compiled(intent)
    if only and only not in made.designs:
        raise click.UsageError(f"no fabric `{only}` in this site; it has {', '.join(sorted(made.designs))}")
    results: list[dict[str, Any]] = []
    found: list[Diagnostic] = []
    for name, design in made.designs.items():
        if only in {"", name}:
            result, diagnostics = _rehearsed(made, design)
            results.append({"fabric": name, **result})
            found += diagnostics
    failed = bool(found) or any("reason" in result for result in results)
    if form == "json":
        rows = [{"code": one.code, "summary": one.summary} for one in found]
        give(json.dumps({"schema": "fabric-twin/1", "fabrics": results, "findings": rows}, indent=2))
    else:
        for result in results:
            if "reason" in result:
                say(f"error: no rehearsal of `{result['fabric']}`: {result['reason']}")
            else:
                give(_line(result))
        if found or not failed:
            report(found)
    return Exit.FAILED if failed else Exit.DONE


def _rehearsed(made: Build, design: Design) -> Outcome:
    """Return what came of the rehearsal of a fabric, or the reason why there is none."""
    from fabric.twin.ibsim import TwinError

    try:
        return _run(made, design)
    except TwinError as reason:
        return {"reason": str(reason)}, ()


def _run(made: Build, design: Design) -> Outcome:
    from fabric.device import SubnetManagerConfig
    from fabric.twin import opensm_rehearsal, routing_rehearsal

    name = design.fabric.name
    say(f"{name}: files are rendered")
    artifacts = {
        unit.name: made.texts(unit) for _, unit in made.units() if design.fabric.name in unit.fabrics
    }
    for config in _managers(made, design):
        if isinstance(config, SubnetManagerConfig):
            subnet = opensm_rehearsal.rehearse(config, artifacts[config.name])
            return {"engine": subnet.engine, "cables": subnet.cables}, subnet.diagnostics
    readers = {name: platform.router for name, platform in made.registry.platforms.items() if platform.router}
    run = routing_rehearsal.rehearse(design, artifacts, readers, tell=lambda step: say(f"{name}: {step}"))
    return {"nodes": run.nodes, "sessions": run.sessions, "probed": run.probed}, run.diagnostics


def _managers(made: Build, design: Design) -> Iterator[object]:
    from fabric.topology import Role

    for _, unit in made.units():
        if unit.role is Role.MANAGER and design.fabric.name in unit.fabrics:
            yield made.config(unit)


def _line(result: dict[str, Any]) -> str:
    if "engine" in result:
        return f"{result['fabric']}: OpenSM routed {result['cables']} cables with {result['engine']}"
    return (
        f"{result['fabric']}: {counted(result['sessions'], 'session')} among {result['nodes']} nodes, "
        f"{counted(result['probed'], 'pair')} of addresses probed, one link down and up"
    )
