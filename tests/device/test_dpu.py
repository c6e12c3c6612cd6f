"""A DPU between leaf and host: its numbers, its ports, and what changes for the others."""

from __future__ import annotations

from dataclasses import replace

from cases import dpus

from fabric.topology import Role

GROWN = ("count: 2\n    model", "count: 7\n    model")


def hosts(made):
    return [name for name, unit in dpus.units(made).items() if unit.role is Role.HOST]


def test_a_dpu_has_a_session_to_each_leaf_and_a_gateway_for_each_port_of_its_host():
    config = dpus.config(dpus.built(), "pod1-dpu1")
    assert [(port.name, port.peer.device, port.address) for port in config.uplinks] == [
        ("p0_if", "pod1-leaf1", None),
        ("p1_if", "pod1-leaf2", None),
    ]
    assert [(port.name, str(port.address)) for port in config.host_ports] == [
        ("pf0hpf_if", "100.64.0.0/31"),
        ("pf1hpf_if", "100.64.1.0/31"),
    ]
    assert [(one.peer, one.asn) for one in config.bgp.neighbors] == [
        ("pod1-leaf1", 4200000001),
        ("pod1-leaf2", 4200000002),
    ]


def test_every_dpu_has_an_as_and_a_router_id_of_its_own():
    made = dpus.built(dpus.BEHIND_DPUS, GROWN)
    configs = [dpus.config(made, name) for name, unit in dpus.units(made).items() if unit.role is Role.DPU]
    assert len({config.bgp.asn for config in configs}) == len({c.loopback for c in configs}) == 7


def test_more_hosts_move_no_number_of_a_dpu():
    before, after = dpus.built(), dpus.built(dpus.BEHIND_DPUS, GROWN)
    for name in ("pod1-dpu1", "pod1-dpu2"):
        assert dpus.config(before, name) == dpus.config(after, name)


def test_a_second_uplink_moves_no_number_of_a_dpu():
    one, two = (dpus.config(dpus.built(dpus.BEHIND_DPUS, *c), "pod1-dpu1") for c in ((dpus.ONE_UPLINK,), ()))
    assert (one.loopback, one.bgp.asn) == (two.loopback, two.bgp.asn)
    assert two.uplinks[0] == one.uplinks[0]


def test_a_host_keeps_addresses_and_gateways_when_its_nic_becomes_a_dpu():
    plain, behind = dpus.built(dpus.PLAIN), dpus.built()
    assert dpus.units(behind).keys() - dpus.units(plain).keys() == {"pod1-dpu1", "pod1-dpu2"}
    for name in hosts(plain):
        before, after = (dpus.config(made, name).on("frontend").nics for made in (plain, behind))
        assert [replace(nic, peer=None) for nic in after] == [replace(nic, peer=None) for nic in before]
        assert [nic.peer.port_name for nic in after] == ["pf0hpf_if", "pf1hpf_if"]


def test_a_leaf_has_a_session_to_a_dpu_instead_of_an_address_towards_the_host():
    made = dpus.built()
    ports = [port for port in dpus.config(made, "pod1-leaf1").interfaces if port.peer.role is Role.DPU]
    assert [(port.description, port.address, port.unnumbered) for port in ports] == [
        ("pod1-dpu1 p0_if", None, True),
        ("pod1-dpu2 p0_if", None, True),
    ]
    groups = {one.peer: one.group for one in dpus.config(made, "pod1-leaf1").bgp.neighbors}
    assert groups["pod1-dpu2"] == "DPUS"


def test_names_of_dpus_begin_with_the_prefix_of_their_fabric():
    named = ("transport: ethernet}", "transport: ethernet, prefix: fe-}")
    made = dpus.built(dpus.BEHIND_DPUS, named, ("match: pod1", "match: fe-pod1"))
    assert "fe-pod1-dpu1" in dpus.units(made)
