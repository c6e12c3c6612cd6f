"""Configuration text to commands."""

from __future__ import annotations

import pytest

from fabric.drivers.eos.lines import commands

CASES = {
    "blocks are left explicitly": (
        "interface Ethernet1\n   mtu 9214\n!\nrouter bgp 1\n   address-family ipv4\n      activate\n   x\n",
        [
            "interface Ethernet1",
            "mtu 9214",
            "exit",
            "router bgp 1",
            "address-family ipv4",
            "activate",
            "exit",
            "x",
        ],
    ),
    "two levels at once": ("a\n   b\n      c\nd\n", ["a", "b", "c", "exit", "exit", "d"]),
    "an exit in the child's column closes once": ("a\n   b\n   exit\nd\n", ["a", "b", "exit", "d"]),
    "an exit in the header's column closes once": ("a\n   b\nexit\nd\n", ["a", "b", "exit", "d"]),
    "an exit of an inner block": (
        "a\n   b\n      c\n   exit\n   d\nexit\ne\n",
        ["a", "b", "c", "exit", "d", "exit", "e"],
    ),
    "an exit of an outer block closes the inner too": (
        "a\n   b\n      c\nexit\nd\n",
        ["a", "b", "c", "exit", "exit", "d"],
    ),
    "an empty block with its exit": ("a\nexit\nb\n", ["a", "exit", "b"]),
    "comments and the end are no commands": ("! Command: show running-config\na\n!\nend", ["a"]),
    "a real comment": ("a\n   !! why\n", ["a", {"cmd": "comment", "input": "why"}]),
    "a banner": (
        "banner motd\n hello\n\n! you\nEOF\na\n",
        [{"cmd": "banner motd", "input": " hello\n\n! you"}, "a"],
    ),
}


@pytest.mark.parametrize(("text", "wanted"), CASES.values(), ids=CASES)
def test_lines(text, wanted):
    assert list(commands(text)) == wanted
