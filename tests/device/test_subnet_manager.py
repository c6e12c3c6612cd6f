"""The subnet manager: nodes and cables by InfiniBand's own numbers, roots, partitions and priorities."""

from __future__ import annotations

from collections import Counter

import pytest
from cases.designs import infiniband, of
from cases.repositories import shipped
from cases.shared_hosts import site

from fabric.topology import Role


def manager(*changes, name="ufm1"):
    return infiniband(*changes)[name]


def test_managers_differ_in_priority_only():
    found = infiniband()
    one, two = found["ufm1"], found["ufm2"]
    assert (one.priority, two.priority) == (15, 14)
    assert one.links == two.links
    assert one.nodes == two.nodes


def test_spines_are_the_roots_with_their_guids():
    assert [(node.name, node.guid) for node in manager().roots] == [
        ("spine1", "b83fd20300000300"),
        ("spine2", "b83fd20300000400"),
    ]


def test_every_cable_has_a_number_at_both_ends_that_no_other_has():
    links = manager().links
    ends = Counter(end for a, first, b, second in links for end in ((a, first), (b, second)))
    assert set(ends.values()) == {1}
    assert len(links) == 2 * 2 + 2 * 4 + 4


# Port 5 of an NDR switch is the first of the third cage: 2 x (cage - 1) + port (QM97XX manual).
def test_ports_of_a_switch_count_two_to_a_cage():
    assert ("pod1-leaf1", 65) not in {(b, number) for *_, b, number in manager().links}
    uplinks = [(first, b, second) for a, first, b, second in manager().links if a == "pod1-leaf1"]
    assert uplinks == [(33, "spine1", 1), (34, "spine1", 2), (35, "spine2", 1), (36, "spine2", 2)]


def test_nodes_are_switches_adapters_and_managers():
    build = shipped("ib-b200-superpod")
    config = next(build.config(unit) for _, unit in build.units() if unit.role is Role.MANAGER)
    assert Counter(node.role for node in config.nodes) == {
        Role.HOST: 127 * 8, Role.LEAF: 32, Role.SPINE: 16, Role.MANAGER: 4,
    }  # fmt: skip
    assert len({node.name for node in config.nodes}) == len(config.nodes)
    assert {node.ports for node in config.nodes if node.role is Role.LEAF} == {64}


def test_members_of_a_partition_are_the_guids_of_its_pods():
    training, storage = manager().partitions
    assert training.pkey == 0x10
    assert {guid for guid, _ in training.members} == {
        "b83fd20300001001", "b83fd20300001002", "b83fd20300002001", "b83fd20300002002",
    }  # fmt: skip
    assert {membership for _, membership in training.members} == {"full"}
    assert (storage.members, storage.membership) == ((), "limited")  # every port


def test_service_levels_are_as_written():
    assert [(s.number, s.name, s.virtual_lane, s.weight, s.strict) for s in manager().service_levels] == [
        (0, "bulk", 0, 64, False),
        (1, "control", 1, 16, True),
    ]


@pytest.mark.parametrize(
    ("engine", "adaptive"), [("ar_updn", True), ("ar_ftree", True), ("updn", False), ("minhop", False)]
)
def test_adaptive_routing_follows_from_the_engine(engine, adaptive):
    found = manager(("subnet:\n", f"subnet:\n  routing_engine: {engine}\n"))
    assert (found.routing_engine, found.adaptive_routing) == (engine, adaptive)


def test_guids_of_a_host_on_two_subnets_are_counted_over_both():
    found = of(site(two_subnets()))
    nodes = {
        name: [(n.name, n.guid) for n in found[name].nodes if n.name.startswith("pod1-host1 ")]
        for name in ("ufm1", "st-ufm1")
    }
    assert nodes == {
        "ufm1": [("pod1-host1 mlx5_0", "b83fd20300011000"), ("pod1-host1 mlx5_3", "b83fd20300011002")],
        "st-ufm1": [("pod1-host1 mlx5_1", "b83fd20300011001")],
    }


def two_subnets():
    """Two InfiniBand fabrics on the hosts of one pod."""
    one = (
        "    transport: infiniband\n    topology:\n      kind: fat-tree\n"
        "      leaf: {model: nvidia-qm9700, platform: unmanaged, count: 2, uplinks: 4}\n"
        "      spine: {count: 2, model: nvidia-qm9700, platform: unmanaged}\n"
        "    subnet: {release: '6.19'}\n"
    )
    return (
        "schema: fabric/1\nname: two\nhosts:\n  pod1:\n    count: 2\n    model: dgx-b200\n    nics:\n"
        "      compute: {model: connectx-7, count: 2, adapters: [0, 3]}\n"
        "      storage: {model: connectx-7, count: 1, adapters: [1]}\n"
        f"fabrics:\n  compute:\n{one}  storage:\n    prefix: st-\n{one}"
    )


def test_cores_are_the_roots_of_three_levels():
    build = shipped("fat-tree-ib")
    config = next(build.config(unit) for _, unit in build.units() if unit.role is Role.MANAGER)
    assert [node.name for node in config.roots] == [f"core{n}" for n in range(1, 17)]
