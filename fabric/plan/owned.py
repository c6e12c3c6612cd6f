"""Gates of a site's own, from its intent into a plan. Nothing is run here: files are read, to be signed."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from fabric.core.condition import needs
from fabric.plan.expect import SWITCHES
from fabric.plan.own import METRIC, Own, OwnGate, Server
from fabric.plan.waves import MS_PER_S

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.core.source import Source
    from fabric.device import Design
    from fabric.intent.gates import Gates, Prometheus
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
        interval_s=_seconds(said.interval),
        files=_digests(source, _files(said)),
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


def _server(said: Prometheus) -> Server:
    return Server(said.url, said.ca or "", said.username or "", said.token or said.password or "")


def _files(said: Gates) -> Iterator[str]:
    if said.prometheus and said.prometheus.ca:
        yield said.prometheus.ca


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
