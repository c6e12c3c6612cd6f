"""What a healthy device shows, from the topology: sessions, neighbours and ports between switches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import ib_port_number
from fabric.core.names import natural
from fabric.device.interfaces import peer
from fabric.health.model import NOBODY, Expectation
from fabric.intent.topology import RailOptimised, rails_of
from fabric.plan.behind import gpus_of_pods
from fabric.topology import HOST_LINK, Role, far_end, near_end

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.device import Design
    from fabric.topology import Device, End

SWITCHES = frozenset({Role.LEAF, Role.SPINE, Role.CORE})


def expectation(design: Design, name: str) -> Expectation:
    """Return the expectation of a switch.

    Ports towards hosts are left out: a host may be off, and that is no failure of the fabric. They are judged
    against what the device showed before its change.
    """
    if design.device(name).role is Role.MANAGER:
        return _subnet(design)
    lldp: dict[str, tuple[str, str]] = {}
    for link in design.fabric.links_of.get(name, ()):
        end = far_end(link, name)
        if design.device(end.device).role in SWITCHES:
            lldp[design.port_name(near_end(link, name))] = (end.device, design.port_name(end))
    ports, peers = frozenset(lldp), {port: far for port, (far, _) in lldp.items()}
    sessions = dict(_sessions(design, name)) if design.intent.numbered else peers
    return Expectation(bgp=frozenset(sessions), lldp=lldp, oper_up=ports, peers=peers | sessions)


def _sessions(design: Design, name: str) -> Iterator[tuple[str, str]]:
    """Yield the addresses of each peer over a numbered link, and its name."""
    for link in design.fabric.links_of.get(name, ()):
        other = peer(design, name, link)
        for address in filter(None, (other.address, other.address6)):
            yield str(address), other.device


def _subnet(design: Design) -> Expectation:
    """Return what the manager of a subnet sees: each link between switches, at both ends, by GUID.

    Large subnets always miss some: one that was down before the change is owed by nobody.
    """
    lldp: dict[str, tuple[str, str]] = {}
    for link in design.fabric.links:
        if {design.device(end.device).role for end in (link.a, link.b)} <= SWITCHES:
            (a, m), (b, n) = _port(design, link.a), _port(design, link.b)
            lldp |= {f"{a}_{m}": (b, n), f"{b}_{n}": (a, m)}
    return Expectation(lldp=lldp, oper_up=frozenset(lldp), peers=dict.fromkeys(lldp, NOBODY))


def _port(design: Design, end: End) -> tuple[str, str]:
    """Return GUID and number of a port as UFM has them."""
    switch = design.catalog.switch(design.device(end.device).model)
    return design.inventory.data(end.device).guid.removeprefix("0x"), str(ib_port_number(switch, end.port))


def redundancy_group(design: Design, name: str) -> str:
    """Return the group whose members stand in for each other: leaves or spines of a pod, or the top tier.

    Spines of one plane of rails stand in for no other: a rail alone on its spine is out with it.
    """
    device = design.device(name)
    if device.role is Role.LEAF:
        return f"{device.pod} leaves".lstrip()
    rails, count = _plane_of_rails(design, device)
    plane = f"plane{device.plane}" if device.plane else f"rails{rails}" if count > 1 else ""
    return " ".join(part for part in (device.pod, plane, f"{device.role}s") if part)


def groups_of(design: Design) -> dict[str, tuple[str, ...]]:
    """Return the members of every redundancy group of a fabric."""
    found: dict[str, list[str]] = {}
    for device in design.fabric.devices.values():
        if device.role in SWITCHES:
            found.setdefault(redundancy_group(design, device.name), []).append(device.name)
    return {group: tuple(sorted(names, key=natural)) for group, names in found.items()}


def gpus_behind(design: Design, name: str) -> int:
    """Return the GPUs that lose a path while a switch is out: those on a leaf, or under a spine or core.

    On rails a leaf port is one GPU; elsewhere a host on the leaf counts with all it has.
    """
    device = design.device(name)
    if device.role is not Role.LEAF:
        gpus = gpus_of_pods(design)
        _, planes = _plane_of_rails(design, device)
        return gpus[device.pod] if device.pod in gpus else sum(gpus.values()) // planes
    hosts = [link.a.device for link in design.fabric.links_of.get(name, ()) if link.kind == HOST_LINK]
    if rails_of(design.intent.topology):
        return len(hosts)
    return sum(_gpus(design, design.device(host).model) for host in set(hosts))


def _plane_of_rails(design: Design, device: Device) -> tuple[int, int]:
    """Return the number of a spine's plane of rails, from 1, and how many planes there are."""
    topology = design.intent.topology
    planes = topology.planes if isinstance(topology, RailOptimised) and device.role is Role.SPINE else 1
    return (device.index - 1) % planes + 1, planes


def _gpus(design: Design, model: str) -> int:
    return design.catalog.host(model).gpus
