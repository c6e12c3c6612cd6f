"""What a failure costs, in fabrics small enough to count by hand."""

from __future__ import annotations

import pytest
from analysis.graphs import graph, leaf_spine, ring, two_planes
from cases.repositories import shipped

from fabric.analysis.failure import costs, gpus_of
from fabric.analysis.weave import weave
from fabric.topology import Role


def costs_of(fabric, gpus=8):
    hosts = {host.name: gpus for host in fabric.of_role(Role.HOST)}
    return {cost.kind: cost for cost in costs(fabric, weave(fabric), hosts)}


def test_a_nic_costs_the_gpus_it_serves():
    # A host has 8 GPUs and 4 ports.
    cost = costs_of(leaf_spine(4, 2, 8))["nic"]
    assert (cost.count, cost.gpus_degraded, cost.gpus_cut) == (32, 2, 0)
    assert (cost.tier_share, cost.device_share) == (1 / 32, 1 / 4)


def test_the_only_nic_of_a_host_cuts_it_off():
    cost = costs_of(leaf_spine(1, 2, 8))["nic"]
    assert (cost.gpus_degraded, cost.gpus_cut, cost.device_share) == (0, 8, 1)


def test_a_leaf_costs_a_port_of_every_host_below():
    cost = costs_of(leaf_spine(4, 2, 8))["leaf"]
    assert (cost.gpus_degraded, cost.gpus_cut, cost.tier_share) == (16, 0, 1 / 4)


def test_a_spine_costs_no_gpu_but_bandwidth():
    cost = costs_of(leaf_spine(4, 2, 8, uplinks=2))["spine"]
    assert (cost.gpus_degraded, cost.gpus_cut, cost.tier_share, cost.device_share) == (0, 0, 1 / 2, 1 / 2)


def test_an_uplink_costs_its_leaf_a_share():
    cost = costs_of(leaf_spine(4, 2, 8, uplinks=2))["link leaf-spine"]
    assert (cost.count, cost.tier_share, cost.device_share) == (16, 1 / 16, 1 / 4)


def test_the_only_spine_of_a_plane_cuts_its_leaf_off():
    assert costs_of(two_planes())["spine"].device_share == 1


def test_a_nic_of_two_planes_fails_with_both_its_ports():
    cost = costs_of(two_planes(leaves=2))["nic"]
    assert (cost.count, cost.gpus_degraded, cost.device_share) == (4, 4, 1 / 2)


def test_the_worst_of_a_kind_is_named():
    devices = [("host1", Role.HOST, "pod1", None), ("host2", Role.HOST, "pod1", None)]
    devices += [("leaf1", Role.LEAF, "pod1", None), ("leaf2", Role.LEAF, "pod1", None)]
    fabric = graph(devices, [("host1", "leaf1", 1), ("host1", "leaf2", 1), ("host2", "leaf2", 1)])
    cost = costs_of(fabric)["leaf"]
    assert (cost.worst, cost.gpus_cut, cost.gpus_degraded) == ("leaf2", 8, 4)


def test_a_link_of_a_ring_is_half_of_what_its_leaf_has():
    assert costs_of(ring(4))["link leaf-leaf"].device_share == 1 / 2


@pytest.mark.parametrize(("intent", "gpus"), [("roce-256", 256), ("ib-b200-superpod", 1016)])
def test_gpus_are_those_of_the_catalog(intent, gpus):
    (design,) = shipped(intent).designs.values()
    assert sum(gpus_of(design).values()) == gpus
