"""Whose GPUs stand behind a link or a switch, in keys that can be united over devices.

A key is a pod, `pod1`, or a part of it: on rails all GPUs of a leaf, `pod1/pod1-leaf1`, or those of a host on
it, `pod1/pod1-leaf1/pod1-host1`; elsewhere those of a host, `pod1/pod1-host1`. What is whole holds its parts.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fabric.intent.topology import rails_of
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.device import Design
    from fabric.topology import Link


def behind(design: Design, links: Iterable[Link]) -> dict[str, int]:
    """Return the GPUs behind links, by key: those that a link joins, or whose traffic may take it."""
    found: dict[str, int] = {}
    on_ports: Counter[str] = Counter()
    for link in links:
        lower = design.device(link.a.device)
        if lower.role is Role.HOST and rails_of(design.intent.topology):
            on_ports[f"{_of_leaf(design, link.b.device)}/{lower.name}"] += 1
        elif lower.role is Role.HOST:
            found[f"{lower.pod}/{lower.name}"] = design.catalog.host(lower.model).gpus
        elif lower.role is Role.LEAF:
            found |= _under(design, lower.name)
        elif lower.pod:
            found[lower.pod] = gpus_of_pods(design)[lower.pod]
        else:
            found |= gpus_of_pods(design)
    parts = {key: number for key, number in on_ports.items() if _whole(key) not in found}
    return {**parts, **found}


def united(parts: Iterable[Mapping[str, int]]) -> int:
    """Return how many GPUs stand behind any of the parts; each is counted once."""
    most: dict[str, int] = {}
    for part in parts:
        for key, number in part.items():
            most[key] = max(number, most.get(key, 0))
    return sum(number for key, number in most.items() if most.keys().isdisjoint(_wholes(key)))


def _wholes(key: str) -> Iterator[str]:
    """Yield the keys of which this one is a part."""
    while whole := _whole(key):
        yield whole
        key = whole


def _whole(key: str) -> str:
    return key.rpartition("/")[0]


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
        parts = behind(design, [link for link in links if design.device(link.a.device).role is Role.HOST])
        on_rails = rails_of(design.intent.topology)
        return {_of_leaf(design, leaf): sum(parts.values())} if on_rails and parts else parts

    return design.once(("gpus under", leaf), count)
