"""Formulas of allocated numbers, filled in: they belong to one device, so no shared origin carries them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.topology import HOST_LINK, Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from fabric.device import Design, Origin
    from fabric.topology import Device, Link

    Formula = Callable[[Design, Device], str]

LINK_ADDRESSES = 2


def derived(design: Design, name: str, origin: Origin, link: Link | None = None) -> Origin:
    """Return the origin of a device's value with its formula, and with the line of the ledger behind it."""
    device = design.device(name)
    if origin.rule == "inventory.management":
        folder = design.inventory.folder.rpartition("/")[2]
        return replace(origin, facts=(f"inventory/{folder}/{name}",))
    if origin.rule == "allocate.host-link" and link is not None:
        return _host_link(design, origin, link)
    if origin.rule == "allocate.link" and link is not None:
        return _link(design, origin, link)
    if origin.rule not in FORMULAS or origin.arithmetic:
        return origin
    giver = design.numbers.asn_giver(device)
    if origin.rule == "allocate.asn" and giver is None:
        given = design.numbers.addressing.loc("spine_asn")
        words = f"all {device.role}s share {design.numbers.asn(device)}"
        return replace(origin, intent=given, arithmetic=words)
    facts = (_ledger(design, giver if giver and origin.rule == "allocate.asn" else name),)
    return replace(origin, facts=facts, arithmetic=FORMULAS[origin.rule](design, device))


def _ledger(design: Design, name: str) -> str:
    return f"ledger/{design.fabric.name}/{name}"


def _asn(design: Design, device: Device) -> str:
    giver = design.numbers.asn_giver(device) or device.name
    if pinned := design.numbers.pin(giver).asn:
        return f"{pinned} is pinned to `{giver}`" + _sharing(device, giver)
    first, number = design.numbers.addressing.first_leaf_asn, design.numbers.of[giver]
    words = f"{first} + number {number} - 1 = {design.numbers.asn(device)}"
    return words + _sharing(device, giver)


def _sharing(device: Device, giver: str) -> str:
    shared = device.role is not Role.LEAF and (giver != device.name or device.index == 1) and device.pod
    return f", which all spines of `{device.pod}` share" if shared else ""


def _loopback(design: Design, device: Device) -> str:
    if pinned := design.numbers.pin(device.name).loopback:
        return f"{pinned} is pinned"
    pool, number = design.numbers.addressing.loopbacks, design.numbers.of[device.name]
    return f"{pool.network_address} + number {number} = {design.numbers.loopback(device.name)}"


FORMULAS: dict[str, Formula] = {"allocate.asn": _asn, "allocate.loopback": _loopback}


def _host_link(design: Design, origin: Origin, link: Link) -> Origin:
    """Return the origin of an address on a host link: the block of its leaf, the port, the end."""
    if link.kind != HOST_LINK:
        return origin
    leaf, port = link.b.device, link.b.port
    numbers = design.numbers
    block = numbers.host_block(leaf)
    ends = numbers.host_link(leaf, port)
    slot = (int(ends[0].ip) - int(block.network_address)) // LINK_ADDRESSES
    pinned = f"block {block} is pinned; "
    counted = f"block {numbers.of[leaf]} of /{block.prefixlen} in {numbers.addressing.hosts} is {block}; "
    words = (pinned if numbers.pin(leaf).hosts else counted) + (
        f"port {port} is slot {slot}: + {LINK_ADDRESSES} x {slot} = {ends[0].ip} at the leaf, "
        f"{ends[1].ip} at the host"
    )
    return replace(origin, facts=(_ledger(design, leaf),), arithmetic=words)


def _link(design: Design, origin: Origin, link: Link) -> Origin:
    """Return the origin of an address on a link between switches: the block of one end, its port, the end."""
    numbers = design.numbers
    owner, (first, second) = numbers.link_owner(link), sorted(numbers.link_ends(link))
    pools, number = numbers.addressing, numbers.of[owner.device]
    size = 1 << (first.max_prefixlen - pools.link_block)
    block = pools.links.network_address + size * (number - 1)
    slot = (int(first.ip) - int(block)) // LINK_ADDRESSES
    words = (
        f"block {number} of /{pools.link_block} in {pools.links} is {block}; "
        f"port {owner.port} is slot {slot}: + {LINK_ADDRESSES} x {slot} = {first.ip} at `{owner.device}`, "
        f"{second.ip} at the other end"
    )
    return replace(origin, facts=(_ledger(design, owner.device),), arithmetic=words)
