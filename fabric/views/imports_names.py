"""Our names for what another program calls otherwise: switches, hosts by pod and number, NICs by number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.core.names import listing, natural
from fabric.views.imports import HOST, SWITCH

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from fabric.views.imports import Network

OURS = re.compile(r"(?P<pod>[a-z][a-z0-9-]{0,30})-host(?P<number>[1-9]\d{0,3})")
"""A host that is called as we call it."""
MANAGER = re.compile(r"[a-z0-9-]*ufm[1-9]\d?")
SEVERAL = 2
STEM = re.compile(r"(.*?)\d*$")
ADAPTER = re.compile(r"mlx5_(\d+)")


@dataclass(frozen=True, slots=True)
class Pod:
    """Hosts that are called alike."""

    name: str
    count: int
    ports: tuple[str, ...]
    """Names of the NIC ports of its hosts, in order: their numbers count from 1."""

    @property
    def adapters(self) -> tuple[int, ...]:
        """Numbers of the RDMA devices, if the names say them and they do not just count from 0."""
        found = [int(match[1]) for port in self.ports if (match := ADAPTER.fullmatch(port))]
        plain = found == list(range(len(self.ports)))
        return () if plain or len(found) < len(self.ports) else tuple(found)


@dataclass(frozen=True, slots=True)
class Names:
    """Our names."""

    devices: Mapping[str, str]
    """By the name in the file."""
    pods: tuple[Pod, ...]
    pod_of: Mapping[str, Pod]
    managers: Mapping[str, tuple[str, ...]]
    """Ports of subnet managers, by the name in the file."""


def names(network: Network) -> Names:
    """Return names for all devices. Raises FabricError when two switches would have one."""
    switches = {name: tidy(name) for name, seen in network.devices.items() if seen.kind == SWITCH}
    _distinct(switches)
    ports: dict[str, set[str]] = {}
    around: dict[str, set[str]] = {}
    for link in network.links:
        for spot, far in ((link.a, link.b), (link.b, link.a)):
            ports.setdefault(spot.device, set()).add(spot.port)
            around.setdefault(spot.device, set()).add(far.device)
    hosts = sorted((n for n, seen in network.devices.items() if seen.kind == HOST), key=natural)
    managers = {name: tuple(sorted(ports[name], key=natural)) for name in hosts if MANAGER.fullmatch(name)}
    devices = {**switches, **{name: name for name in managers}}
    pods: dict[str, Pod] = {}
    for pod, members in _grouped((name for name in hosts if name not in managers), around).items():
        numbers = [int(match["number"]) if (match := OURS.fullmatch(name)) else 0 for name in members]
        numbers = numbers if all(numbers) else list(range(1, len(members) + 1))
        of_pod = sorted({port for name in members for port in ports[name]}, key=natural)
        made = Pod(pod, max(numbers), tuple(of_pod))
        pods |= dict.fromkeys(members, made)
        devices |= {name: f"{pod}-host{number}" for name, number in zip(members, numbers, strict=True)}
    return Names(devices, tuple(dict.fromkeys(pods.values())), pods, managers)


def _grouped(hosts: Iterable[str], around: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """Return hosts by pod: that of their name if they are called as ours, else a new one.

    Others are of one pod if they are called alike and, where each is on several switches, have one in common.
    """
    ours: dict[str, list[str]] = {}
    stems: dict[str, list[str]] = {}
    for name in hosts:
        if match := OURS.fullmatch(name):
            ours.setdefault(match["pod"], []).append(name)
        else:
            found = STEM.fullmatch(name)
            stems.setdefault(found[1] if found else name, []).append(name)
    groups = [group for members in stems.values() for group in _joined(members, around)]
    free = (f"pod{number}" for number in range(1, len(ours) + len(groups) + 1))
    fresh = (pod for pod in free if pod not in ours)
    return ours | {next(fresh): members for members in groups}


def _joined(hosts: Sequence[str], around: Mapping[str, set[str]]) -> list[list[str]]:
    """Return hosts in groups that share switches; one group if some of them are on one switch alone."""
    if any(len(around.get(name, ())) < SEVERAL for name in hosts):
        return [[*hosts]]
    groups: list[tuple[set[str], list[str]]] = []
    for name in hosts:
        near, members = set(around[name]), [name]
        for group in [group for group in groups if group[0] & near]:
            groups.remove(group)
            near, members = near | group[0], [*group[1], *members]
        groups.append((near, members))
    return sorted((sorted(members, key=natural) for _, members in groups), key=lambda one: natural(one[0]))


def tidy(name: str) -> str:
    """Return a name of a switch as the ledger takes it."""
    return re.sub(r"[^a-z0-9-]+", "-", name.lower()).strip("-")[:61] or "switch"


def _distinct(switches: Mapping[str, str]) -> None:
    holders: dict[str, list[str]] = {}
    for name, own in switches.items():
        holders.setdefault(own, []).append(name)
    for own, several in holders.items():
        if len(several) > 1:
            summary = f"{listing(several)} would all be called `{own}`"
            raise FabricError(
                error("IMP-002", summary, hint="rename them in the file: letters are made small")
            )
