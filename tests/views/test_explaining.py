"""Devices, ports and fields are found by the names that people use."""

from __future__ import annotations

import pytest

from fabric.core.diagnostic import FabricError
from fabric.pipeline import at, compile, registry  # noqa: A004 - the verb of that stage
from fabric.views.explaining import explain
from fabric.views.scaffolding import Texts


def fields(made, subject):
    return [value.field for one in explain(made, subject) for value in one.values]


def refusal(made, subject):
    with pytest.raises(FabricError) as refused:
        explain(made, subject)
    (found,) = refused.value.diagnostics
    return found


def test_a_device_says_its_place_and_lists_its_ports(quickstart):
    (one,) = explain(quickstart, "pod1-leaf2")
    where = {value.field: value.value for value in one.where}
    assert where == {
        "role": "leaf", "pod": "pod1", "rail": 2, "model": "arista-7060x6-64pe", "platform": "sonic",
        "release": "202511", "hwsku": "Arista-7060X6-64PE-O128", "number": 2,
    }  # fmt: skip
    assert [port.name for port in one.ports][-1] == "Ethernet268"


def test_an_overridden_field_points_at_its_override_and_the_rest_at_the_tier(quickstart):
    (one,) = explain(quickstart, "pod1-leaf2")
    paths = {value.field: value.origin.intent for value in one.where}
    assert paths["platform"] == ("topology", "overrides", 0, "platform")
    assert paths["model"] == ("topology", "leaf", "model")


@pytest.mark.parametrize("port", ["Ethernet256", "ethernet256", "33/1"])
def test_a_port_is_found_by_name_and_by_place(quickstart, port):
    (one,) = explain(quickstart, f"pod1-leaf2:{port}")
    assert one.port == "Ethernet256"


@pytest.mark.parametrize("device", ["pod1-leaf1", "pod1-leaf2", "spine1", "pod1-host1"])
def test_every_port_of_a_device_is_explained_by_its_own_name(quickstart, device):
    (whole,) = explain(quickstart, device)
    assert whole.ports
    for port in whole.ports:
        (one,) = explain(quickstart, f"{device}:{port.name}")
        values = {value.field: value.value for value in one.values}
        assert (values["peer"], values["speed_gbps"]) == (port.peer, port.speed_gbps)


@pytest.mark.parametrize(
    ("field", "found"),
    [
        ("mtu", ["mtu"]),
        ("ecn", ["ecn.roce.min_bytes", "ecn.roce.max_bytes", "ecn.roce.probability_pct"]),
        ("min_bytes", ["ecn.roce.min_bytes"]),
        ("ecn.roce.max_bytes", ["ecn.roce.max_bytes"]),
        ("session.bfd", ["session.bfd.interval_ms", "session.bfd.multiplier"]),
    ],
)
def test_a_field_is_found_by_its_name_or_a_part_of_it(quickstart, field, found):
    assert fields(quickstart, f"pod1-leaf1:Ethernet33/1:{field}") == found


def test_a_field_of_the_device_needs_no_port(quickstart):
    assert fields(quickstart, "pod1-leaf1:asn") == ["bgp.asn"]
    assert fields(quickstart, "pod1-leaf1::asn") == ["bgp.asn"]


def test_the_nic_of_a_host_is_a_port(quickstart):
    values = {v.field: v.value for v in explain(quickstart, "pod1-host1:2/1")[0].values}
    assert values["nic"] == "connectx-7"
    assert values["gateway"] == "100.64.1.0"


def test_a_switch_under_a_subnet_manager_has_cables_only(site):
    (one,) = explain(site("ib-b200-superpod"), "su1-leaf1")
    assert one.values == ()
    port = explain(site("ib-b200-superpod"), f"su1-leaf1:{one.ports[0].place}")[0]
    assert {value.field for value in port.values} >= {"peer", "speed_gbps", "media", "cable_m"}


def test_a_subnet_manager_says_its_settings(site):
    made = site("ib-b200-superpod")
    design = next(iter(made.designs.values()))
    manager = next(name for name, device in design.fabric.devices.items() if device.role == "subnet-manager")
    assert "routing_engine" in fields(made, manager)


def test_an_unknown_device_is_refused_with_the_nearest(quickstart):
    found = refusal(quickstart, "pod1-leaf9")
    assert (found.code, found.hint) == ("EXP-001", "did you mean `pod1-leaf2`?")


def test_an_unknown_port_is_refused_with_the_nearest(quickstart):
    found = refusal(quickstart, "pod1-leaf1:Ethernet33/2")
    assert (found.code, found.hint[:23]) == ("EXP-002", "did you mean `Ethernet3")


def test_an_unknown_field_is_refused_with_the_nearest(quickstart):
    found = refusal(quickstart, "pod1-leaf1:33/1:mtuu")
    assert found.summary == "`pod1-leaf1:33/1` has no `mtuu`"
    assert (found.code, found.hint) == ("EXP-003", "did you mean `mtu`?")


TWO_FABRICS = """\
schema: fabric/1
name: two
hosts:
  pod1:
    count: 2
    model: hgx-h200
    nics: {backend: {model: connectx-7, count: 1}, storage: {model: connectx-7, count: 1, adapters: [1]}}
fabrics:
  backend:
    transport: roce
    topology:
      kind: rail-optimised
      rails: 1
      leaf: {model: arista-7060x6-64pe, platform: eos, release: "4.34.1F", uplinks: 2}
      spine: {model: arista-7060x6-64pe, platform: eos, release: "4.34.1F", count: 2}
  storage:
    prefix: st-
    transport: roce
    addressing: {loopbacks: 10.1.0.0/16, hosts: 10.64.0.0/16, host_table: 300}
    topology:
      kind: leaf-spine
      leaf: {model: arista-7060x6-64pe, platform: eos, release: "4.34.1F", count: 1, uplinks: 2}
      spine: {model: arista-7060x6-64pe, platform: eos, release: "4.34.1F", count: 2}
"""


@pytest.fixture
def two_fabrics():
    files = Texts({"intents/two/site.yaml": TWO_FABRICS})
    return compile(at(files, "intents/two"), registry())


def test_a_host_is_explained_once_for_each_of_its_fabrics(two_fabrics):
    assert [one.fabric for one in explain(two_fabrics, "pod1-host1")] == ["backend", "storage"]


def test_values_of_two_fabrics_point_at_their_own_lines(two_fabrics):
    leaf, other = (explain(two_fabrics, f"{name}:1/1:address")[0] for name in ("pod1-leaf1", "st-pod1-leaf1"))
    assert leaf.values[0].origin.intent == ("fabrics", "backend", "addressing", "hosts")
    assert other.values[0].value == "10.64.0.0/31"
    (transport,) = explain(two_fabrics, "pod1-host1:transport")[0].values
    assert transport.origin.intent == ("fabrics", "backend", "transport")
