"""What a change of one device does to traffic: ports, sessions, GPUs, rails and capacity."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.plan.behind import behind, gpus_of_pods, united
from fabric.plan.expect import SWITCHES
from fabric.platforms.form import WHOLE, Effect
from fabric.topology import Role, far_end, near_end

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.device import Design
    from fabric.platforms.form import Patch, Platform
    from fabric.topology import Link

PERCENT = 100


@dataclass(frozen=True, slots=True)
class Impact:
    """What traffic notices while a device changes."""

    flaps: tuple[str, ...] = ()
    """Ports that go down and come up again."""
    sessions: tuple[str, ...] = ()
    """Ports whose BGP session goes down and comes up again."""
    stalls: tuple[str, ...] = ()
    """Ports whose buffers are programmed anew."""
    cables: tuple[str, ...] = ()
    """Cables of the ports that flap, lower end first, such as `pod1-leaf2 Ethernet36/1 - spine7 swp1s0`."""
    behind: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """GPUs behind all these ports, by pod or part of it."""
    rails: tuple[int, ...] = ()
    capacity: float = 0.0
    """Per cent of its uplinks that the switch below loses meanwhile; of several, the one that loses most."""

    @property
    def gpus(self) -> int:
        """GPUs whose traffic may take one of these ports."""
        return united((self.behind,))


NOTHING = Impact()


def impact_of(design: Design, name: str, platform: Platform, patch: Patch) -> Impact:
    """Return what a judged change does to traffic."""
    links = {design.port_name(near_end(link, name)): link for link in design.fabric.links_of.get(name, ())}
    hit: dict[Effect, set[str]] = {Effect.FLAPS: set(), Effect.RESETS: set(), Effect.STALLS: set()}
    for edit, kind in zip(patch.edits, patch.classes, strict=False):
        effect = platform.effects.get(kind, Effect.NONE)
        if effect:
            port = platform.port_of(edit.path) if platform.port_of and kind not in WHOLE else None
            for one in effect:
                hit[one].update(links if port is None else (port,))
    ports = set().union(*hit.values())
    if not ports:
        return NOTHING
    touched = [link for port, link in links.items() if port in ports]
    down = [link for port, link in links.items() if port in hit[Effect.FLAPS] | hit[Effect.RESETS]]
    return Impact(
        flaps=_sorted(hit[Effect.FLAPS]),
        sessions=_sorted(port for port in hit[Effect.RESETS] if _has_session(design, name, links.get(port))),
        stalls=_sorted(hit[Effect.STALLS]),
        cables=tuple(
            _cable(design, links[port])
            for port in _sorted(hit[Effect.FLAPS])
            if port in links and name not in design.fabric.dpu_of  # the cable is its DPU's
        ),
        behind=_behind(design, name, touched),
        rails=_rails(design, touched),
        capacity=_capacity(design, down),
    )


def _sorted(ports: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(ports, key=natural))


def _cable(design: Design, link: Link) -> str:
    return " - ".join(f"{end.device} {design.port_name(end)}" for end in (link.a, link.b))


def _has_session(design: Design, name: str, link: Link | None) -> bool:
    """Whether BGP of a unit runs over a link: between switches, and from them to DPUs inside hosts."""
    far = far_end(link, name).device if link else ""
    if not far or design.device(name).role not in SWITCHES:
        return False
    return design.device(far).role in SWITCHES or far in design.fabric.dpu_of


def _behind(design: Design, name: str, touched: list[Link]) -> Mapping[str, int]:
    role, host = design.device(name).role, design.device(name).host
    if host:
        return behind(design, design.fabric.links_of[host])
    whole = role is not Role.LEAF and len(touched) == len(design.fabric.links_of[name])
    if role is Role.MANAGER:
        return gpus_of_pods(design)
    if whole and role is not Role.HOST:
        pods = {design.device(link.a.device).pod for link in touched}
        return {pod: gpus for pod, gpus in gpus_of_pods(design).items() if pod in pods or "" in pods}
    return behind(design, touched)


def _rails(design: Design, touched: Iterable[Link]) -> tuple[int, ...]:
    rails: set[int | None] = {link.rail for link in touched}
    for leaf in {link.a.device for link in touched}:
        if design.device(leaf).role is Role.LEAF:
            rails |= _rails_of(design, leaf)
    return tuple(sorted(rail for rail in rails if rail is not None))


def _rails_of(design: Design, leaf: str) -> set[int | None]:
    """Return the rails that a leaf serves: those of its links to hosts."""
    links = design.fabric.links_of[leaf]
    return design.once(("rails of", leaf), lambda: {link.rail for link in links if link.b.device == leaf})


def _capacity(design: Design, down: Iterable[Link]) -> float:
    lost: Counter[str] = Counter()
    for link in down:
        if design.device(link.a.device).role in SWITCHES:
            lost[link.a.device] += link.speed_gbps
    return max((PERCENT * gbps / _uplinks(design, name) for name, gbps in lost.items()), default=0.0)


def _uplinks(design: Design, name: str) -> int:
    links = design.fabric.links_of[name]
    return design.once(("uplinks", name), lambda: sum(k.speed_gbps for k in links if k.a.device == name))
