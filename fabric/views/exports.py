"""Topologies as schedulers read them: Slurm's `topology.conf` and `topology.yaml`, labels for Kubernetes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fabric.analysis.blocks import Block

LABEL = "network.topology.nvidia.com"
"""Prefix of the labels that NVIDIA's topograph sets (`pkg/engines/k8s`): leaf, spine and core of a node. Its
`accelerator` is left to the GPU operator, for no fabric cable says which hosts share NVLink."""
_NUMBERED = re.compile(r"(.*?)(\d+)$")


def hostlist(names: Iterable[str]) -> str:
    """Return names as Slurm's hostlist expression: `pod1-host[1-31,33]`; leading zeros are kept."""
    groups: dict[tuple[str, int], list[int]] = {}
    for name in sorted(names, key=natural):
        found = _NUMBERED.fullmatch(name)
        if found is None:
            groups[name, -1] = []
            continue
        padded = len(found[2]) if found[2].startswith("0") else 0
        groups.setdefault((found[1], padded), []).append(int(found[2]))
    return ",".join(_ranged(stem, width, numbers) for (stem, width), numbers in groups.items())


def _ranged(stem: str, width: int, numbers: list[int]) -> str:
    if not numbers:
        return stem
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    if len(numbers) == 1:
        return f"{stem}{numbers[0]:0{width}}"
    parts = (f"{a:0{width}}" if a == b else f"{a:0{width}}-{b:0{width}}" for a, b in spans)
    return f"{stem}[{','.join(parts)}]"


def slurm_conf(fabric: str, blocks: Sequence[Block]) -> str:
    """Return `topology.conf` for topology/tree: first the blocks on leaves, then those that join them."""
    lines = [f"# fabric {fabric}; needs TopologyPlugin=topology/tree in slurm.conf"]
    lines += (f"SwitchName={name} {kind}={value}" for name, kind, value in _tree(blocks, "Switches", "Nodes"))
    return "\n".join(lines) + "\n"


def slurm_yaml(fabric: str, blocks: Sequence[Block]) -> str:
    """Return `topology.yaml` (Slurm 25.05 and later, which then ignores `topology.conf`)."""
    lines = ["---", f"- topology: {fabric}", "  cluster_default: true", "  tree:", "    switches:"]
    for name, kind, value in _tree(blocks, "children", "nodes"):
        lines += (f"      - switch: {name}", f"        {kind}: {json.dumps(value)}")
    return "\n".join(lines) + "\n"


def _tree(blocks: Sequence[Block], switches: str, nodes: str) -> Iterator[tuple[str, str, str]]:
    """Yield name, kind of members and members of every block; one with a single child is left out."""
    stands_for: dict[str, str] = {}
    for block in blocks:
        if not block.children:
            yield block.name, nodes, hostlist(block.hosts)
        elif len(block.children) == 1:
            stands_for[block.name] = stands_for.get(block.children[0], block.children[0])
        else:
            yield block.name, switches, hostlist(stands_for.get(name, name) for name in block.children)


def labels(blocks: Sequence[Block]) -> dict[str, dict[str, str]]:
    """Return the labels of every host: the block it is in on each tier."""
    found: dict[str, dict[str, str]] = {}
    for block in blocks:
        for host in block.hosts:
            found.setdefault(host, {})[f"{LABEL}/{_tier(block.level)}"] = block.name
    return {host: found[host] for host in sorted(found, key=natural)}


def _tier(role: Role) -> str:
    return {Role.LEAF: "leaf", Role.SPINE: "spine"}.get(role, "core")


def kubernetes_yaml(blocks: Sequence[Block]) -> str:
    """Return a patch for every node, one document each, as `kubectl patch node` takes them."""
    documents = (
        "\n".join((
            "apiVersion: v1", "kind: Node", "metadata:", f"  name: {host}", "  labels:",
            *(f"    {key}: {json.dumps(value)}" for key, value in own.items()),
        ))
        for host, own in labels(blocks).items()
    )  # fmt: skip
    return "---\n" + "\n---\n".join(documents) + "\n"


def kubernetes_script(blocks: Sequence[Block]) -> str:
    """Return a script that sets the labels: unlike a manifest it makes no node that does not exist."""
    lines = ["#!/bin/sh", "set -eu"]
    for host, own in labels(blocks).items():
        pairs = " ".join(f"{key}={value}" for key, value in own.items())
        lines.append(f"kubectl label --overwrite node {host} {pairs}")
    return "\n".join(lines) + "\n"
