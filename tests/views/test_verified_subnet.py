"""Nodes, GUIDs, cables and speeds of a subnet are judged by its dump: each fault is one finding."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from judges.subnets import small_subnet

from fabric.core.diagnostic import FabricError
from fabric.twin.netlist import netlist
from fabric.views.verified_cables import Spot
from fabric.views.verified_subnet import Wanted, subnet_findings, subnets

CONFIG = small_subnet()
"""`host1` to `host4` are on ports 1 to 4 of `leaf1`, its spines on 5 and 6; GUIDs of ports from 0x3000."""
NAMED = replace(
    CONFIG,
    nodes=tuple(replace(n, name=f"{n.name} mlx5_0") if n.is_adapter else n for n in CONFIG.nodes),
    links=tuple((f"{a} mlx5_0" if a.startswith("host") else a, p, b, q) for a, p, b, q in CONFIG.links),
)
"""Adapters called as on a host."""
DUMP = netlist(NAMED)


def wanted(config=NAMED):
    ends = [(Spot(a, str(p)), Spot(b, str(q))) for a, p, b, q in config.links]
    return Wanted(config.nodes, dict.fromkeys(ends, 200))


def found(text, *fabrics):
    return subnets(fabrics or (wanted(),), [("dump.txt", text)])


def said(text, *fabrics):
    return [(one.code, one.summary) for one in subnet_findings(found(text, *fabrics))]


def swapped(text, one, other):
    """Exchange two texts."""
    return text.replace(one, "\0").replace(other, one).replace("\0", other)


def without(text, node):
    """Take a node out of a dump, and the lines of others that lead to it."""
    blocks = [block for block in text.split("\n\n") if f'# "{node}"' not in block.splitlines()[2]]
    return "\n\n".join("\n".join(x for x in block.splitlines() if f'# "{node}"' not in x) for block in blocks)


def test_a_subnet_as_intended_has_no_finding():
    seen = found(DUMP)
    assert list(subnet_findings(seen)) == []
    assert (seen.cabling.right, len(seen.cabling.wanted), len(seen.cabling.heard)) == (24, 48, 22)


def test_two_ports_of_a_leaf_with_each_others_host_are_swapped():
    text = swapped(DUMP, '"S-0000000000002000"[1]', '"S-0000000000002000"[2]')
    lines = text.splitlines()
    at = lines.index(next(line for line in lines if line.startswith("Switch") and '"leaf1"' in line))
    lines[at + 1], lines[at + 2] = "[1]" + lines[at + 2][3:], "[2]" + lines[at + 1][3:]
    assert said("\n".join(lines)) == [("LDP-002", "`leaf1` 1 and 2 are swapped")]


def test_a_host_that_is_off_is_told_once_and_not_by_its_cables():
    assert said(without(DUMP, "host3 mlx5_0")) == [("LDP-006", "not in the subnet: `host3`")]


def test_a_switch_that_is_off_is_told_once_and_not_by_its_cables():
    assert said(without(DUMP, "spine2")) == [("LDP-006", "not in the subnet: `spine2`")]


def test_adapters_that_are_missing_are_told_by_their_host():
    nodes = tuple(replace(n, name="host1 mlx5_1") if n.name == "host2 mlx5_0" else n for n in NAMED.nodes)
    links = tuple(
        ("host1 mlx5_1", p, b, q) if a == "host2 mlx5_0" else (a, p, b, q) for a, p, b, q in NAMED.links
    )
    two = replace(NAMED, nodes=nodes, links=links)
    assert said(without(netlist(two), "host1 mlx5_1"), wanted(two)) == [
        ("LDP-006", "not in the subnet: `mlx5_1` of `host1`")
    ]


def replaced(*words):
    """Put an adapter with another GUID where host1's should be; it may call itself otherwise."""
    text = DUMP.replace("H-0000000000002fff", "H-0000000000009000").replace("(3000)", "(9000)")
    return text.replace(*words) if words else text


def test_a_replaced_adapter_is_known_by_its_name_and_its_guid_is_told():
    assert said(replaced()) == [
        ("LDP-007", "`host1 mlx5_0` has GUID `0x0000000000009000`, which is not the inventory's")
    ]


def test_a_host_is_known_by_its_name_without_its_domain():
    assert [code for code, _ in said(replaced('"host1 mlx5_0"', '"HOST1.example.net mlx5_0"'))] == ["LDP-007"]


def test_a_node_that_nobody_knows_is_told_by_what_it_calls_itself():
    assert said(replaced('"host1 mlx5_0"', '"localhost mlx5_0"')) == [
        ("LDP-006", "not in the subnet: `host1`"),
        ("LDP-003", "`leaf1` 1 leads to `localhost mlx5_0` 1, it should lead to `host1 mlx5_0` 1"),
    ]


def test_a_cable_with_half_its_lanes_is_told_once():
    lines = [
        line.replace("4xHDR", "2xHDR") if '"spine1"' in line or '"leaf1"' in line else line
        for line in DUMP.splitlines()
    ]
    slow = [summary for code, summary in said("\n".join(lines)) if code == "LDP-008"]
    assert "`leaf1` 5 to `spine1` 1 came up with 100 Gb/s, it should with 200" in slow
    assert len(slow) == len(set(slow))


def test_a_cable_between_switches_that_is_gone_is_told_once():
    gone = [
        line
        for line in DUMP.splitlines()
        if not re.match(r'\[5\]\t"S-0000000000001000"\[1\]|\[1\]\t"S-0000000000002000"\[5\]', line)
    ]
    assert said("\n".join(gone)) == [("LDP-005", "`leaf1` 5 hears nobody, it should lead to `spine1` 1")]


def test_a_fabric_of_which_nothing_was_seen_is_not_missed():
    other = replace(
        NAMED,
        nodes=tuple(
            replace(n, name=f"x{n.name}", guid=f"0x{int(n.guid, 16) + 0x10000:016x}") for n in NAMED.nodes
        ),
        links=tuple((f"x{a}", p, f"x{b}", q) for a, p, b, q in NAMED.links),
    )
    assert said(DUMP, wanted(), wanted(other)) == []


def test_nodes_of_sharp_are_no_part_of_it():
    words = '# "Mellanox Technologies Aggregation Node"'
    line = f'[65]\t"H-0000000000007000"[1] {words} lid 0 4xHDR'
    leaf = '[1]\t"H-0000000000002fff"'
    node = f'\nCa 1 "H-0000000000007000" {words}\n[1](7000) "S-0000000000002000"[65] # "leaf1" lid 0 4xHDR\n'
    text = DUMP.replace(leaf, f"{line}\n{leaf}", 1) + node
    assert line in text
    assert said(text) == []


def test_what_is_no_dump_is_told_for_every_file():
    with pytest.raises(FabricError) as caught:
        subnets((wanted(),), [("a.txt", "nonsense\n"), ("b.txt", ""), ("c.txt", DUMP)])
    assert [str(one.place) for one in caught.value.diagnostics] == ["a.txt:1:1", "b.txt:1:1"]
