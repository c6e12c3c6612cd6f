"""Whose GPUs stand behind a link or a switch, in keys that can be united over devices.

A key is a pod, `pod1`, or a part of it, `pod1/...`: on rails all GPUs of a leaf, elsewhere those of a host.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fabric.intent.topology import rails_of
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.device import Design
    from fabric.topology import Link


def behind(design: Design, links: Iterable[Link]) -> dict[str, int]:
    """Return the GPUs behind links, by key: those that a link joins, or whose traffic may take it."""
    found: dict[str, int] = {}
    on_ports: Counter[str] = Counter()
    for link in links:
        lower = design.device(link.a.device)
        if lower.role is Role.HOST and rails_of(design.intent.topology):
            on_ports[_of_leaf(design, link.b.device)] += 1
        elif lower.role is Role.HOST:
            found[f"{lower.pod}/{lower.name}"] = design.catalog.host(lower.model).gpus
        elif lower.role is Role.LEAF:
            found |= _under(design, lower.name)
        elif lower.pod:
            found[lower.pod] = gpus_of_pods(design)[lower.pod]
        else:
            found |= gpus_of_pods(design)
    return {**on_ports, **found}


def united(parts: Iterable[Mapping[str, int]]) -> int:
    """Return how many GPUs stand behind any of the parts; each is counted once."""
    most: dict[str, int] = {}
    for part in parts:
        for key, number in part.items():
            most[key] = max(number, most.get(key, 0))
    return sum(number for key, number in most.items() if "/" not in key or key.partition("/")[0] not in most)


def gpus_of_pods(design: Design) -> Mapping[str, int]:
    """Return the GPUs of each pod."""

    def count() -> Counter[str]:
        gpus: Counter[str] = Counter()
        for host in design.fabric.of_role(Role.HOST):
            gpus[host.pod] += design.catalog.host(host.model).gpus
        return gpus

    return design.once(("gpus of pods",), count)


def _of_leaf(design: Design, leaf: str) -> str:
    """Return the key of a leaf; leaves of one place in several planes serve the same GPUs."""
    device = design.device(leaf)
    return f"{device.pod}/leaf{device.index}" if device.plane else f"{device.pod}/{leaf}"


def _under(design: Design, leaf: str) -> Mapping[str, int]:
    def count() -> dict[str, int]:
        links = [link for link in design.fabric.links_of.get(leaf, ()) if link.b.device == leaf]
        return behind(design, [link for link in links if design.device(link.a.device).role is Role.HOST])

    return design.once(("gpus under", leaf), count)
