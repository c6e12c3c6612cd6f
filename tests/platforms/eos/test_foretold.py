"""A session's own diff beside the plan."""

from __future__ import annotations

import difflib

import pytest

from fabric.core.tree import Edit
from fabric.platforms.eos.foretold import patched, unlike
from fabric.platforms.eos.parse import text_to_tree
from fabric.platforms.eos.patch import patch

PORTS = "".join(
    f"interface Ethernet{n}/1\n   description p{n}\n   mtu 9000\n   no switchport\n!\n" for n in range(1, 9)
)
RUNNING = (
    f"! Command: show running-config\n! device: a (X, EOS-4.34.1F)\n!\nhostname a\n!\n{PORTS}vlan 7\n!\nend"
)


def own_diff(before, after, offset=0):
    """Return what EOS prints; its lines may be counted without the header."""
    lines = difflib.unified_diff(
        before.splitlines()[offset:], after.splitlines()[offset:], "system:/running-config",
        "session:/x-session-config", lineterm="",
    )  # fmt: skip
    return "\n".join(lines) + "\n"


def compared(wanted, really, offset=0):
    edits = patch(text_to_tree(RUNNING), text_to_tree(wanted)).edits
    assert edits
    return unlike({"eos.cfg": RUNNING}, edits, own_diff(RUNNING, really, offset))


@pytest.mark.parametrize("offset", [0, 3])
def test_a_session_that_does_what_was_planned_differs_in_nothing(offset):
    wanted = RUNNING.replace("p5\n   mtu 9000", "p5\n   mtu 9214").replace("description p7\n", "")
    assert compared(wanted, wanted, offset) == ()


def test_another_value_is_told_with_both_sides():
    wanted, really = (RUNNING.replace("p5\n   mtu 9000", f"p5\n   mtu {mtu}") for mtu in (9214, 9100))
    assert compared(wanted, really) == (Edit(("interface Ethernet5/1", "mtu"), "9214", "9100"),)


def test_more_than_planned_is_told_also_in_what_is_not_ours():
    wanted = RUNNING.replace("hostname a", "hostname b")
    assert compared(wanted, wanted.replace("vlan 7\n", "vlan 8\n")) == (
        Edit(("vlan 7",), "", None), Edit(("vlan 8",), None, ""),
    )  # fmt: skip


def test_a_session_that_changes_nothing_does_less_than_planned():
    edits = (Edit(("hostname",), "a", "b"),)
    assert unlike({"eos.cfg": RUNNING}, edits, "") == (Edit(("hostname",), "b", "a"),)


@pytest.mark.parametrize(
    "shown", ["% Invalid input", "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-hostname z\n+hostname y\n"]
)
def test_what_is_no_diff_of_it_is_refused(shown):
    with pytest.raises(ValueError, match="diff"):
        unlike({"eos.cfg": RUNNING}, (), shown)


def test_equal_hunks_go_where_their_lines_say():
    lines = ["x", "a", "x", "a", "x"]
    assert patched(lines, ["@@ -3,2 +3,2 @@", " x", "-a", "+b"]) == ["x", "a", "x", "b", "x"]
