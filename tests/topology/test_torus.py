"""Names and ports of a torus follow from coordinates."""

from __future__ import annotations

from cases.fabrics import expanded
from cases.webs import Web

from fabric.topology import Port, Role, far_end, near_end

GRID = Web("torus", ((1, 1), (2, 1), (3, 1)), across=(2, 3))


def neighbours(fabric, name):
    links = [link for link in fabric.links_of[name] if link.kind == "leaf-leaf"]
    return [(near_end(link, name).port, far_end(link, name).device) for link in links]


def test_names_say_the_place_and_the_pod_is_the_last_dimension():
    leaves = [leaf.name for leaf in expanded(GRID).of_role(Role.LEAF)]
    assert leaves[:6] == [
        "pod1-leaf1-1", "pod1-leaf2-1", "pod1-leaf1-2", "pod1-leaf2-2", "pod1-leaf1-3", "pod1-leaf2-3",
    ]  # fmt: skip
    assert (len(leaves), leaves[-1]) == (18, "pod3-leaf2-3")


# From cage 9 on: x-, x+, y-, y+, z-, z+, two ports a cage. A pair of two has no cable in the other direction.
def test_every_direction_has_its_own_port():
    assert neighbours(expanded(GRID), "pod2-leaf1-1") == [
        (Port(9, 5, 4), "pod2-leaf2-1"),
        (Port(10, 1, 4), "pod2-leaf1-3"), (Port(10, 5, 4), "pod2-leaf1-2"),
        (Port(11, 1, 4), "pod1-leaf1-1"), (Port(11, 5, 4), "pod3-leaf1-1"),
    ]  # fmt: skip


def test_without_wrap_the_edges_have_no_neighbour():
    assert [name for _, name in neighbours(expanded(GRID.but(wrap=False)), "pod1-leaf1-1")] == [
        "pod1-leaf2-1", "pod1-leaf1-2", "pod2-leaf1-1",
    ]  # fmt: skip


def test_hosts_fill_one_switch_after_the_other_with_all_of_their_nics():
    fabric = expanded(GRID.but(pods=((1, 3), (2, 1), (3, 1)), nics=8))
    on = {link.a.device: link.b for link in fabric.links if link.kind == "host-leaf"}
    assert [on[f"pod1-host{n}"].device for n in (1, 2, 3)] == ["pod1-leaf1-1", "pod1-leaf1-1", "pod1-leaf2-1"]
