"""Hosts: addresses on their rails, and code points that every switch maps to the same class."""

from __future__ import annotations

import pytest
from cases.designs import infiniband, units


def host(*changes):
    """Return what the first host does on its only fabric."""
    return units(*changes)["pod1-host1"].on("backend")


def test_a_host_has_a_nic_on_every_rail():
    assert [(nic.number, nic.rail, nic.peer.device) for nic in host().nics] == [
        (1, 1, "pod1-leaf1"),
        (2, 2, "pod1-leaf2"),
    ]


def test_the_gateway_is_the_address_of_the_leaf():
    assert [(str(nic.address), str(nic.gateway)) for nic in host().nics] == [
        ("100.64.0.1/31", "100.64.0.0"),
        ("100.64.1.1/31", "100.64.1.0"),
    ]


# ConnectX-7 marks RoCE with 26 and CNP with 48 from the factory (catalog).
@pytest.mark.parametrize(
    ("change", "roce", "cnp"),
    [
        ((), 26, 48),
        ((("[24-31]", "[24-25]"),), 24, 48),
        ((("[24-31]", "[46, 30]"),), 46, 48),
        ((("dscp: [48]", "dscp: [5]"),), 26, 5),
        ((("name: cnp", "name: control"),), 26, 48),
        ((("name: cnp, dscp: [48]", "name: control, dscp: [5]"),), 26, 48),
        ((("    - {name: cnp, dscp: [48], traffic_class: 6, strict: true}\n", ""),), 26, 48),
    ],
)
def test_code_points_are_those_of_the_nic_where_its_class_has_them(change, roce, cnp):
    found = host(*change)
    assert (found.roce_dscp, found.cnp_dscp) == (roce, cnp)
    lossless = next(c for c in found.qos.classes if c.lossless)
    assert found.roce_dscp in lossless.dscp


def test_without_a_lossless_class_a_host_marks_no_roce():
    assert host(("lossless: true, ", "")).roce_dscp is None


@pytest.mark.parametrize(
    ("change", "dcqcn"),
    [
        ((), True),
        ((("enabled: true", "enabled: false"),), False),
        ((("  dcqcn: {enabled: true}\n", ""),), False),
    ],
)
def test_rate_control_is_on_only_when_it_is_asked_for(change, dcqcn):
    assert host(*change).dcqcn is dcqcn


def test_ports_are_named_by_their_pci_addresses_where_the_intent_has_them():
    given = ("count: 2}", 'count: 2, pci: ["0000:1a:00.0", "0000:3c:00.0"], rdma: roce}')
    assert [(nic.pci, nic.rdma) for nic in host(given).nics] == [
        ("0000:1a:00.0", "roce"),
        ("0000:3c:00.0", "roce"),
    ]
    assert [(nic.pci, nic.rdma) for nic in host().nics] == [("", ""), ("", "")]


def test_hosts_reach_the_networks_of_all_hosts_over_their_rails():
    assert [str(network) for network in host().fabric_networks] == ["100.64.0.0/10"]


def test_a_host_on_infiniband_has_neither_addresses_nor_classes():
    found = infiniband()["pod1-host1"].on("compute")
    assert [(nic.address, nic.gateway) for nic in found.nics] == [(None, None), (None, None)]
    assert (found.qos, found.roce_dscp, found.fabric_networks, found.dcqcn) == (None, None, (), False)


def test_hosts_of_a_fabric_without_classes_have_none():
    whole = "qos:\n" + open_section("qos")
    found = host((whole, ""))
    assert (found.qos, found.roce_dscp, found.cnp_dscp) == (None, None, None)


def open_section(name):
    from cases.repositories import base_text  # noqa: PLC0415

    return base_text().partition(f"\n{name}:\n")[2].partition("\n\n")[0] + "\n"
