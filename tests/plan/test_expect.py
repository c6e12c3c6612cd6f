"""What a healthy switch shows, from the topology alone."""

from __future__ import annotations

import pytest
from cases.repositories import SITE, base_text, compiled, edited, shipped, with_texts

from fabric.health.model import NOBODY
from fabric.plan.expect import expectation, gpus_behind, redundancy_group


@pytest.fixture(scope="module")
def design():
    return compiled(with_texts({SITE: base_text()})).designs["backend"]


def test_only_ports_between_switches_are_expected(design):
    found = expectation(design, "pod1-leaf1")
    assert found.bgp == found.oper_up == frozenset(found.lldp)
    assert {peer for peer, _ in found.lldp.values()} == {"spine1", "spine2"}


def test_both_ends_of_a_cable_expect_each_other(design):
    for name in ("pod1-leaf1", "pod1-leaf2", "spine1"):
        for port, (peer, far) in expectation(design, name).lldp.items():
            assert expectation(design, peer).lldp[far] == (name, port)


def test_sessions_over_numbered_links_bear_the_address_of_the_peer():
    design = shipped("mesh-64").designs["backend"]
    found = expectation(design, "pod1-leaf1")
    assert len(found.bgp) == len(found.lldp)
    addresses = {str(end.ip) for link in design.fabric.links_of["pod1-leaf1"] if link.kind == "leaf-leaf"
                 for end in design.numbers.link_ends(link)}  # fmt: skip
    for far in {found.peers[address] for address in found.bgp}:
        seen = expectation(design, far)
        own = {address for address in seen.bgp if seen.peers[address] == "pod1-leaf1"}
        assert own <= addresses - found.bgp
        assert len(own) == sum(peer == far for address, peer in found.peers.items() if address in found.bgp)


def test_numbered_links_of_both_families_have_a_session_of_each():
    both = ("routing:\n", "routing:\n  underlay: ebgp-numbered\n  dual_stack: true\n")
    design = compiled(with_texts({SITE: edited(base_text(), both)})).designs["backend"]
    found = {name: expectation(design, name) for name in ("pod1-leaf1", "spine1")}
    for name, far in (("pod1-leaf1", "spine1"), ("spine1", "pod1-leaf1")):
        sessions = found[name].bgp
        assert len(sessions) == 2 * len(found[name].lldp)
        assert sum(":" in address for address in sessions) == len(sessions) // 2
        assert not sessions & found[far].bgp


def test_leaves_of_a_pod_stand_in_for_each_other_and_spines_too(design):
    assert redundancy_group(design, "pod1-leaf1") == redundancy_group(design, "pod1-leaf2")
    assert redundancy_group(design, "spine1") == redundancy_group(design, "spine2")
    assert redundancy_group(design, "spine1") != redundancy_group(design, "pod1-leaf1")


def test_a_rail_leaf_has_one_gpu_a_port_and_a_spine_has_all(design):
    assert gpus_behind(design, "pod1-leaf1") == 2
    assert gpus_behind(design, "spine1") == 2 * 8


def test_a_leaf_without_rails_counts_whole_hosts():
    text = edited(
        base_text(),
        ("kind: rail-optimised\n  rails: 2", "kind: leaf-spine"),
        ("per: rail, uplinks", "count: 2, uplinks"),
    )
    design = compiled(with_texts({SITE: text})).designs["backend"]
    assert gpus_behind(design, "pod1-leaf1") == 2 * 8


def test_a_spine_of_a_rail_alone_has_no_stand_in_and_the_gpus_of_its_rail():
    text = edited(base_text(), ("rails: 2\n", "rails: 2\n  planes: 2\n"))
    design = compiled(with_texts({SITE: text})).designs["backend"]
    assert redundancy_group(design, "spine1") != redundancy_group(design, "spine2")
    assert gpus_behind(design, "spine1") == 8


def three_tiers():
    return shipped("clos3-64").designs["backend"]


def test_a_spine_expects_its_leaves_and_its_cores():
    found = expectation(three_tiers(), "pod1-spine1")
    assert {peer for peer, _ in found.lldp.values()} == {"pod1-leaf1", "pod1-leaf2", "core1", "core3"}


def test_spines_of_a_pod_stand_in_for_each_other_and_not_for_another_pod():
    design = three_tiers()
    names = ("pod1-spine1", "pod1-spine2", "pod2-spine1", "core1", "core4")
    assert [redundancy_group(design, name) for name in names] == [
        "pod1 spines", "pod1 spines", "pod2 spines", "cores", "cores",
    ]  # fmt: skip


def test_a_spine_of_a_pod_has_the_gpus_of_its_pod_and_a_core_has_all():
    design = three_tiers()
    assert gpus_behind(design, "pod1-spine1") == 32
    assert gpus_behind(design, "core1") == 64
    assert gpus_behind(design, "pod1-leaf1") == 16


def test_spines_of_a_nic_plane_stand_in_for_each_other_only():
    design = shipped("planes-32").designs["backend"]
    assert redundancy_group(design, "plane1-spine2") == "plane1 spines"
    assert redundancy_group(design, "plane2-spine1") == "plane2 spines"


def test_a_subnet_manager_expects_each_link_between_switches_from_both_ends_by_guid():
    subnet = shipped("fat-tree-ib").designs["compute"]
    found = expectation(subnet, "ufm1")
    between = [link for link in subnet.fabric.links if link.kind in ("leaf-spine", "spine-core")]
    assert len(found.lldp) == 2 * len(between)
    assert all(
        found.lldp[f"{guid}_{number}"] == tuple(port.rsplit("_", 1))
        for port, (guid, number) in found.lldp.items()
    )
    assert set(found.peers.values()) == {NOBODY}
