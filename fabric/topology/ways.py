"""From cable to cable: what stands at both ends of a way, and the passive devices it leads through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fabric.core.diagnostic import Diagnostic, error, nearest
from fabric.topology.model import Device, Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.diagnostic import Path
    from fabric.intent.explicit import Cable, Explicit

RANK = {Role.HOST: 0, Role.MANAGER: 0, Role.LEAF: 1, Role.SPINE: 2, Role.CORE: 3}
"""Lower ends first; managers are on leaves as hosts are."""


class Tip(NamedTuple):
    """An end of a cable as written."""

    device: Device
    port: str
    path: Path
    media: str | None
    """Module that the cable names for this end."""
    said: Path
    """Where it does."""


@dataclass(frozen=True, slots=True)
class Way:
    """What joins two ports: one cable, or several with passive devices between them."""

    low: Tip
    high: Tip
    cables: tuple[Cable, ...]
    """From the lower end on."""


def ways(topology: Explicit, devices: Mapping[str, Device]) -> tuple[list[Way], list[Diagnostic]]:
    """Return the ways of all cables whose ends exist, and what is wrong with the others."""
    found: list[Way] = []
    problems: list[Diagnostic] = []
    for cable in topology.cables:
        missing = [problem for field in ("a", "b") if (problem := _unknown(cable, field, devices))]
        problems += missing
        if not missing:
            one, other = (_tip(cable, field, devices) for field in ("a", "b"))
            low, high = sorted((one, other), key=lambda tip: RANK[tip.device.role])
            found.append(Way(low, high, (cable,)))
    return found, problems


def _unknown(cable: Cable, field: str, devices: Mapping[str, Device]) -> Diagnostic | None:
    name = str(getattr(cable, field)).partition(":")[0]
    if name in devices:
        return None
    hint = nearest(name, devices) or "name a switch of `topology.switches`, or a host such as `pod1-host1`"
    return error("TOP-060", f"there is no device `{name}`", cable.loc(field), hint)


def _tip(cable: Cable, field: str, devices: Mapping[str, Device]) -> Tip:
    name, _, port = str(getattr(cable, field)).partition(":")
    media, own = f"media_{field}", getattr(cable, f"media_{field}")
    said = cable.loc("media" if own is None else media)
    return Tip(devices[name], port, cable.loc(field), own or cable.media, said)
