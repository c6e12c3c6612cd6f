"""Ports between groups of a dragonfly+ follow from the groups' own numbers."""

from __future__ import annotations

from cases.fabrics import expanded
from cases.webs import Web

from fabric.topology import Port, Role, far_end, near_end

GROUPS = ((1, 1), (2, 1), (4, 1))


def ports(fabric, name):
    links = [link for link in fabric.links_of[name] if link.kind == "spine-spine"]
    return [(near_end(link, name).port, far_end(link, name).device) for link in links]


def test_spines_of_equal_index_are_joined_and_ports_kept_for_groups_to_come():
    fabric = expanded(Web("dragonfly-plus", GROUPS, links=2, spines=2))
    assert ports(fabric, "pod2-spine1") == [(Port(9, 1, 4), "pod1-spine1"), (Port(10, 1, 4), "pod4-spine1")]


# Groups 1 and 2: 3 is odd, the second spine. 1 and 4: the second. 2 and 4: the first.
def test_with_fewer_links_than_spines_the_sum_of_the_groups_chooses_the_spine():
    fabric = expanded(Web("dragonfly-plus", GROUPS, links=1, spines=2))
    assert ports(fabric, "pod1-spine1") == []
    assert ports(fabric, "pod1-spine2") == [(Port(9, 1, 4), "pod2-spine2"), (Port(9, 5, 4), "pod4-spine2")]
    assert ports(fabric, "pod2-spine1") == [(Port(9, 1, 4), "pod4-spine1")]


def test_spines_belong_to_their_group():
    fabric = expanded(Web("dragonfly-plus", GROUPS))
    assert [spine.name for spine in fabric.of_role(Role.SPINE)][:3] == [
        "pod1-spine1",
        "pod1-spine2",
        "pod2-spine1",
    ]
    for link in fabric.links:
        if link.kind == "leaf-spine":
            assert fabric.devices[link.a.device].pod == fabric.devices[link.b.device].pod
