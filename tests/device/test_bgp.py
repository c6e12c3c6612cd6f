"""eBGP unnumbered: a session for each cable between switches, and networks that are advertised."""

from __future__ import annotations

from ipaddress import IPv4Network

import pytest
from cases.designs import units
from cases.repositories import base_text, shipped

from fabric.device import Bfd


def test_there_is_a_session_for_each_cable_between_switches_and_none_to_hosts():
    build = shipped("roce-256")
    design = build.designs["backend"]
    for _, unit in build.units():
        if unit.role in {"leaf", "spine"}:
            config = build.config(unit)
            cables = [link for link in design.fabric.links_of[unit.name] if link.kind == "leaf-spine"]
            assert len(config.bgp.neighbors) == len(cables)


def test_both_ends_of_a_session_know_each_other():
    found = units()
    sessions = {
        (name, neighbor.peer, neighbor.asn, found[name].bgp.asn)
        for name in ("pod1-leaf1", "pod1-leaf2", "spine1", "spine2")
        for neighbor in found[name].bgp.neighbors
    }
    assert {(peer, name, own, asn) for name, peer, asn, own in sessions} == sessions
    assert all(own != asn for *_, asn, own in sessions)


def test_a_numbered_link_of_both_families_has_a_session_of_each_in_groups_of_their_own():
    changes = ("routing:\n", "routing:\n  underlay: ebgp-numbered\n  dual_stack: true\n")
    found = units(changes)
    own, far = found["pod1-leaf1"], found["spine1"]
    assert own.bgp.groups == ("SPINES", "SPINES-V6")
    assert [own.bgp.groups_in(family) for family in own.bgp.families] == [["SPINES"], ["SPINES-V6"]]
    assert {one.address.version for one in own.bgp.neighbors if one.group == "SPINES-V6"} == {6}
    ends = {str(end.ip) for port in far.interfaces for end in (port.address, port.address6)}
    assert {str(one.address) for one in own.bgp.neighbors if one.peer == "spine1"} <= ends
    assert not any(port.unnumbered for port in own.interfaces)


def test_a_leaf_advertises_its_loopback_and_its_host_links():
    found = units()["pod1-leaf2"].bgp
    assert found.advertised == ((IPv4Network("10.0.0.0/16"), 32, 32), (IPv4Network("100.64.1.0/24"), 31, 31))
    assert found.groups == ("SPINES",)


def test_a_spine_advertises_its_loopback_only():
    found = units()["spine1"].bgp
    assert found.advertised == ((IPv4Network("10.0.0.0/16"), 32, 32),)
    assert found.groups == ("LEAVES",)


def test_the_router_id_is_the_loopback():
    for name in ("pod1-leaf1", "spine2"):
        assert units()[name].bgp.router_id == units()[name].loopback


def test_bfd_is_as_written_or_off():
    assert units(("300 ms, multiplier: 3", "1 s, multiplier: 5"))["spine1"].bgp.bfd == Bfd(1000, 5)
    assert units(("routing:\n  bfd: {interval: 300 ms, multiplier: 3}\n", ""))["spine1"].bgp.bfd is None


@pytest.mark.parametrize(("seed", "equal"), [("per-tier", False), ("equal", True)])
def test_hash_seeds_differ_by_tier_unless_they_are_to_be_equal(seed, equal):
    found = units(("routing:\n", f"routing:\n  ecmp: {{seed: {seed}}}\n"))
    assert found["pod1-leaf1"].ecmp.seed == found["pod1-leaf2"].ecmp.seed
    assert (found["pod1-leaf1"].ecmp.seed == found["spine1"].ecmp.seed) is equal


def test_hash_fields_are_those_of_the_intent():
    found = units(("routing:\n", "routing:\n  ecmp: {hash: [src-ip, dst-ip], max_paths: 8}\n"))
    assert found["spine1"].ecmp.fields == ("src-ip", "dst-ip")
    assert found["spine1"].bgp.max_paths == 8


def clos3():
    build = shipped("clos3-64")
    return {unit.name: build.config(unit) for _, unit in build.units()}


def test_each_of_three_tiers_groups_its_neighbours_by_their_tier():
    found = clos3()
    groups = {name: found[name].bgp.groups for name in ("pod1-leaf1", "pod1-spine1", "core1")}
    assert groups == {
        "pod1-leaf1": ("SPINES",),
        "pod1-spine1": ("LEAVES", "CORES"),
        "core1": ("SPINES",),
    }


def test_hash_seeds_of_three_tiers_differ():
    found = clos3()
    assert len({found[name].ecmp.seed for name in ("pod1-leaf1", "pod1-spine1", "core1")}) == 3


def test_sessions_of_three_tiers_are_between_different_systems():
    found = clos3()
    switches = {name: config for name, config in found.items() if hasattr(config, "bgp")}
    sessions = {
        (name, neighbor.peer, neighbor.asn, config.bgp.asn)
        for name, config in switches.items()
        for neighbor in config.bgp.neighbors
    }
    assert {(peer, name, own, asn) for name, peer, asn, own in sessions} == sessions
    assert all(own != asn for *_, asn, own in sessions)
    assert len({switches[name].bgp.asn for name in ("pod1-spine1", "pod1-spine2")}) == 1
    assert len({switches[f"core{n}"].bgp.asn for n in range(1, 5)}) == 1


MESH = (
    "topology:\n  kind: mesh\n"
    '  leaf: {model: nvidia-sn5600, platform: cumulus, release: "5.16", count: 2, links: 2}\n'
)
GROUPS = (
    "topology:\n  kind: dragonfly-plus\n"
    '  leaf: {model: nvidia-sn5600, platform: cumulus, release: "5.16", count: 2, uplinks: 4}\n'
    '  spine: {model: nvidia-sn5600, platform: cumulus, release: "5.16", count: 2, global_links: 4}\n'
)
POD2 = "  pod2: {count: 2, model: hgx-h200, nics: {backend: {model: connectx-7, count: 2}}}\n"


def of_shape(topology):
    """Return the units of the base with another topology and a second pod."""
    text = base_text()
    old = text[text.index("topology:") : text.index("\nphysical:")]
    kind = "leaf-leaf" if "mesh" in topology else "leaf-spine"
    return units(
        (old, topology), ("\ntopology:", f"{POD2}\ntopology:"), ("leaf-spine: {both", f"{kind}: {{both")
    )


def test_leaves_of_a_mesh_have_sessions_between_different_systems():
    found = of_shape(MESH)
    leaves = [f"pod{pod}-leaf{leaf}" for pod in (1, 2) for leaf in (1, 2)]
    assert len({found[name].bgp.asn for name in leaves}) == 4
    for name in leaves:
        peers = [neighbor.peer for neighbor in found[name].bgp.neighbors]
        assert sorted(peers) == sorted(other for other in leaves if other != name for _ in range(2))
        assert found[name].bgp.groups == ("LEAVES",)


def test_spines_of_two_groups_have_sessions_between_different_systems():
    found = of_shape(GROUPS)
    spine = found["pod1-spine2"].bgp
    assert spine.groups == ("LEAVES", "SPINES")
    across = [(n.peer, n.asn) for n in spine.neighbors if n.group == "SPINES"]
    assert across == [("pod2-spine2", found["pod2-spine2"].bgp.asn)] * 2
    assert spine.asn == found["pod1-spine1"].bgp.asn != found["pod2-spine2"].bgp.asn
