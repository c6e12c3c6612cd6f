"""Which switches carry the ports of hosts: limits of jobs are made from it, again and again."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fabric.core.names import natural
from fabric.plan.constraints import Limit
from fabric.plan.impact import NOTHING
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.device import Design
    from fabric.plan.jobs import Job
    from fabric.plan.model import PlannedDevice

FULL = 1000
"""A NIC's port, so that a spine's part of it is still a whole number."""
NO_RAIL = -1


@dataclass(frozen=True, slots=True)
class Carried:
    """Ports of hosts and the capacity above them, without the rest of a design."""

    hosts: Mapping[str, tuple[tuple[str, int], ...]]
    """Leaf and rail of each port, by host; rail -1 for none."""
    above: Mapping[str, Mapping[str, int]]
    """Gb/s to each switch above, by leaf."""


def carried_of(design: Design) -> Carried:
    """Return what carries the hosts of a fabric."""
    links_of, devices = design.fabric.links_of, design.fabric.devices
    hosts = {
        name: tuple(
            (link.b.device, NO_RAIL if link.rail is None else link.rail) for link in links_of.get(name, ())
        )
        for name, device in devices.items()
        if device.role is Role.HOST
    }
    above: dict[str, dict[str, int]] = {}
    for leaf in {leaf for ports in hosts.values() for leaf, _ in ports}:
        speeds: Counter[str] = Counter()
        for link in links_of.get(leaf, ()):
            if link.a.device == leaf:
                speeds[link.b.device] += link.speed_gbps
        above[leaf] = dict(speeds)
    return Carried(hosts, above)


def carried_from(plain: Mapping[str, Any]) -> Carried:
    """Read back what a plan's JSON has."""
    hosts = {name: tuple((leaf, rail) for leaf, rail in ports) for name, ports in plain["hosts"].items()}
    return Carried(hosts, plain["above"])


def job_limits(carried: Carried, jobs: Iterable[Job], share: float) -> Iterator[Limit]:
    """Yield a limit on each job's ports of each rail; a spine takes its part of what its leaves carry."""
    for job in jobs:
        if job.tolerant:
            continue
        taken: defaultdict[int, Counter[str]] = defaultdict(Counter)
        for host in job.hosts:
            for leaf, rail in carried.hosts.get(host, ()):
                taken[rail][leaf] += FULL
        for rail in sorted(taken):
            total = taken[rail].total()
            weights = taken[rail] + _above(carried, taken[rail])
            name = f"job `{job.name}`" + (f" on rail {rail}" if rail != NO_RAIL else "")
            most = int(total * share / 100)
            ordered = {one: weights[one] for one in sorted(weights, key=natural)}
            yield Limit(name, most, ordered, alone=share > 0, whole=total, traffic=True)


def _above(carried: Carried, leaves: Counter[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for leaf, ports in leaves.items():
        speeds = carried.above.get(leaf, {})
        whole = sum(speeds.values())
        for upper, speed in speeds.items():
            found[upper] += -(-ports * speed // whole)
    return found


def noticed(limit: Limit, devices: Iterable[PlannedDevice]) -> Limit:
    """Return a limit without the devices whose change takes nothing of it."""
    quiet = {device.name for device in devices if device.impact == NOTHING} if limit.traffic else set()
    return replace(limit, weights={name: taken for name, taken in limit.weights.items() if name not in quiet})
