"""Sessions of others stand in one block with ours and are never taken for them."""

from __future__ import annotations

from fabric.platforms.eos.change import owned
from fabric.platforms.eos.parse import text_to_tree
from fabric.platforms.eos.patch import patch

OURS = """\
router bgp 4200000001
   neighbor SPINES peer group
   neighbor 10.128.0.1 peer group SPINES
   neighbor 10.128.0.1 remote-as 4200000000
   !
   address-family ipv4
      neighbor SPINES activate
"""
OTHERS = """\
   neighbor BORDER peer group
   neighbor BORDER bfd
   neighbor 192.0.2.1 peer group BORDER
   neighbor 192.0.2.1 remote-as 65000
   neighbor 192.0.2.9 remote-as 65009
"""
MIXED = (
    OURS.replace("   !\n", OTHERS + "   !\n")
    + "      neighbor BORDER activate\n      neighbor 192.0.2.9 activate\n"
)


def test_what_is_said_of_other_neighbours_is_not_ours():
    tree = text_to_tree(MIXED)
    foreign = {path for path in tree if not owned(path) and path[0] == "router bgp"}
    assert {path[-2] for path in foreign} == {"neighbor BORDER", "neighbor 192.0.2.1", "neighbor 192.0.2.9"}
    assert len(foreign) == 7


def test_other_neighbours_are_left_alone():
    assert patch(text_to_tree(MIXED), text_to_tree(OURS)).edits == ()


def test_a_session_of_ours_comes_and_goes_in_whole():
    without = OURS.replace(
        "   neighbor 10.128.0.1 peer group SPINES\n   neighbor 10.128.0.1 remote-as 4200000000\n", ""
    )
    (come,) = patch(text_to_tree(without), text_to_tree(OURS)).steps
    assert [line.strip() for line in come.body.splitlines()] == [
        "router bgp 4200000001",
        "neighbor 10.128.0.1 peer group SPINES",
        "neighbor 10.128.0.1 remote-as 4200000000",
        "exit",
    ]
    (go,) = patch(text_to_tree(OURS), text_to_tree(without)).steps
    assert [line.strip() for line in go.body.splitlines()] == [
        "router bgp 4200000001",
        "no neighbor 10.128.0.1",
        "exit",
    ]


def test_a_session_that_leaves_our_group_is_taken_back():
    moved = OURS.replace("10.128.0.1 peer group SPINES", "10.128.0.1 peer group BORDER")
    edits = patch(text_to_tree(moved), text_to_tree(OURS)).edits
    assert {edit.path[-1] for edit in edits} == {
        "neighbor 10.128.0.1 peer group",
        "neighbor 10.128.0.1 remote-as",
    }
