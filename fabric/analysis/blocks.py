"""Hosts in blocks, as schedulers see a network: who shares leaves, who meets at spines or at cores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.analysis.weave import SWITCHES, in_order, weave
from fabric.core.names import natural
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fabric.analysis.weave import Weave
    from fabric.topology import Fabric


@dataclass(frozen=True, slots=True)
class Block:
    """Hosts whose way to each other needs no higher tier than `level`."""

    name: str
    """Of its first switch."""
    level: Role
    hosts: tuple[str, ...]
    children: tuple[str, ...]
    """Names of the blocks of the level below; empty on leaves."""
    switches: tuple[str, ...]
    """Switches of that tier in it."""


def blocks(fabric: Fabric) -> tuple[Block, ...]:
    """Return the blocks of every tier that a fabric has, from below; linear in links.

    Hosts on the same set of leaves are one block on leaves, for a host with eight rails is on eight leaves at
    once. Above, blocks that share a switch, or whose switches are cabled to each other, are one.
    """
    woven = weave(fabric)
    sharing: dict[frozenset[str], list[str]] = {}
    for host in in_order(fabric, Role.HOST):
        if leaves := frozenset(woven.up.get(host, {})):
            sharing.setdefault(leaves, []).append(host)
    level = _named(
        Block("", Role.LEAF, tuple(hosts), (), tuple(sorted(leaves, key=natural)))
        for leaves, hosts in sharing.items()
    )
    found = list(level)
    for role in SWITCHES[1:]:
        above = [_above(woven, block.switches) for block in level]
        if not any(above):
            break
        level = _named(_joined(role, level, group, above) for group in _meeting(above))
        found += level
    return tuple(found)


def _above(woven: Weave, own: Sequence[str]) -> frozenset[str]:
    """Return the switches above a block, and those cabled to them on their tier."""
    parents = {parent for switch in own for parent in woven.up.get(switch, {})}
    return frozenset(parents | {peer for parent in parents for peer in woven.peers.get(parent, {})})


def _meeting(above: Sequence[frozenset[str]]) -> list[list[int]]:
    """Return the numbers of blocks in groups that share a switch, directly or by others."""
    group = list(range(len(above)))

    def root(number: int) -> int:
        while group[number] != number:
            group[number] = group[group[number]]
            number = group[number]
        return number

    first: dict[str, int] = {}
    for number, switches in enumerate(above):
        for switch in switches:
            one, other = root(first.setdefault(switch, number)), root(number)
            group[max(one, other)] = min(one, other)
    groups: dict[int, list[int]] = {}
    for number in range(len(above)):
        groups.setdefault(root(number), []).append(number)
    return list(groups.values())


def _joined(
    role: Role, level: Sequence[Block], group: Sequence[int], above: Sequence[frozenset[str]]
) -> Block:
    members = [level[number] for number in group]
    hosts = tuple(host for block in members for host in block.hosts)
    switches = sorted({switch for number in group for switch in above[number]}, key=natural)
    return Block("", role, hosts, tuple(block.name for block in members), tuple(switches))


def _named(level: Iterable[Block]) -> list[Block]:
    """Return blocks with the name of their first switch that names no other: more switches move no name."""
    taken: set[str] = set()
    named = []
    for block in level:
        free = next((switch for switch in block.switches if switch not in taken), "")
        name = free or f"{block.hosts[0]}.{block.level}"
        taken.add(name)
        named.append(replace(block, name=name))
    return named
