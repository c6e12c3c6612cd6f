"""Fabric ports: addresses towards hosts, none between switches, and what stands at the far end."""

from __future__ import annotations

from ipaddress import IPv4Interface

import pytest
from cases.designs import units

from fabric.topology import Role

HOST_LINK = "host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m"


def ports(name="pod1-leaf1", *changes):
    return units(*changes)[name].interfaces


def test_a_port_towards_a_host_has_an_address_and_one_towards_a_switch_has_none():
    for port in ports():
        if port.peer.role is Role.HOST:
            assert port.address is not None
            assert not port.unnumbered
        else:
            assert port.address is None
            assert port.unnumbered


def test_the_address_of_a_leaf_is_the_gateway_of_its_host():
    found = units()
    for host in ("pod1-host1", "pod1-host2"):
        for nic in found[host].on("backend").nics:
            leaf = next(p for p in found[nic.peer.device].interfaces if p.port == nic.peer.port)
            assert leaf.address == IPv4Interface(f"{nic.gateway}/31")
            assert nic.address.network == leaf.address.network
            assert nic.address.ip != nic.gateway


def test_ports_come_in_the_order_of_their_places():
    for name in ("pod1-leaf1", "spine1"):
        places = [port.port for port in ports(name)]
        assert places == sorted(places)


def test_a_description_names_device_and_port_at_the_far_end_in_its_own_words():
    assert [port.description for port in ports()] == [
        "pod1-host1 rail1", "pod1-host2 rail1",
        "spine1 swp1s0", "spine1 swp1s1", "spine2 swp1s0", "spine2 swp1s1",
    ]  # fmt: skip


def test_both_ends_of_a_cable_describe_each_other():
    found = units()
    for port in found["pod1-leaf2"].interfaces:
        if port.peer.role is Role.SPINE:
            other = next(p for p in found[port.peer.device].interfaces if p.port == port.peer.port)
            assert (other.peer.device, other.peer.port) == ("pod1-leaf2", port.port)
            assert (other.speed_gbps, other.fec, other.cable_m) == (port.speed_gbps, port.fec, port.cable_m)


@pytest.mark.parametrize(
    ("media", "fec"),
    [
        ("both: 100G-SR4, fibre: om4-mpo12-upc, length: 10 m", "rs"),
        ("both: 400G-CR8, length: 2 m", "rs"),
        ("both: 100G-LR4, fibre: os2-lc, length: 10 m", "none"),
    ],
)
def test_error_correction_is_that_of_the_module(media, fec):
    from fabric.catalog import load_catalog  # noqa: PLC0415
    from fabric.device.interfaces import _fec  # noqa: PLC0415

    assert _fec(load_catalog(), media.split()[1].rstrip(",")) == fec


def test_a_port_without_a_named_module_has_reed_solomon():
    assert {port.fec for port in ports("spine1", ("both: 800G-2xDR4, fibre: os2-mpo12-apc, ", ""))} == {"rs"}


def test_the_packet_size_is_the_same_everywhere():
    found = units(("physical:\n", "physical:\n  mtu: 9000\n"))
    assert {port.mtu for name in ("pod1-leaf1", "spine1") for port in found[name].interfaces} == {9000}
    assert {nic.mtu for nic in found["pod1-host1"].on("backend").nics} == {9000}


def test_length_and_rail_are_those_of_the_cable():
    assert {(p.peer.role, p.cable_m) for p in ports()} == {(Role.HOST, 10.0), (Role.SPINE, 30.0)}
    assert {port.rail for port in ports()} == {1}
    assert {port.rail for port in ports("spine1")} == {1, 2}


def test_the_speed_is_that_of_one_port_of_the_module():
    assert {port.speed_gbps for port in ports()} == {400}
    assert {
        p.speed_gbps
        for p in ports("pod1-leaf1", (HOST_LINK, "length: 10 m, speed: 200G"))
        if p.peer.role is Role.HOST
    } == {200}
