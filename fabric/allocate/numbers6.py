"""IPv6 addresses of a fabric with both families: from the same numbers and ports as those of IPv4."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Interface, IPv6Network
from typing import TYPE_CHECKING

from fabric.allocate.numbers import FIRST_BRIDGED, LINK_ADDRESSES, slot

if TYPE_CHECKING:
    from fabric.allocate.numbers import Numbers
    from fabric.topology import Link, Port

BLOCK = 64
"""Prefix length of a leaf's block: that of a network with hosts (RFC 4291)."""
LINK = 127
"""Prefix length of a link (RFC 6164)."""


def loopback6(numbers: Numbers, switch: str) -> IPv6Address:
    """Return the IPv6 address of a switch's loopback."""
    return numbers.addressing.loopbacks6[numbers.of[switch]]


def host_block6(numbers: Numbers, leaf: str) -> IPv6Network:
    """Return the IPv6 network that holds all host links of a leaf."""
    return IPv6Network((_block(numbers, leaf), BLOCK))


def host_link6(numbers: Numbers, leaf: str, port: Port) -> tuple[IPv6Interface, IPv6Interface]:
    """Return the IPv6 addresses of leaf and host on a port."""
    if numbers.bridged:
        own = _block(numbers, leaf) + FIRST_BRIDGED + slot(port)
        return gateway6(numbers, leaf), IPv6Interface((own, BLOCK))
    # The address whose last 64 bits are all zero is every router's (RFC 6164, 5.2): slot 0 begins behind it.
    first = _block(numbers, leaf) + LINK_ADDRESSES * (slot(port) + 1)
    return IPv6Interface((first, LINK)), IPv6Interface((first + 1, LINK))


def link_ends6(numbers: Numbers, link: Link) -> tuple[IPv6Interface, IPv6Interface]:
    """Return the IPv6 addresses of a numbered link between switches, that of `a` first."""
    owner = numbers.link_owner(link)
    block = int(numbers.addressing.links6.network_address) + ((numbers.of[owner.device] - 1) << BLOCK)
    first = block + LINK_ADDRESSES * (slot(owner.port) + 1)
    low, high = IPv6Interface((first, LINK)), IPv6Interface((first + 1, LINK))
    return (low, high) if owner is link.a else (high, low)


def gateway6(numbers: Numbers, leaf: str) -> IPv6Interface:
    """Return the IPv6 address of a leaf in the network of its bridged hosts."""
    return IPv6Interface((_block(numbers, leaf) + 1, BLOCK))


def _block(numbers: Numbers, leaf: str) -> int:
    return int(numbers.addressing.hosts6.network_address) + ((numbers.of[leaf] - 1) << BLOCK)
