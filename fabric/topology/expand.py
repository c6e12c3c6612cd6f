"""Intent to graph: every device and every cable of a fabric."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.topology.attach import attachments
from fabric.topology.cabling import Draft, core_links, leaf_links, link
from fabric.topology.managers import managers
from fabric.topology.model import Device, End, Fabric, Link, Port, Role
from fabric.topology.panels import panels
from fabric.topology.pods import Pod, pods_of
from fabric.topology.shape import shape_of
from fabric.topology.speeds import link_classes
from fabric.topology.tiers import leaf_names, switches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog import Catalog
    from fabric.intent import Site

WHOLE_NIC = 1
"""A NIC port is one cage; its number of lanes follows from the speed and matters to nobody."""


def expand(site: Site, name: str, catalog: Catalog) -> Fabric:
    """Expand one fabric of a site. Raises FabricError with every shortfall that was found."""
    intent = site.fabrics[name]
    pods = pods_of(site, name, catalog)
    classes = link_classes(intent, pods, catalog)
    shape = shape_of(intent.topology)
    made = switches(intent.topology, shape, intent.prefix, pods, catalog)
    draft = Draft(intent, shape, pods, classes, made, panels(shape, made, classes, catalog))
    hosts = {device.name: device for pod in pods for device in _hosts(pod)}
    links = [*_host_links(draft), *leaf_links(draft, catalog), *core_links(draft, catalog)]
    used = frozenset(link.b for link in links)
    extra, extra_links = managers(draft, classes["host-leaf"], used=used)
    devices = {**hosts, **made, **extra}
    return Fabric(name, intent.transport, MappingProxyType(devices), (*links, *extra_links))


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


def _host_links(draft: Draft) -> Iterator[Link]:
    shape, cls = draft.shape, draft.classes["host-leaf"]
    for pod in draft.pods:
        leaves = leaf_names(shape, draft.intent.prefix, pod.name)
        fronts = [draft.panels[leaf].down for leaf in leaves]
        room = min(draft.panels[leaf].down_ports for leaf in leaves)
        for host, nic, leaf, slot in attachments(shape, pod, room):
            a = End(f"{pod.name}-host{host + 1}", Port(nic + 1, 1, WHOLE_NIC))
            rail = nic // shape.nic_planes + 1 if shape.rails else None
            yield link(a, End(leaves[leaf], fronts[leaf].port(slot)), cls, rail)
