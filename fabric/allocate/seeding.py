"""An existing network's numbers into the ledger: what does not follow from a number is pinned."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from fabric.allocate.ledger import Ledger, Pin
from fabric.allocate.numbers import block_size, numbered, numbers_of
from fabric.allocate.pools import allocate
from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.allocate.numbers import Numbers
    from fabric.allocate.seed import Row, Seed
    from fabric.intent import Fabric as FabricIntent
    from fabric.topology import Device, Fabric

    Rows = Mapping[str, Row]

SWITCHES = (Role.LEAF, Role.SPINE, Role.CORE)
MOVED = "numbers never move: delete its line from the ledger first, if it is not built yet"


def seeded(fabric: Fabric, intent: FabricIntent, ledger: Ledger, seed: Seed) -> Ledger:
    """Return the ledger with what a seed says of a fabric. Raises FabricError with every contradiction."""
    rows = {row.name: row for row in seed.of(fabric.name)}
    if problems := [*_unknown(fabric, rows), *_taken(fabric, ledger, rows)]:
        raise FabricError(*problems)
    if problems := list(_moved(fabric, numbered(fabric, intent, ledger), rows)):
        raise FabricError(*problems)
    new = {name: row for name, row in rows.items() if name not in ledger.of(fabric.name)}
    made = ledger.holding(fabric.name, _numbers(fabric, intent, ledger, new))
    givers = frozenset(numbered(fabric, intent, made).first_spines.values())
    first = [row for row in new.values() if row.name in givers]
    rest = [row for row in new.values() if row.name not in givers]
    for some in (first, rest):  # the AS of a pod's spines is that of the first
        made = _pinned(fabric, numbered(fabric, intent, made), made, some)
    allocate(fabric, intent, replace(made, place=lambda _, name: rows[name].place if name in rows else None))
    return made


def _unknown(fabric: Fabric, rows: Rows) -> Iterator[Diagnostic]:
    names = [device.name for device in fabric.of_role(*SWITCHES)]
    for name in rows.keys() - frozenset(names):
        hint = nearest(name, names) or f"switches run from `{names[0]}` to `{names[-1]}`"
        summary = f"fabric `{fabric.name}` has no switch `{name}`"
        yield error("ALC-010", summary, hint=hint).at(rows[name].place)


def _taken(fabric: Fabric, ledger: Ledger, rows: Rows) -> Iterator[Diagnostic]:
    """Yield rows that give a number which another switch has, or another than the ledger remembers."""
    holders = {number: name for name, number in ledger.of(fabric.name).items()}
    for row in rows.values():
        if row.number is None:
            continue
        place, known = row.columns["number"], ledger.of(fabric.name).get(row.name)
        if known is not None and known != row.number:
            summary = f"`{row.name}` has number {known} in the ledger, here {row.number}"
            yield error("ALC-010", summary, hint=MOVED).at(place)
        elif holders.setdefault(row.number, row.name) != row.name:
            summary = f"number {row.number} of `{row.name}` is that of `{holders[row.number]}`"
            yield error("ALC-010", summary, hint="give each switch a number of its own").at(place)


def _moved(fabric: Fabric, numbers: Numbers, rows: Rows) -> Iterator[Diagnostic]:
    """Yield what a seed says otherwise of switches whose numbers the ledger remembers."""
    for name in rows.keys() - frozenset(numbers.missing):
        row, has = rows[name], _follows(fabric.devices[name], numbers)
        for column, given, known in (
            ("asn", row.pin.asn, has.asn),
            ("loopback", row.pin.loopback, has.loopback),
            ("hosts", row.pin.hosts, has.hosts),
        ):
            if given is not None and given != known:
                summary = f"`{name}` has {known or 'none'} by the ledger, here {given}"
                yield error("ALC-010", summary, hint=MOVED).at(row.columns[column])


def _follows(device: Device, numbers: Numbers) -> Pin:
    """Return what a switch has by the ledger."""
    hosts = numbers.host_block(device.name) if device.role is Role.LEAF else None
    return Pin(numbers.asn(device), numbers.loopback(device.name), hosts)


def _numbers(fabric: Fabric, intent: FabricIntent, ledger: Ledger, rows: Rows) -> dict[str, int]:
    """Give numbers: those written, then those that values follow from, then the lowest free."""
    pools = intent.addressing
    found = dict(ledger.of(fabric.name))
    found |= {row.name: row.number for row in rows.values() if row.number is not None}
    taken = set(found.values())
    room = min(pools.loopbacks.num_addresses - 1, pools.hosts.num_addresses // block_size(pools))
    for row in rows.values():
        wanted = numbers_of(_own(fabric.devices[row.name], row.pin), pools)
        fitting = [number for number in wanted if number <= room and number not in taken]
        if row.name not in found and fitting:
            found[row.name] = fitting[0]
            taken.add(fitting[0])
    pins = MappingProxyType({**ledger.pins_of(fabric.name), **{name: row.pin for name, row in rows.items()}})
    kept = replace(ledger.holding(fabric.name, found), pins=MappingProxyType({fabric.name: pins}))
    every = numbered(fabric, intent, kept).of
    return {name: number for name, number in every.items() if name in found or name in rows}


def _own(device: Device, pin: Pin) -> Pin:
    """Return what of a pin belongs to one switch alone: the AS of a leaf, and not that of spines."""
    return pin if device.role is Role.LEAF else Pin(loopback=pin.loopback)


def _pinned(fabric: Fabric, numbers: Numbers, ledger: Ledger, rows: Iterable[Row]) -> Ledger:
    """Pin to switches what does not follow from the numbers."""
    pins = dict(ledger.pins_of(fabric.name))
    for row in rows:
        has = _follows(fabric.devices[row.name], numbers)
        pin = Pin(
            None if row.pin.asn == has.asn else row.pin.asn,
            None if row.pin.loopback == has.loopback else row.pin.loopback,
            None if row.pin.hosts == has.hosts else row.pin.hosts,
        )
        if pin:
            pins[row.name] = pin
    return replace(ledger, pins=MappingProxyType({**ledger.pins, fabric.name: MappingProxyType(pins)}))
