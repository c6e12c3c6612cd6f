"""A containerlab topology: every device a node, every cable a link, no interface twice."""

from __future__ import annotations

import pytest
import yaml
from cases.repositories import shipped

from fabric.core.diagnostic import FabricError
from fabric.views.exports_containerlab import KINDS, containerlab


def design_of(intent):
    return next(iter(shipped(intent).designs.values()))


@pytest.mark.parametrize("intent", ["quickstart", "roce-256"])
def test_every_device_is_a_node_and_every_cable_a_link(intent):
    design = design_of(intent)
    found = yaml.safe_load(containerlab(design))
    assert set(found["topology"]["nodes"]) == set(design.fabric.devices)
    ends = [tuple(end.partition(":")[0] for end in link["endpoints"]) for link in found["topology"]["links"]]
    assert ends == [(link.a.device, link.b.device) for link in design.fabric.links]


@pytest.mark.parametrize("intent", ["quickstart", "roce-256"])
def test_no_interface_is_on_two_links(intent):
    found = yaml.safe_load(containerlab(design_of(intent)))
    ends = [end for link in found["topology"]["links"] for end in link["endpoints"]]
    assert len(set(ends)) == len(ends)


def test_nodes_have_the_kind_and_release_of_their_platform():
    nodes = yaml.safe_load(containerlab(design_of("roce-256")))["topology"]["nodes"]
    assert nodes["pod1-leaf1"] == {"kind": "arista_ceos", "image": "ceos:4.34.1F", "group": "pod1"}
    assert nodes["pod1-leaf7"]["kind"] == "sonic-vs"
    assert nodes["spine1"]["image"] == "vrnetlab/nvidia_cumulusvx:5.16"
    assert {node["kind"] for node in nodes.values()} == {kind.name for kind in KINDS.values()}


def test_ceos_ports_keep_their_names_and_others_are_numbered():
    links = yaml.safe_load(containerlab(design_of("quickstart")))["topology"]["links"]
    ends = [end for link in links for end in link["endpoints"]]
    assert {"pod1-leaf1:eth33_5", "spine2:eth2_5"} <= set(ends)
    sonic = [end for end in ends if end.startswith("pod1-leaf2:")]
    assert sorted(sonic) == [f"pod1-leaf2:eth{number}" for number in range(1, 9)]


def test_the_real_ports_stand_beside_every_link(golden):
    golden("views/containerlab.yaml", containerlab(design_of("quickstart")))


def test_an_infiniband_fabric_is_refused():
    with pytest.raises(FabricError) as refused:
        containerlab(design_of("ib-b200-superpod"))
    assert [found.code for found in refused.value.diagnostics] == ["CBL-004"]
