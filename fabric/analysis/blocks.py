"""Hosts in blocks, as schedulers see a network: who shares leaves, who meets at spines or at cores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.analysis.weave import SWITCHES, in_order, weave
from fabric.core.names import natural
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

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
    once. Above, blocks that share a switch are one. Where nothing is above, those with cables between their
    switches are: first in a pod, then all.
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
        if any(above):
            level = _named(_joined(role, level, group, above) for group in _meeting(above))
        elif len(level) > 1 and any(woven.peers.get(name) for block in level for name in block.switches):
            level = _beside(fabric, woven, role, level)
        else:
            break
        found += level
    return tuple(found)


def _above(woven: Weave, own: Sequence[str]) -> frozenset[str]:
    """Return the switches above a block."""
    return frozenset(parent for switch in own for parent in woven.up.get(switch, {}))


def _beside(fabric: Fabric, woven: Weave, role: Role, level: Sequence[Block]) -> list[Block]:
    """Return the blocks of a level joined by cables between equals, on the next one those of a pod only."""
    pods = {name: fabric.devices[name].pod for block in level for name in block.switches}
    within = role is Role.SPINE
    reached = [
        frozenset(
            peer
            for name in block.switches
            for peer in (name, *woven.peers.get(name, {}))
            if not within or pods[peer] == pods[name]
        )
        for block in level
    ]
    own = [frozenset(block.switches) for block in level]
    joined = [_joined(role, level, group, own) for group in _meeting(reached)]
    return _named(joined, lambda block: (pods[block.switches[0]] if within else fabric.name,))


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


def _named(
    level: Iterable[Block], names: Callable[[Block], Sequence[str]] = lambda block: block.switches
) -> list[Block]:
    """Return blocks with the first of `names` that no other has; of switches, more of them move no name."""
    taken: set[str] = set()
    named = []
    for block in level:
        free = next((name for name in names(block) if name not in taken), "")
        name = free or f"{block.hosts[0]}.{block.level}"
        taken.add(name)
        named.append(replace(block, name=name))
    return named
