"""Devices into waves: a canary of every kind, then the roles from the hosts upward, in growing parts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from fabric.core.names import natural
from fabric.plan.model import CANARY, Wave

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from fabric.intent import Site

ROLES = ("host", "leaf", "spine", "core", "subnet-manager")
"""Order of the roles: lower tiers first, so that what fails is seen where it hurts least."""


MS_PER_S = 1000
LOGGED_IN_AGAIN = 2
"""Devices whose way in changes that go alone before others do (reference/rollout.md 3.8): what locks us out
of one locks us out of all."""


class Seated(Protocol):
    """What a device's place in the waves follows from."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def role(self) -> str:
        """Its place in the fabric."""

    @property
    def pod(self) -> str:
        """Its pod; empty for none."""

    @property
    def rail(self) -> int | None:
        """Its rail."""

    @property
    def gpus(self) -> int:
        """GPUs that lose a path while it is out."""

    @property
    def sort(self) -> tuple[str, ...]:
        """What kind of device it is: one canary of each goes first."""

    @property
    def risky(self) -> bool:
        """Whether its change is of the way in, and it carries something."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """How a rollout grows."""

    parts: tuple[float, ...]
    """Shares of a role, in per cent, that go before the rest of it: `(10,)` is 10 %, then the rest."""
    by_role: bool
    """Whether each role has waves of its own, as every fabric with users wants."""
    soak_s: int
    most_share: float = 100.0
    """Most of all changed devices in one wave, in per cent; one always may."""
    most_gpus: int = 0
    """Most GPUs behind one wave; 0: any number. One device always may."""


STRATEGIES: Mapping[str, Strategy] = {
    "lab": Strategy(parts=(), by_role=False, soak_s=0),
    "default": Strategy(parts=(10.0,), by_role=True, soak_s=600),
}


def strategy(profile: str, parts: tuple[float, ...] | None = None, soak_s: int | None = None) -> Strategy:
    """Return the strategy of a profile with what the intent says instead; raises KeyError for no profile."""
    base = STRATEGIES[profile]
    return replace(
        base,
        parts=base.parts if parts is None else parts,
        soak_s=base.soak_s if soak_s is None else soak_s,
    )


def strategy_of(site: Site) -> Strategy:
    """Return the strategy that a site's intent asks for."""
    wanted = site.rollout
    shares = tuple(wave for wave in wanted.waves if isinstance(wave, float))
    found = strategy(wanted.limits.profile, shares, round(wanted.soak / MS_PER_S))
    radius = wanted.limits.blast_radius
    return replace(found, most_share=radius.devices or 100.0, most_gpus=radius.gpus or 0)


def waves(devices: Iterable[Seated], how: Strategy) -> tuple[Wave, ...]:
    """Return the waves; the same devices give the same waves, whatever their order."""
    ordered = sorted(devices, key=_place)
    canaries = _canaries(ordered)
    result = [Wave(CANARY, canaries, how.soak_s)] if canaries else []
    chosen = frozenset(canaries)
    rest = [device for device in ordered if device.name not in chosen]
    if not how.by_role:
        result += _growing("", [device.name for device in rest], how)
    for role in dict.fromkeys(device.role for device in rest) if how.by_role else ():
        result += _growing(f"{role} ", [device.name for device in rest if device.role == role], how)
    return _cut(result, {device.name: device for device in ordered}, how)


def _cut(whole: Iterable[Wave], seats: Mapping[str, Seated], how: Strategy) -> tuple[Wave, ...]:
    """Cut waves where they would expose more than they may, and the first changes of a way in off."""
    alone: list[str] = []
    result: list[Wave] = []
    for wave in whole:
        first = [name for name in wave.devices if seats[name].risky][: LOGGED_IN_AGAIN - len(alone)]
        alone += first
        rest = [name for name in wave.devices if name not in first]
        parts = [[name] for name in first] + _exposed(rest, seats, how)
        if len(parts) == 1:
            result.append(wave)
            continue
        named = ((f"{wave.name}, part {number}", part) for number, part in enumerate(parts, 1))
        result += [Wave(name, tuple(part), wave.soak_s) for name, part in named]
    return tuple(result)


def _exposed(names: Sequence[str], seats: Mapping[str, Seated], how: Strategy) -> list[list[str]]:
    """Return devices in parts that expose no more than a wave may."""
    most = max(1, int(len(seats) * how.most_share / 100))
    parts: list[list[str]] = []
    behind = 0
    for name in names:
        behind += seats[name].gpus
        if not parts or len(parts[-1]) >= most or (how.most_gpus and behind > how.most_gpus):
            parts.append([])
            behind = seats[name].gpus
        parts[-1].append(name)
    return parts


def _place(device: Seated) -> tuple[object, ...]:
    role = ROLES.index(device.role) if device.role in ROLES else len(ROLES)
    return (role, device.role, natural(device.pod), device.rail or 0, natural(device.name))


def _canaries(ordered: Sequence[Seated]) -> tuple[str, ...]:
    """Take one of every platform, release, model and role: each way through our code goes once, alone.

    The one that costs fewest GPUs is taken, and among equals the first by place.
    """
    chosen: dict[tuple[str, ...], Seated] = {}
    for device in ordered:
        if device.sort not in chosen or device.gpus < chosen[device.sort].gpus:
            chosen[device.sort] = device
    names = {device.name for device in chosen.values()}
    return tuple(device.name for device in ordered if device.name in names)


def _growing(prefix: str, names: Sequence[str], how: Strategy) -> list[Wave]:
    result: list[Wave] = []
    done = 0
    for share in how.parts:
        upto = max(done + 1, int(len(names) * share / 100))
        if upto >= len(names):
            break
        result.append(Wave(f"{prefix}{share:g} %", tuple(names[done:upto]), how.soak_s))
        done = upto
    if names[done:]:
        result.append(Wave(f"{prefix}rest", tuple(names[done:]), how.soak_s))
    return result
