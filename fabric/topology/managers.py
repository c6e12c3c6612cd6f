"""Ports for the subnet managers: an InfiniBand fabric without one does not come up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.topology.ground import link
from fabric.topology.model import HOST_LINK, Device, End, Link, Port, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabric.topology.ground import Ground, Wiring
    from fabric.topology.panels import Panel

PORTS_EACH = 2
"""A manager has two ports, on two leaves (reference: UFM appliances of the SuperPOD)."""


def manager_devices(ground: Ground) -> dict[str, Device]:
    """Return the subnet managers that the intent asks for, by name."""
    subnet = ground.intent.subnet
    if subnet is None:
        return {}
    return {
        name: Device(
            name, Role.MANAGER, "ufm", subnet.platform, subnet.release, index=index, path=subnet.loc()
        )
        for index in range(1, -(-subnet.ports // PORTS_EACH) + 1)
        for name in (f"{ground.intent.prefix}ufm{index}",)
    }


def manager_ports(ground: Ground, device: Device) -> int:
    """Return the ports of a subnet manager: the last one has what is left."""
    subnet = ground.intent.subnet
    return min(PORTS_EACH, subnet.ports - PORTS_EACH * (device.index - 1)) if subnet else 0


def managers(ground: Ground, wiring: Wiring) -> tuple[dict[str, Device], list[Link]]:
    """Return the subnet managers and their cables. Raises FabricError when no leaf port is left for them.

    They take the last host ports of the first pod that has room, so that more hosts and pods move nothing.
    """
    intent, subnet = ground.intent, ground.intent.subnet
    if subnet is None or not subnet.ports or intent.topology.kind == "explicit":
        return {}, []  # links that are written by hand say where managers are
    devices = manager_devices(ground)
    links: list[Link] = []
    free = _free_ports(ground, wiring, subnet.ports)
    for number, end in enumerate(free):
        name = f"{intent.prefix}ufm{number // PORTS_EACH + 1}"
        own = End(name, Port(number % PORTS_EACH + 1, 1, 1))
        links.append(link(own, end, ground.classes.of(HOST_LINK, wiring.switches[end.device].pod)))
    if len(links) < subnet.ports:
        summary = f"{subnet.ports} ports are asked for subnet managers, {len(links)} leaf ports are left"
        hint = "leave a host out of one pod: a full fabric cannot be managed"
        raise FabricError(error("TOP-014", summary, subnet.loc("ports"), hint))
    return devices, links


def _free_ports(ground: Ground, wiring: Wiring, wanted: int) -> list[End]:
    used = frozenset(link.b for link in wiring.links)
    best: list[End] = []
    for pod in ground.pods:
        found = list(_of_pod(wiring.leaves.get(pod.name, ()), wiring.panels, used))[:wanted]
        if len(found) == wanted:
            return found
        best = max(best, found, key=len)
    return best


def _of_pod(names: Sequence[str], panels: Mapping[str, Panel], used: frozenset[End]) -> Iterator[End]:
    """Yield free host ports of a pod's leaves, the last slot of every leaf first."""
    slots = min((panels[name].down_ports for name in names), default=0)
    for slot in reversed(range(slots)):
        for name in names:
            end = End(name, panels[name].down.port(slot))
            if end not in used:
                yield end
