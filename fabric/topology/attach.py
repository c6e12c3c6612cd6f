"""Which leaf and port each NIC of each host is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.topology.pods import Pod
    from fabric.topology.shape import Shape

Attachment = tuple[int, int, int, int]
"""Host of the pod, NIC port, leaf of the pod (plane by plane), port slot of the leaf; all from 0."""


def attachments(shape: Shape, pod: Pod, host_ports: int) -> Iterator[Attachment]:
    """Return the attachments of a pod whose leaves have `host_ports` ports for hosts. Raises FabricError.

    The slot of a host depends on its own number only, so more hosts move nothing.
    """
    if shape.rails:
        return _by_rail(shape, pod, host_ports)
    if shape.in_sequence:
        return _in_sequence(shape.leaves, pod, host_ports)
    return by_group(shape.leaves, pod, host_ports)


def _by_rail(shape: Shape, pod: Pod, host_ports: int) -> Iterator[Attachment]:
    planes, each = shape.nic_planes, shape.rails_of_leaf
    if pod.nics != shape.rails * planes:
        summary, hint = f"hosts of `{pod.name}` have {pod.nics} NICs for {shape.rails} rails", "rail"
        if planes > 1:
            summary = (
                f"hosts of `{pod.name}` have {pod.nics} ports for {shape.rails} rails in {planes} planes"
            )
            hint = "rail, split over the planes"
        raise FabricError(error("TOP-006", summary, pod.path, f"a host has one NIC for each {hint}"))
    hosts_of_leaf, leaves_of_host = host_ports // each, shape.rails // each
    _fits(pod, pod.hosts, hosts_of_leaf * (shape.leaves // leaves_of_host))
    return (
        (
            host,
            rail * planes + plane,
            plane * shape.leaves + host // hosts_of_leaf * leaves_of_host + rail // each,
            host % hosts_of_leaf * each + rail % each,
        )
        for host in range(pod.hosts)
        for rail in range(shape.rails)
        for plane in range(planes)
    )


def by_group(leaves: int, pod: Pod, host_ports: int) -> Iterator[Attachment]:
    """Return the attachments of a pod where NIC n of a host is on the n-th leaf of its group of leaves.

    Raises FabricError.
    """
    group = min(pod.nics, leaves)
    if pod.nics % group or leaves % group:
        summary = f"{pod.nics} NICs a host cannot be spread equally over {leaves} leaves"
        raise FabricError(error("TOP-006", summary, pod.path, "make one a multiple of the other"))
    each = pod.nics // group
    hosts_of_group = host_ports // each
    _fits(pod, pod.hosts, hosts_of_group * (leaves // group))
    return (
        (host, nic, host // hosts_of_group * group + nic % group, host % hosts_of_group * each + nic // group)
        for host in range(pod.hosts)
        for nic in range(pod.nics)
    )


def _in_sequence(leaves: int, pod: Pod, host_ports: int) -> Iterator[Attachment]:
    _fits(pod, pod.hosts, host_ports * leaves // pod.nics)
    return (
        (host, nic, *divmod(host * pod.nics + nic, host_ports))
        for host in range(pod.hosts)
        for nic in range(pod.nics)
    )


def whole_hosts(leaves: int, pod: Pod, host_ports: int) -> Iterator[Attachment]:
    """Return the attachments of a pod whose leaves are filled with whole hosts. Raises FabricError."""
    if pod.nics > host_ports:
        summary = f"hosts of `{pod.name}` have {pod.nics} NICs, a leaf has {host_ports} ports for hosts"
        hint = "a host has all of its NICs on one leaf: give hosts more cages (`first_uplink_cage`)"
        raise FabricError(error("TOP-006", summary, pod.path, hint))
    each = host_ports // pod.nics
    _fits(pod, pod.hosts, each * leaves)
    return (
        (host, nic, host // each, host % each * pod.nics + nic)
        for host in range(pod.hosts)
        for nic in range(pod.nics)
    )


def _fits(pod: Pod, hosts: int, room: int) -> None:
    if hosts > room:
        summary = f"pod `{pod.name}` has {hosts} hosts, the ports of its leaves serve {room}"
        hint = "put the rest into another pod, or give hosts more cages (`first_uplink_cage`)"
        raise FabricError(error("TOP-008", summary, pod.path, hint))
