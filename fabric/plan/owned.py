"""Gates of a site's own, from its intent into a plan. Nothing is run here: files are read, to be signed."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from fabric.core.condition import needs
from fabric.plan.expect import SWITCHES
from fabric.plan.own import COMMAND, METRIC, TASK, Own, OwnGate, Server
from fabric.plan.own import Traffic as Watched
from fabric.plan.waves import MS_PER_S

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.core.source import Source
    from fabric.device import Design
    from fabric.intent.gates import Gates, Prometheus, Task, Traffic
    from fabric.intent.rollout import Rollout


def own_gates(rollout: Rollout, design: Design, source: Source) -> Own:
    """Return the gates that an intent adds; raises FabricError when a file of them cannot be read."""
    said = rollout.gates
    if said == "default":
        return Own()
    gates = tuple(_all(said))
    compared = any(gate.condition and "control" in needs(gate.condition) for gate in gates)
    return Own(
        gates=gates,
        server=_server(said.prometheus) if said.prometheus else None,
        traffic=_traffic(said.traffic) if said.traffic else None,
        interval_s=_seconds(said.interval),
        files=_digests(source, _files(said, source)),
        roles=_roles(design) if compared else {},
    )


def _all(said: Gates) -> Iterator[OwnGate]:
    if said.prometheus:
        for one in said.prometheus.queries:
            yield OwnGate(
                one.name,
                METRIC,
                one.at,
                _seconds(said.prometheus.deadline),
                (one.query,),
                one.condition,
            )
    for run in said.commands:
        yield OwnGate(
            run.name, COMMAND, run.at, _seconds(run.deadline), run.command, environment=run.environment
        )
    for task in said.tasks:
        yield OwnGate(
            task.name, TASK, task.at, _seconds(task.deadline), (task.task,), environment=task.environment
        )


def _traffic(said: Traffic) -> Watched:
    most = {"discards": said.discards, "errors": said.errors, "pfc": said.pfc, "ecn": said.ecn}
    return Watched(said.frames, {name: limit for name, limit in most.items() if limit is not None})


def _server(said: Prometheus) -> Server:
    return Server(said.url, said.ca or "", said.username or "", said.token or said.password or "")


def _files(said: Gates, source: Source) -> Iterator[str]:
    """Yield the files of the project that gates consist of."""
    if said.prometheus and said.prometheus.ca:
        yield said.prometheus.ca
    for run in said.commands:
        needed = run.command[:1] if "/" in run.command[0] and not run.command[0].startswith("/") else ()
        yield from (normal(word) for word in run.command if word in needed or _within(word, source))
    for task in said.tasks:
        yield from _package(task, source)


def _within(word: str, source: Source) -> bool:
    """Whether an argument names a file of the project."""
    return not word.startswith("/") and ".." not in word.split("/") and source.has(normal(word))


def normal(path: str) -> str:
    """Return a path without what means nothing in it: `./gates/x.sh` is `gates/x.sh`."""
    return "/".join(part for part in path.split("/") if part not in ("", "."))


def _package(task: Task, source: Source) -> Iterator[str]:
    """Yield all files of the package that a task is in, or its one module."""
    package = task.task.partition(":")[0].partition(".")[0]
    found = [path for path in source.files(package) if "__pycache__" not in path.split("/")]
    yield from found or (f"{package}.py",)


def _digests(source: Source, paths: Iterable[str]) -> Mapping[str, str]:
    return {path: hashlib.sha256(source.read(path).encode()).hexdigest() for path in sorted(set(paths))}


def _roles(design: Design) -> dict[str, tuple[str, ...]]:
    switches = [device for device in design.fabric.devices.values() if device.role in SWITCHES]
    return {
        str(role): tuple(device.name for device in switches if device.role is role)
        for role in sorted({device.role for device in switches})
    }


def _seconds(milliseconds: float) -> int:
    return round(milliseconds / MS_PER_S)
