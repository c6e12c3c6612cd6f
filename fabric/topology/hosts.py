"""Hosts and their cables to leaves."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from fabric.topology.ground import link
from fabric.topology.model import HOST_LINK, Device, End, Port, Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from fabric.topology.attach import Attachment
    from fabric.topology.ground import Ground
    from fabric.topology.model import Link
    from fabric.topology.panels import Panel
    from fabric.topology.pods import Pod

WHOLE_NIC = 1
"""A NIC port is one cage; its number of lanes follows from the speed and matters to nobody."""


def host_devices(pod: Pod) -> Iterator[Device]:
    """Return the hosts of a pod."""
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


def by_pod(leaves: Iterable[Device]) -> dict[str, tuple[str, ...]]:
    """Return the names of leaves by their pods, in their order."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for leaf in leaves:
        found[leaf.pod].append(leaf.name)
    return {pod: tuple(names) for pod, names in found.items()}


def host_links(
    ground: Ground,
    leaves: Mapping[str, tuple[str, ...]],
    panels: Mapping[str, Panel],
    attached: Callable[[Pod, int], Iterable[Attachment]],
    rail_of: Callable[[int], int | None] = lambda _nic: None,
) -> Iterator[Link]:
    """Join hosts to the leaves of their pods, as `attached` says for a pod and the ports a leaf has for them.

    Raises FabricError.
    """
    for pod in ground.pods:
        cls = ground.classes.of(HOST_LINK, pod.name)
        names = leaves[pod.name]
        fronts = [panels[leaf].down for leaf in names]
        room = min(panels[leaf].down_ports for leaf in names)
        for host, nic, leaf, slot in attached(pod, room):
            a = End(f"{pod.name}-host{host + 1}", Port(nic + 1, 1, WHOLE_NIC))
            yield link(a, End(names[leaf], fronts[leaf].port(slot)), cls, rail_of(nic))
