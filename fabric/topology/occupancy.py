"""Which ports are taken: a port has one link, and a cage is split in one way."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from fabric.catalog import breakout_mode
from fabric.core.diagnostic import Diagnostic, error
from fabric.topology.model import Port, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabric.catalog import Catalog
    from fabric.topology.model import Device, Link

ENDLESS = frozenset({Role.HOST, Role.MANAGER})
"""Devices that number their ports: none is part of another."""


def crowded(links: Sequence[Link], devices: Mapping[str, Device], catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield ports with several links, and cages that cannot be split as the links want; linear in links."""
    taken: dict[tuple[str, int], list[tuple[Port, Link]]] = {}
    for link in links:
        for end in (link.a, link.b):
            taken.setdefault((end.device, end.port.cage), []).append((end.port, link))
    for (name, _), users in taken.items():
        if len(users) > 1:
            yield from _cage(devices[name], users, catalog)


def _cage(device: Device, users: Sequence[tuple[Port, Link]], catalog: Catalog) -> Iterator[Diagnostic]:
    blamed: set[int] = set()
    for (index, (first, one)), (number, (second, other)) in combinations(enumerate(users), 2):
        if number in blamed:
            continue
        if first == second:
            summary = (
                f"`{device.name}:{second}` has two links, to {_far(one, device)} and {_far(other, device)}"
            )
            yield error(
                "TOP-062", summary, other.written, "a port has one link: give one of them another port"
            )
        elif device.role not in ENDLESS and (problem := _apart(device, users, (index, number), catalog)):
            yield problem
        else:
            continue
        blamed.add(number)


def _far(link: Link, device: Device) -> str:
    end = link.b if link.a.device == device.name else link.a
    return f"`{end}`"


def _lanes(port: Port) -> str:
    return f"{port.lane}-{port.lane + port.lanes - 1}"


def _apart(
    device: Device, users: Sequence[tuple[Port, Link]], pair: tuple[int, int], catalog: Catalog
) -> Diagnostic | None:
    """Return what is wrong with two ports of a cage, if it is not that they are the same."""
    (first, one), (second, other) = users[pair[0]], users[pair[1]]
    if first.lane < second.lane + second.lanes and second.lane < first.lane + first.lanes:
        taken = f"{_lanes(first)} to {_far(one, device)} and {_lanes(second)} to {_far(other, device)}"
        summary = f"lanes of cage {first.cage} of `{device.name}` are taken twice: {taken}"
        return error(
            "TOP-063", summary, other.written, "begin one of them at a free lane, or in another cage"
        )
    switch = catalog.switch(device.model)
    modes = [breakout_mode(switch, port, link.speed_gbps) for port, link in ((first, one), (second, other))]
    if modes[0] == modes[1]:
        return None
    summary = f"cage {first.cage} of `{device.name}` would be split into `{modes[0]}` and `{modes[1]}`"
    return error(
        "TOP-063", summary, other.written, "links of one cage have one speed and one number of lanes"
    )
