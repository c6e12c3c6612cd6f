"""Intent to graph: every device and every cable of a fabric."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.topology.attach import attachments
from fabric.topology.managers import managers
from fabric.topology.model import Device, End, Fabric, Link, Port, Role
from fabric.topology.pods import Pod, pods_of
from fabric.topology.speeds import LinkClass, link_classes
from fabric.topology.tiers import Panel, cages, leaf_panel, leaves_per_pod, switches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.catalog import Catalog
    from fabric.intent import Fabric as FabricIntent
    from fabric.intent import Site
    from fabric.intent.topology import Topology

WHOLE_NIC = 1
"""A NIC port is one cage; its number of lanes follows from the speed and matters to nobody."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """What is known of a fabric before its cables."""

    intent: FabricIntent
    pods: tuple[Pod, ...]
    classes: Mapping[str, LinkClass]
    switches: Mapping[str, Device]
    panels: Mapping[str, Panel]


def expand(site: Site, name: str, catalog: Catalog) -> Fabric:
    """Expand one fabric of a site. Raises FabricError with every shortfall that was found."""
    intent = site.fabrics[name]
    pods = pods_of(site, name, catalog)
    classes = link_classes(intent, pods, catalog)
    made = switches(intent.topology, intent.prefix, pods, catalog)
    draft = _Draft(intent, pods, classes, made, _panels(intent.topology, made, classes, catalog))
    hosts = {device.name: device for pod in pods for device in _hosts(pod)}
    links = [*_host_links(draft), *_spine_links(draft, catalog)]
    used = frozenset(link.b for link in links)
    extra, extra_links = managers(intent, pods, draft.panels, classes["host-leaf"], used=used)
    devices = {**hosts, **made, **extra}
    return Fabric(name, intent.transport, MappingProxyType(devices), (*links, *extra_links))


def _panels(
    topology: Topology, made: Mapping[str, Device], classes: Mapping[str, LinkClass], catalog: Catalog
) -> dict[str, Panel]:
    """Return the panels of the leaves; leaves of one model and place in the intent share the work."""
    shared: dict[tuple[object, ...], Panel] = {}
    panels: dict[str, Panel] = {}
    speeds = classes["host-leaf"].speed_gbps, classes["leaf-spine"].speed_gbps
    problems: list[Diagnostic] = []
    for device in made.values():
        if device.role is not Role.LEAF:
            continue
        key = (device.model, device.path)
        if key not in shared:
            try:
                shared[key] = leaf_panel(topology, device, speeds, catalog)
            except FabricError as failure:
                problems += failure.diagnostics
                break
        panels[device.name] = shared[key]
    if problems:
        raise FabricError(*problems)
    return panels


def _hosts(pod: Pod) -> Iterator[Device]:
    for index in range(1, pod.hosts + 1):
        yield Device(
            f"{pod.name}-host{index}",
            Role.HOST,
            pod.host_model,
            "host",
            pod=pod.name,
            index=index,
            path=pod.path,
        )


def _host_links(draft: _Draft) -> Iterator[Link]:
    topology, cls = draft.intent.topology, draft.classes["host-leaf"]
    rails = topology.kind == "rail-optimised"
    for pod in draft.pods:
        leaves = [
            f"{draft.intent.prefix}{pod.name}-leaf{index}" for index in range(1, leaves_per_pod(topology) + 1)
        ]
        room = min(draft.panels[leaf].host_ports for leaf in leaves)
        for host, nic, leaf, slot in attachments(topology, pod, room):
            port = draft.panels[leaves[leaf]].hosts.port(slot)
            a = End(f"{pod.name}-host{host + 1}", Port(nic + 1, 1, WHOLE_NIC))
            yield _link(a, End(leaves[leaf], port), cls, nic + 1 if rails else None)


def _link(a: End, b: End, cls: LinkClass, rail: int | None) -> Link:
    return Link(a, b, cls.speed_gbps, cls.kind, rail, cls.media_a, cls.media_b, cls.fibre, cls.length_m)


def _spine_links(draft: _Draft, catalog: Catalog) -> Iterator[Link]:
    """Join every leaf to every spine: uplinks of a leaf spine by spine, ports of a spine leaf by leaf."""
    topology, cls = draft.intent.topology, draft.classes["leaf-spine"]
    spines = [device for device in draft.switches.values() if device.role is Role.SPINE]
    parallel = topology.leaf.uplinks // len(spines)
    numbers = {pod.name: pod.number for pod in draft.pods}
    fronts = [cages(spine, cls.speed_gbps, catalog) for spine in spines]
    _spine_room(topology, spines[0].model, min(front.ports for front in fronts), draft.pods[-1])
    for leaf in draft.switches.values():
        if leaf.role is not Role.LEAF:
            continue
        panel = draft.panels[leaf.name]
        place = (numbers[leaf.pod] - 1) * leaves_per_pod(topology) + leaf.index - 1
        for number, (spine, front) in enumerate(zip(spines, fronts, strict=True)):
            for turn in range(parallel):
                up = panel.uplinks.port(number * parallel + turn, panel.first_uplink_cage)
                down = front.port(place * parallel + turn)
                yield _link(End(leaf.name, up), End(spine.name, down), cls, leaf.rail)


def _spine_room(topology: Topology, model: str, ports: int, last: Pod) -> None:
    needed = last.number * leaves_per_pod(topology) * topology.leaf.uplinks // topology.spine.count
    if needed > ports:
        summary = f"a spine needs {needed} ports up to pod `{last.name}`, `{model}` has {ports} of that speed"
        hint = f"use {-(-needed // ports)} times as many spines with fewer links to each, or larger ones"
        raise FabricError(error("TOP-004", summary, topology.spine.loc("count"), hint))
