"""A shape in words: most switches and links stand in their tier or class, the others are exceptions."""

from __future__ import annotations

from cases.fabrics import expanded
from cases.shapes import Tree

from fabric.views.imports_shape_text import physical_lines, topology_lines, with_section
from fabric.views.imports_shapes import Counted, shapes

TREE = Tree(kind="rail-optimised", rails=2, pods=((1, 3), (2, 3)), overrides=("pod*leaf1",))


def test_a_section_is_replaced_or_added():
    text = "name: a\n\ntopology:\n  kind: explicit\n  # why\n  rails: 2\n\nrouting:\n  bfd: 1\n"
    assert with_section(text, "topology", ["  kind: mesh"]) == (
        "name: a\n\ntopology:\n  kind: mesh\n\nrouting:\n  bfd: 1\n"
    )
    assert with_section("name: a\n", "physical", ["  mtu: 9000"]) == "name: a\n\nphysical:\n  mtu: 9000\n"


def test_switches_unlike_most_of_their_tier_are_exceptions():
    fabric = expanded(TREE.but(overrides=("pod2-leaf1",)))
    first = next(iter(shapes(Counted(fabric, {"pod1": 1, "pod2": 2}, 2))))
    lines = topology_lines(first, fabric)
    assert lines[:2] == ["  kind: rail-optimised", "  rails: 2"]
    assert 'release: "5.16", per: rail, uplinks: 2, first_uplink_cage: 9' in lines[2]
    assert lines[-2:] == ["  overrides:", '    - {match: pod2-leaf1, release: "5.15"}']


def test_links_unlike_most_of_their_class_are_exceptions():
    fabric = expanded(TREE)
    links = [
        link.of_length(7.0 if link.a.device == "pod1-host2" and link.b.device == "pod1-leaf2" else 3.0, {})
        for link in fabric.links
    ]
    made = type(fabric)(fabric.name, fabric.transport, fabric.devices, tuple(links))
    of = Counted(made, {"pod1": 1, "pod2": 2}, 2)
    lines = physical_lines(next(iter(shapes(of))), of, 9000)
    assert lines == [
        "  links:",
        "    host-leaf: {speed: 400G, length: 3 m, ports_per_cage: 2}",
        "    leaf-spine: {speed: 400G, length: 3 m, ports_per_cage: 2}",
        "  overrides:",
        '    - {match: "pod1-host2", to: "pod1-leaf2", length: 7 m}',
        "  mtu: 9000",
    ]
