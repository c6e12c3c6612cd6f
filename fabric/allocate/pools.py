"""Whether the pools hold the numbers of a fabric, and whether pins and numbers keep apart."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fabric.allocate.clashes import sessions_within_a_system, shared_addresses, shared_link_addresses
from fabric.allocate.dpus import places
from fabric.allocate.numbers import FIRST_BRIDGED, LINK_ADDRESSES, block_size, link_block_size, numbered, slot
from fabric.allocate.numbers6 import BLOCK
from fabric.allocate.reading import LAST_ASN
from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.intent.topology import bridged_leaf
from fabric.topology import HOST_LINK, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.allocate.ledger import Ledger
    from fabric.allocate.numbers import Numbers
    from fabric.core.diagnostic import Place
    from fabric.intent import Fabric as FabricIntent
    from fabric.topology import Fabric


def allocate(fabric: Fabric, intent: FabricIntent, ledger: Ledger) -> Numbers:
    """Give every switch of a fabric its numbers. Raises FabricError when a pool is exhausted."""
    numbers = numbered(fabric, intent, ledger)
    problems = [*_exhausted(intent, numbers), *_colliding(intent, numbers), *_overfull(fabric, intent)]
    if fabric.dpus:
        problems += _of_dpus(intent, numbers)
    if intent.numbered:
        problems += _links_beyond_their_block(fabric, intent, numbers)
    if not problems and numbers.pins:
        problems = [*_outside(intent, numbers, (fabric.name, ledger)), *_met(fabric, numbers, ledger)]
    if not problems and intent.transport != "infiniband":
        problems = [*sessions_within_a_system(fabric, numbers), *shared_addresses(fabric, slot)]
        if intent.numbered:
            problems += shared_link_addresses(fabric, numbers.link_owner, slot)
    if problems:
        raise FabricError(*problems)
    return numbers


def _exhausted(intent: FabricIntent, numbers: Numbers) -> Iterator[Diagnostic]:
    pools, pin = intent.addressing, numbers.pin
    blocks = [number for name, number in numbers.of.items() if pin(name).hosts is None]
    ids = [number for name, number in numbers.of.items() if pin(name).loopback is None]
    rooms = [
        ("loopbacks", pools.loopbacks.num_addresses - 1, "router ids", max(ids, default=0)),
        ("hosts", pools.hosts.num_addresses // block_size(pools), "host blocks", max(blocks, default=0)),
    ]
    if intent.numbered:
        room = pools.links.num_addresses // link_block_size(pools)
        rooms.append(("links", room, "blocks of links", max(numbers.of.values(), default=0)))
    if intent.routing.dual_stack:
        rooms += _rooms6(intent, max(numbers.of.values(), default=0))
    for pool, room, what, highest in rooms:
        if highest > room and (pool == "loopbacks" or intent.transport != "infiniband"):
            hint = "take a larger pool; existing numbers stay while its first address stays"
            summary = f"`{getattr(pools, pool)}` holds {room} {what}, number {highest} is in use"
            yield error("ALC-003", summary, pools.loc(pool), hint)


def _rooms6(intent: FabricIntent, last: int) -> Iterator[tuple[str, int, str, int]]:
    """Yield the pools of IPv6, what each has room for, of what, and the last number."""
    pools = intent.addressing
    yield "loopbacks6", pools.loopbacks6.num_addresses - 1, "loopbacks", last
    yield "hosts6", pools.hosts6.num_addresses >> BLOCK, "host blocks", last
    if intent.numbered:
        yield "links6", pools.links6.num_addresses >> BLOCK, "blocks of links", last


def _colliding(intent: FabricIntent, numbers: Numbers) -> Iterator[Diagnostic]:
    """Yield AS numbers that end, or that leaves and spines would share: eBGP would drop its own routes."""
    pools = intent.addressing
    counted = [number for name, number in numbers.of.items() if numbers.pin(name).asn is None]
    first, last = pools.first_leaf_asn, pools.first_leaf_asn + max(counted, default=1) - 1
    if intent.transport == "infiniband":
        return
    if last > LAST_ASN:
        hint = "begin lower before the first rollout; later it would move numbers"
        yield error("ALC-006", f"AS {last} does not exist", pools.loc("first_leaf_asn"), hint)
    if first <= pools.spine_asn <= last:
        summary = f"AS {pools.spine_asn} of the spines is among those of the leaves, {first} to {last}"
        yield error("ALC-006", summary, pools.loc("spine_asn"), "take a number below those of the leaves")


def _of_dpus(intent: FabricIntent, numbers: Numbers) -> Iterator[Diagnostic]:
    """Yield pools of DPUs that are too small, or that others count into."""
    pools, last = intent.addressing, max(numbers.of.values(), default=1)
    needed, first = places(pools, last), pools.first_dpu_asn
    if needed > pools.dpus.num_addresses:
        summary = f"`{pools.dpus}` holds {pools.dpus.num_addresses} router ids, {last} leaves need {needed}"
        hint = "take a larger pool; existing numbers stay while its first address stays"
        yield error("ALC-012", summary, pools.loc("dpus"), hint)
    counted = (pools.first_leaf_asn, pools.first_leaf_asn + last - 1)
    taken = [asn for asn in (*counted, pools.spine_asn) if first <= asn < first + needed]
    if first + needed - 1 > LAST_ASN or taken or counted[0] <= first <= counted[1]:
        summary = f"AS {first} to {first + needed - 1} of DPUs end, or meet those of switches"
        yield error("ALC-012", summary, pools.loc("first_dpu_asn"), "begin behind those of all leaves")


def _overfull(fabric: Fabric, intent: FabricIntent) -> Iterator[Diagnostic]:
    if intent.transport == "infiniband":
        return
    slots = 1 + max((slot(link.b.port) for link in fabric.links if link.kind == HOST_LINK), default=0)
    size = block_size(intent.addressing)
    room = size - FIRST_BRIDGED - 1 if bridged_leaf(intent.topology) else size // LINK_ADDRESSES
    if slots > room:
        summary = (
            f"a leaf has host ports up to number {slots}, a /{intent.addressing.host_block} serves {room}"
        )
        hint = "use a shorter `host_block` before the first rollout; later it would move numbers"
        yield error("ALC-004", summary, intent.addressing.loc("host_block"), hint)


def _links_beyond_their_block(fabric: Fabric, intent: FabricIntent, numbers: Numbers) -> Iterator[Diagnostic]:
    pools = intent.addressing
    slots = 1 + max(
        (slot(numbers.link_owner(link).port) for link in fabric.links if link.kind != HOST_LINK), default=0
    )
    room = link_block_size(pools) // LINK_ADDRESSES
    if slots > room:
        summary = f"a switch has links up to number {slots}, a /{pools.link_block} serves {room}"
        hint = "use a shorter `link_block` before the first rollout; later it would move numbers"
        yield error("ALC-004", summary, pools.loc("link_block"), hint)


def _outside(intent: FabricIntent, numbers: Numbers, where: tuple[str, Ledger]) -> Iterator[Diagnostic]:
    """Yield pins outside their pools: filters and hosts know the pools alone."""
    pools, (fabric, ledger) = intent.addressing, where
    for name, pin in numbers.pins.items():
        place = ledger.place(fabric, name)
        if pin.loopback is not None and pin.loopback not in pools.loopbacks:
            summary = f"`{name}` has {pin.loopback} outside `loopbacks`, {pools.loopbacks}"
            hint = "take a pool that holds what the network has; what is outside is not announced"
            yield error("ALC-008", summary, hint=hint).at(place)
        if pin.hosts is not None and not pin.hosts.subnet_of(pools.hosts):
            summary = f"`{name}` has {pin.hosts} outside `hosts`, {pools.hosts}"
            yield error(
                "ALC-008", summary, hint="take a pool that holds it; hosts have routes to that alone"
            ).at(place)
        elif pin.hosts is not None and pin.hosts.prefixlen != pools.host_block:
            summary = f"`{name}` has {pin.hosts}, blocks of a leaf are /{pools.host_block}"
            yield error("ALC-008", summary, hint="write the block, or set `host_block`").at(place)


def _met(fabric: Fabric, numbers: Numbers, ledger: Ledger) -> Iterator[Diagnostic]:
    """Yield switches that a pin gives what another has; removed ones still have their addresses."""
    devices = fabric.devices
    leaves = [device for device in fabric.of_role(Role.LEAF) if device.name in numbers.of]
    blocks = [name for name in numbers.of if name not in devices or devices[name].role is Role.LEAF]
    ases = {leaf.name: numbers.asn(leaf) for leaf in leaves}
    where = fabric.name, ledger
    yield from _shared("router id", {name: numbers.loopback(name) for name in numbers.of}, numbers, where)
    yield from _shared("host network", {name: numbers.host_block(name) for name in blocks}, numbers, where)
    yield from _shared("AS", ases, numbers, where)
    above = {numbers.asn(device): device.name for device in fabric.of_role(Role.SPINE, Role.CORE)}
    for name, asn in ases.items():
        other = above.get(asn)
        if other and (numbers.pin(name).asn or numbers.pin(other).asn):
            yield _met_by(f"AS {asn}", name, other, ledger.place(fabric.name, name))


def _shared(
    what: str, values: Mapping[str, object], numbers: Numbers, where: tuple[str, Ledger]
) -> Iterator[Diagnostic]:
    times, (fabric, ledger) = Counter(values.values()), where
    for name in numbers.pins:
        value = values.get(name)
        if value is not None and times[value] > 1:
            other = next(other for other, same in values.items() if same == value and other != name)
            yield _met_by(f"{what} {value}", name, other, ledger.place(fabric, name))


def _met_by(value: str, name: str, other: str, place: Place | None) -> Diagnostic:
    hint = "correct the pin; if the other one is not built yet, delete its line and allocate again"
    return error("ALC-007", f"`{name}` has {value}, and so has `{other}`", hint=hint).at(place)
