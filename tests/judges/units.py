"""A rendered unit, and which judge each of its artifacts comes before."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from judges import eos, frr, netplan, networkd, nvue, opensm, yang

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.device import Design, Unit
    from fabric.pipeline import Build
    from judges.verdict import Verdict


class Rendered:
    """A unit with its configuration and its artifacts by name."""

    def __init__(self, build: Build, design: Design, unit: Unit) -> None:
        self.name = unit.name
        self.config: Any = build.config(unit)
        self.release = design.device(unit.name).release
        self.artifacts = {artifact.name: artifact.text for artifact in build.artifacts(unit)}


def of_each_sort(build: Build) -> list[Rendered]:
    """Return one unit of each sort of a build: role, platform, model and release."""
    found: dict[tuple[str, ...], Rendered] = {}
    for design, unit in build.units():
        device = design.device(unit.name)
        sort = (unit.role, unit.platform, device.model, device.release)
        if sort not in found:
            found[sort] = Rendered(build, design, unit)
    return list(found.values())


def ports(host: Rendered) -> list[str]:
    """Return the ports of a host that have addresses."""
    parts = (part for part in host.config.fabrics if part.transport != "infiniband")
    return [nic.interface for part in parts for nic in part.nics]


JUDGES: Mapping[str, tuple[str, Callable[[Rendered], Verdict]]] = MappingProxyType(
    {
        "eos.cfg": ("eos", lambda unit: eos.judge(unit.artifacts["eos.cfg"])),
        "config_db.json": ("yang", lambda unit: yang.judge(unit.artifacts["config_db.json"], unit.release)),
        "frr.conf": ("frr", lambda unit: frr.judge(unit.artifacts["frr.conf"])),
        "startup.yaml": ("nvue", lambda unit: nvue.judge(unit.artifacts["startup.yaml"], unit.release)),
        "netplan.yaml": ("netplan", lambda unit: netplan.judge(unit.artifacts["netplan.yaml"], ports(unit))),
        "fabric-nic.service": ("networkd", lambda unit: networkd.judge(unit.artifacts, ports(unit))),
        "opensm.conf": ("opensm", lambda unit: opensm.judge(unit.config, unit.artifacts)),
    }
)
"""Artifact to the name of its judge and how it is asked."""
