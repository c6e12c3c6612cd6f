"""What holds for the cables of every fabric that can be expanded."""

from __future__ import annotations

from collections import Counter

from fabric.catalog import load_catalog
from fabric.topology import Role

SWITCHES = {Role.LEAF, Role.SPINE, Role.CORE}


def every_port_is_used_once(fabric):
    ends = Counter(end for link in fabric.links for end in (link.a, link.b))
    assert [end for end, times in ends.items() if times > 1] == []
    lanes = Counter(
        (end.device, end.port.cage, lane)
        for end in ends
        for lane in range(end.port.lane, end.port.lane + end.port.lanes)
        if fabric.devices[end.device].role in SWITCHES
    )
    assert [lane for lane, times in lanes.items() if times > 1] == []


def lanes_are_within_cages(fabric):
    catalog = load_catalog()
    for link in fabric.links:
        for end in (link.a, link.b):
            device = fabric.devices[end.device]
            if device.role in SWITCHES:
                group = catalog.switch(device.model).cages[0]
                assert 1 <= end.port.cage <= group.count
                assert 1 <= end.port.lane <= end.port.lane + end.port.lanes - 1 <= group.lanes
                assert end.port.lanes * group.lane_gbps >= link.speed_gbps


def counts(fabric):
    """Return hosts, leaves, spines, cores, and the cables between them."""
    kinds = Counter(link.kind for link in fabric.links)
    roles = Counter(device.role for device in fabric.devices.values())
    return (
        *(roles[role] for role in (Role.HOST, Role.LEAF, Role.SPINE, Role.CORE)),
        *(kinds[kind] for kind in ("host-leaf", "leaf-spine", "spine-core")),
    )
