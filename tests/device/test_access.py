"""Hosts in one VLAN with their leaf: addresses, and what every platform is told, judged by its judge."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Interface, IPv4Network

import pytest
from cases.designs import LEAF, units
from judges import eos, nvue, yang

from fabric.pipeline import registry
from fabric.render import environment, render

RAILS = "  kind: rail-optimised\n  rails: 2\n"
BRIDGED = "access: bridged, vlan: 30, count: 2, uplinks: 4}"
LEAVES = {
    "eos": f'leaf: {{model: arista-7060x6-64pe, platform: eos, release: "4.34.1F", {BRIDGED}',
    "cumulus": f'leaf: {{model: nvidia-sn5600, platform: cumulus, release: "5.16", {BRIDGED}',
    "sonic": (
        "leaf: {model: arista-7060x6-64pe, platform: sonic, hwsku: Arista-7060X6-64PE-O128,"
        f' release: "202511", {BRIDGED}'
    ),
}


def bridged(platform):
    return units((RAILS, "  kind: leaf-spine\n"), (LEAF, LEAVES[platform]))


def text_of(platform, config):
    return render(registry().platforms[platform], config, environment())[0].text


def test_a_leaf_is_the_gateway_of_its_hosts():
    leaf = bridged("eos")["pod1-leaf1"]
    assert (leaf.access.vlan, leaf.access.gateway) == (30, IPv4Interface("100.64.0.1/24"))
    down = [port for port in leaf.interfaces if port.vlan is not None]
    assert {(port.vlan, port.address, port.unnumbered) for port in down} == {(30, None, False)}
    assert [port.peer.device for port in down] == ["pod1-host1", "pod1-host2"]
    assert (IPv4Network("100.64.0.0/24"), 24, 24) in leaf.bgp.advertised


def test_hosts_have_addresses_by_their_ports_in_the_network_of_the_leaf():
    made = bridged("eos")
    for number in (1, 2):
        nic = made[f"pod1-host{number}"].fabrics[0].nics[0]
        assert nic.address == IPv4Interface((int(IPv4Interface("100.64.0.1").ip) + number, 24))
        assert str(nic.gateway) == "100.64.0.1"


def test_a_spine_has_no_vlan():
    assert bridged("eos")["spine1"].access is None


def test_a_routed_leaf_has_no_vlan():
    leaf = units()["pod1-leaf1"]
    assert leaf.access is None
    assert {port.vlan for port in leaf.interfaces} == {None}


@pytest.mark.judge("eos")
def test_pyavd_spells_and_orders_the_vlan_alike():
    text = text_of("eos", bridged("eos")["pod1-leaf1"])
    assert eos.judge(text) == ()
    assert "interface Vlan30\n   mtu 9214\n   ip address 100.64.0.1/24\n" in text


@pytest.mark.judge("nvue")
@pytest.mark.parametrize("release", ["5.9", "5.11", "5.13", "5.16", "5.18"])
def test_every_dialect_of_nvue_takes_the_vlan(release):
    made = units((RAILS, "  kind: leaf-spine\n"), (LEAF, LEAVES["cumulus"].replace("5.16", release)))[
        "pod1-leaf1"
    ]
    text = text_of("cumulus", made)
    assert nvue.judge(text, release) == ()
    assert "100.64.0.1/24" in text


@pytest.mark.judge("yang")
@pytest.mark.parametrize("release", ["202405", "202511", "master"])
def test_every_model_of_sonic_takes_the_vlan(release):
    own = LEAVES["sonic"].replace("202511", release)
    text = text_of("sonic", units((RAILS, "  kind: leaf-spine\n"), (LEAF, own))["pod1-leaf1"])
    assert yang.judge(text, release) == ()
    assert '"Vlan30|100.64.0.1/24": {}' in text


@pytest.mark.parametrize("platform", LEAVES)
@pytest.mark.parametrize(
    "other", [{"vlan": 31}, {"mtu": 1500}, {"gateway": IPv4Interface("100.64.0.2/24")}], ids=repr
)
def test_another_value_of_any_field_changes_the_artifact(platform, other):
    leaf = bridged(platform)["pod1-leaf1"]
    changed = replace(leaf, access=replace(leaf.access, **other))
    assert text_of(platform, changed) != text_of(platform, leaf)


@pytest.mark.parametrize("platform", LEAVES)
def test_what_the_vlan_adds_is_ours_and_is_read_back(platform):
    form = registry().platforms[platform]
    leaf = bridged(platform)["pod1-leaf1"]
    name = next(iter(form.templates))
    tree = form.parse({name: text_of(platform, leaf)})
    added = {path for path, value in tree.items() if "30" in "/".join(map(str, (*path, value)))}
    assert added
    assert {path for path in added if not form.owned(path)} == set()
