"""Whether devices may be taken out now: the part of every limit that they take, tightest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.names import natural

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.plan.constraints import Limit
    from fabric.topology import Fabric


@dataclass(frozen=True, slots=True)
class Share:
    """What devices take of one limit, those that are out anyway included."""

    limit: str
    taken: int
    most: int
    whole: int
    """All that there is of it."""
    broken: bool

    def __str__(self) -> str:
        out, may = (f"{100 * part / self.whole:.3g} %" for part in (self.taken, self.most))
        if self.taken > self.most and not self.broken:
            return f"{self.limit}: {out} out, {may} may; one device always may"
        return f"{self.limit}: {out} out, {may} may"


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether devices may be taken out at once."""

    devices: tuple[str, ...]
    out: tuple[str, ...]
    shares: tuple[Share, ...]
    """Of every limit they take something of: broken ones first, then the binding one."""
    unmanaged: tuple[str, ...] = ()
    """Switches that are managed through one of the devices; they carry traffic as before."""

    @property
    def safe(self) -> bool:
        """Whether they may."""
        return not any(share.broken for share in self.shares)


def unmanaged_without(fabric: Fabric, devices: Iterable[str]) -> tuple[str, ...]:
    """Return the switches whose management ports are cabled to some devices, in natural order."""
    lost = {link.a.device for name in devices for link in fabric.management_of.get(name, ())}
    return tuple(sorted(lost.difference(devices), key=natural))


def asked(limits: Iterable[Limit], devices: tuple[str, ...], out: frozenset[str]) -> Answer:
    """Answer for devices that are taken out at once beside those that are out anyway."""
    found = []
    for limit in limits:
        members = [name for name in {*devices, *out} if limit.weights.get(name, 0)]
        if not any(name in devices for name in members):
            continue
        taken = sum(limit.weights[name] for name in members)
        broken = taken > limit.most and not (limit.alone and len(members) == 1)
        found.append(Share(limit.name, taken, limit.most, limit.whole or sum(limit.weights.values()), broken))
    found.sort(key=lambda share: (not share.broken, share.most - share.taken, share.limit))
    return Answer(devices, tuple(sorted(out)), tuple(found))
