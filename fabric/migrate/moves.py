"""What differs between two intents, cut into what may be done one after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from fabric.core.names import natural
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.pipeline import Build
    from fabric.topology import Device

TIERS = {Role.CORE: "core", Role.SPINE: "spine", Role.LEAF: "leaf"}
"""What the intent calls the switches of a role, from the top down: that is the order of the work."""
WHAT = ("model", "platform", "hwsku", "release", "routing_mode")
"""What an intent says of each switch by itself."""
OF_PODS = ("host-leaf", "leaf-spine", "spine-core")
"""Classes of links that belong to the pod at their lower end."""


class Kind(StrEnum):
    """What a move is about."""

    SWITCH = "switch"
    POD = "pod"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class Move:
    """Something that is taken from the later intent."""

    kind: Kind
    name: str = ""
    """The switch, or the pod; the rest has no name."""
    fabric: str = ""
    """Of a switch, as what follows."""
    tier: str = ""
    pod: str = ""


REST = Move(Kind.REST)


def what(device: Device) -> tuple[str, ...]:
    """Return what a switch is, in the order of `WHAT`."""
    return device.model, device.platform, device.hwsku, device.release, device.routing_mode


def moves(old: Build, new: Build) -> tuple[Move, ...]:
    """Return what differs in the order of the work: cores, spines, pod by pod, what is new, what goes."""
    switches = [*_switches(old, new)]
    pods = sorted(old.site.hosts.keys() | new.site.hosts.keys(), key=natural)
    found = [move for move in switches if not move.pod]
    for pod in (pod for pod in pods if pod in old.site.hosts and pod in new.site.hosts):
        found += [move for move in switches if move.pod == pod]
        if of_pod(old.document.data, pod) != of_pod(new.document.data, pod):
            found.append(Move(Kind.POD, pod))
    found += [Move(Kind.POD, pod) for pod in pods if pod not in old.site.hosts]
    found += [Move(Kind.POD, pod) for pod in pods if pod not in new.site.hosts]
    return tuple(found)


def _switches(old: Build, new: Build) -> Iterator[Move]:
    """Yield each switch that becomes something else, from the top down."""
    for name, design in new.designs.items():
        if name not in old.designs or not _by_rule(new, name) or not _by_rule(old, name):
            continue
        before = old.designs[name].fabric.devices
        for role, tier in TIERS.items():
            for device in sorted(design.fabric.of_role(role), key=lambda device: natural(device.name)):
                earlier = before.get(device.name)
                if earlier is not None and what(earlier) != what(device):
                    yield Move(Kind.SWITCH, device.name, name, tier, device.pod)


def _by_rule(build: Build, fabric: str) -> bool:
    """Whether an intent says what switches are by tier and exception, and not one by one."""
    return any(tier in section(build.document.data, fabric)["topology"] for tier in TIERS.values())


def section(data: Mapping[str, Any], fabric: str) -> dict[str, Any]:
    """Return the part of an intent that speaks of a fabric: of a site with one, the whole."""
    return cast("dict[str, Any]", data["fabrics"][fabric] if "fabrics" in data else data)


def fabrics(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the fabrics that an intent names."""
    return tuple(data["fabrics"]) if "fabrics" in data else (data["fabric"]["name"],)


def of_pod(data: Mapping[str, Any], pod: str) -> Mapping[str, Any]:
    """Return what an intent says of a pod: its hosts, and by fabric the links upward."""
    return {"hosts": data["hosts"].get(pod), **{name: links_of(data, name, pod) for name in fabrics(data)}}


def links_of(data: Mapping[str, Any], fabric: str, pod: str) -> Mapping[str, Any]:
    """Return the classes of links of a pod in a fabric: its own before those of all."""
    physical = section(data, fabric).get("physical") or {}
    found = {**(physical.get("links") or {}), **((physical.get("pods") or {}).get(pod) or {})}
    return {kind: found[kind] for kind in OF_PODS if kind in found}


def together(found: Iterable[Move], at_once: int) -> Iterator[tuple[Move, ...]]:
    """Cut moves into what is done at once: some switches of a tier and pod, or one pod."""
    for move, row in groupby(
        found, key=lambda move: move if move.kind is Kind.POD else replace(move, name="")
    ):
        same = (move,) if move.kind is Kind.POD else tuple(row)
        yield from (same[first : first + at_once] for first in range(0, len(same), at_once))
