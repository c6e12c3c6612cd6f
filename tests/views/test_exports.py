"""Topologies for schedulers, in the words of each."""

from __future__ import annotations

import re

import pytest
import yaml
from analysis.graphs import leaf_spine, three_tiers
from cases.repositories import shipped
from hypothesis import given
from hypothesis import strategies as st

from fabric.analysis.blocks import blocks
from fabric.topology import Role
from fabric.views import exports

CLOS = ("quickstart", "roce-256", "ib-b200-superpod")


def expanded(text):
    """Read a hostlist expression as Slurm does."""
    names = []
    for stem, inside in re.findall(r"([^,\[\]]+)(?:\[([^\]]*)\])?", text):
        for part in inside.split(",") if inside else [None]:
            if part is None:
                names.append(stem)
                continue
            first, _, last = part.partition("-")
            width = len(first) if first.startswith("0") else 0
            names += [f"{stem}{number:0{width}}" for number in range(int(first), int(last or first) + 1)]
    return names


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["pod1-host1"], "pod1-host1"),
        ([f"h{i}" for i in (1, 2, 3, 5, 7, 8)], "h[1-3,5,7-8]"),
        (["gpu01", "gpu02", "gpu10"], "gpu[01-02],gpu10"),
        (["a1", "b1"], "a1,b1"),
        (["login"], "login"),
    ],
)
def test_names_are_written_as_slurm_reads_them(names, text):
    assert exports.hostlist(names) == text


@given(st.lists(st.integers(1, 300), min_size=1, unique=True))
def test_a_hostlist_names_every_host_once(numbers):
    names = [f"pod1-host{number}" for number in numbers]
    assert sorted(expanded(exports.hostlist(names))) == sorted(names)


def conf(fabric):
    lines = exports.slurm_conf("backend", blocks(fabric)).splitlines()[1:]
    return [dict(part.split("=", 1) for part in line.split(" ")) for line in lines]


@pytest.mark.parametrize("intent", CLOS)
def test_every_host_is_under_one_switch_and_every_switch_but_the_top_under_one(intent):
    for design in shipped(intent).designs.values():
        rows = conf(design.fabric)
        nodes = [name for row in rows for name in expanded(row.get("Nodes", ""))]
        assert sorted(nodes) == sorted(host.name for host in design.fabric.of_role(Role.HOST))
        switches = [name for row in rows for name in expanded(row.get("Switches", ""))]
        assert len(set(switches)) == len(switches) == len(rows) - 1


def test_three_tiers_are_a_tree_of_pods():
    assert conf(three_tiers(2))[-1] == {"SwitchName": "core1", "Switches": "p1-spine1,p2-spine1"}


def test_a_block_with_one_child_is_left_out():
    assert conf(leaf_spine(2, 2, 4)) == [{"SwitchName": "leaf1", "Nodes": "host[1-4]"}]


@pytest.mark.parametrize("fabric", [three_tiers(3), leaf_spine(2, 2, 4)])
def test_the_yaml_says_what_the_conf_says(fabric):
    (topology,) = yaml.safe_load(exports.slurm_yaml("backend", blocks(fabric)))
    assert next(iter(topology)) == "topology"
    assert topology["cluster_default"] is True
    rows = [
        {"switch": row["SwitchName"]}
        | {
            "children" if key == "Switches" else "nodes": value
            for key, value in row.items()
            if key != "SwitchName"
        }
        for row in conf(fabric)
    ]
    assert topology["tree"]["switches"] == rows


@pytest.mark.parametrize("kind", ["slurm_conf", "slurm_yaml"])
def test_slurm_files_are_as_agreed(golden, kind):
    (design,) = shipped("ib-b200-superpod").designs.values()
    golden(f"views/{kind}.txt", getattr(exports, kind)("compute", blocks(design.fabric)))


def test_a_node_has_a_label_for_each_tier():
    found = exports.labels(blocks(three_tiers(2)))
    assert found["p2-host1"] == {
        "network.topology.nvidia.com/leaf": "p2-leaf1",
        "network.topology.nvidia.com/spine": "p2-spine1",
        "network.topology.nvidia.com/core": "core1",
    }


@pytest.mark.parametrize("intent", CLOS)
def test_labels_are_such_as_kubernetes_takes(intent):
    for design in shipped(intent).designs.values():
        for own in exports.labels(blocks(design.fabric)).values():
            assert all(
                re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,61}[A-Za-z0-9]", value) for value in own.values()
            )


def test_the_patches_and_the_script_say_the_same():
    found = blocks(three_tiers(2))
    patches = list(yaml.safe_load_all(exports.kubernetes_yaml(found)))
    assert {node["metadata"]["name"]: node["metadata"]["labels"] for node in patches} == exports.labels(found)
    script = exports.kubernetes_script(found)
    assert script.startswith("#!/bin/sh\nset -eu\n")
    for node in patches:
        line = next(line for line in script.splitlines() if f" node {node['metadata']['name']} " in line)
        assert all(f"{key}={value}" in line for key, value in node["metadata"]["labels"].items())
