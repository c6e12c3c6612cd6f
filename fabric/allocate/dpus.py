"""Numbers of DPUs: they follow from the place of their first cable, and the ledger has no line for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.allocate.numbers import LINK_ADDRESSES, block_size, slot

if TYPE_CHECKING:
    from ipaddress import IPv4Address

    from fabric.allocate.numbers import Numbers
    from fabric.intent.fabric import Addressing
    from fabric.topology import End


def dpu_loopback(numbers: Numbers, leaf: End) -> IPv4Address:
    """Return the router id of the DPU whose first cable ends at a port of a leaf."""
    return numbers.addressing.dpus[_place(numbers, leaf)]


def dpu_asn(numbers: Numbers, leaf: End) -> int:
    """Return the AS of the DPU whose first cable ends at a port of a leaf."""
    return numbers.addressing.first_dpu_asn + _place(numbers, leaf)


def places(pools: Addressing, leaves: int) -> int:
    """Return how many places the first leaves have: a block has one for each /31 in it."""
    return leaves * (block_size(pools) // LINK_ADDRESSES)


def _place(numbers: Numbers, leaf: End) -> int:
    """Return the place of a port among all that leaves may have; pins of addresses do not move it."""
    return places(numbers.addressing, numbers.of[leaf.device] - 1) + slot(leaf.port)
