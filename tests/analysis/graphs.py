"""Small fabrics made by hand, whose measures one can count."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from fabric.topology import Device, End, Fabric, Link, Port, Role


def graph(devices, cables, gbps=400, planes=None):
    """Return a fabric of `(name, role, pod, rail)` devices and `(lower, upper, links)` cables."""
    made = {name: Device(name, role, "model", "eos", pod=pod, rail=rail) for name, role, pod, rail in devices}
    for name, plane in (planes or {}).items():
        made[name] = replace(made[name], plane=plane)
    ports = Counter()
    links = []
    for low, high, number in cables:
        for _ in range(number):
            ports.update((low, high))
            ends = (End(low, Port(ports[low], 1, 8)), End(high, Port(ports[high], 1, 8)))
            kind = f"{made[low].role}-{made[high].role}"
            links.append(Link(*ends, gbps, kind, made[low].rail))
    return Fabric("backend", "roce", made, tuple(links))


def leaf_spine(leaves, spines, hosts, uplinks=1):
    """Return one pod: `hosts` with one port on each leaf, `uplinks` from each leaf to each spine."""
    devices = [(f"host{i}", Role.HOST, "pod1", None) for i in range(1, hosts + 1)]
    devices += [(f"leaf{i}", Role.LEAF, "pod1", i) for i in range(1, leaves + 1)]
    devices += [(f"spine{i}", Role.SPINE, "", None) for i in range(1, spines + 1)]
    cables = [(f"host{h}", f"leaf{i}", 1) for h in range(1, hosts + 1) for i in range(1, leaves + 1)]
    cables += [(f"leaf{i}", f"spine{s}", uplinks) for i in range(1, leaves + 1) for s in range(1, spines + 1)]
    return graph(devices, cables)


def three_tiers(pods, core_links=1):
    """Return pods of 2 hosts, 2 leaves and 2 spines; each spine has `core_links` to each of 2 cores."""
    devices, cables = [("core1", Role.CORE, "", None), ("core2", Role.CORE, "", None)], []
    for p in range(1, pods + 1):
        for i in (1, 2):
            devices += [
                (f"p{p}-host{i}", Role.HOST, f"p{p}", None),
                (f"p{p}-leaf{i}", Role.LEAF, f"p{p}", None),
            ]
            devices.append((f"p{p}-spine{i}", Role.SPINE, f"p{p}", None))
            cables.append((f"p{p}-host{i}", f"p{p}-leaf{i}", 2))
            cables += [(f"p{p}-leaf{i}", f"p{p}-spine{s}", 1) for s in (1, 2)]
            cables += [(f"p{p}-spine{i}", f"core{c}", core_links) for c in (1, 2)]
    return graph(devices, cables)


def ring(leaves, links=1):
    """Return leaves in a ring, one host with one port on each."""
    devices = [(f"host{i}", Role.HOST, "pod1", None) for i in range(1, leaves + 1)]
    devices += [(f"leaf{i}", Role.LEAF, "pod1", None) for i in range(1, leaves + 1)]
    cables = [(f"host{i}", f"leaf{i}", 1) for i in range(1, leaves + 1)]
    cables += [(f"leaf{i}", f"leaf{i % leaves + 1}", links) for i in range(1, leaves + 1)]
    return graph(devices, cables)


def two_planes(leaves=1):
    """Return a NIC with two ports in each of two hosts; port p is on the leaves and the spine of plane p."""
    devices = [("host1", Role.HOST, "pod1", None), ("host2", Role.HOST, "pod1", None)]
    devices += [(f"leaf{p}{i}", Role.LEAF, "pod1", i) for p in (1, 2) for i in range(1, leaves + 1)]
    devices += [(f"spine{p}", Role.SPINE, "", None) for p in (1, 2)]
    each = range(1, leaves + 1)
    cables = [(f"host{h}", f"leaf{p}{i}", 1) for h in (1, 2) for i in each for p in (1, 2)]
    cables += [(f"leaf{p}{i}", f"spine{p}", 2) for p in (1, 2) for i in each]
    planes = {f"leaf{p}{i}": p for p in (1, 2) for i in each} | {"spine1": 1, "spine2": 2}
    return graph(devices, cables, planes=planes)
