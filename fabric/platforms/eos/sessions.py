"""BGP neighbours of others in one block with ours: kept apart, so that nobody takes them for ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.device.bgp import GROUPS, SIX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.core.tree import Path

OURS = frozenset(name + end for name in GROUPS.values() for end in ("", SIX))
"""Peer groups of this fabric; a session between addresses is ours when it is in one of them."""
BLOCKS = (("router bgp",), *(("router bgp", f"address-family {family}") for family in ("ipv4", "ipv6")))


def set_apart(tree: dict[Path, str]) -> None:
    """Put what is said of others' neighbours and groups below a name that no rule owns, in place."""
    said = [
        (path, name)
        for path in tree
        if path[0] == "router bgp" and (name := _named(path)) and name not in OURS
    ]
    if not said:
        return
    ours = set(_members(tree))
    for path, name in said:
        if name not in ours:
            *block, line = path
            tree[*block, f"neighbor {name}", line.removeprefix(f"neighbor {name} ")] = tree.pop(path)


def _named(path: Path) -> str:
    """Return the neighbour that a line speaks of; empty for a port, which is the fabric's."""
    if path[:-1] not in BLOCKS:
        return ""
    words = path[-1].split(None, 2)
    return words[1] if len(words) > 2 and words[0] == "neighbor" != words[1] != "interface" else ""  # noqa: PLR2004 - neighbor NAME WORDS


def _members(tree: dict[Path, str]) -> Iterator[str]:
    for path, group in tree.items():
        if group in OURS and path[:-1] == ("router bgp",) and path[-1].endswith(" peer group"):
            yield path[-1].split()[1]
