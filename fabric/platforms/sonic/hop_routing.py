"""What the lines that FRR runs on a SONiC switch do with routes."""

from __future__ import annotations

import re
from ipaddress import ip_network
from typing import TYPE_CHECKING

from fabric.device.hop import Advertised

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Lines = Mapping[tuple[str, ...], str]

_PREFIX = re.compile(r"permit (?P<network>\S+)(?: ge (?P<ge>\d+))?(?: le (?P<le>\d+))?")
_OWN_LINES = ("hostname", "!text", "ip prefix-list ", "ipv6 prefix-list ", "bgp router-id", "network ")
_SESSION = re.compile(r"neighbor (?P<peer>Ethernet\S+|[\da-f]\S*[.:]\S*) ")
"""Of a port or an address; other neighbours are peer groups."""


def sessions(lines: Lines) -> dict[str, int]:
    """Return the AS of the peer by port or address."""
    return {
        found["peer"]: int(value)
        for path, value in lines.items()
        if (found := _SESSION.match(path[-1])) and path[-1].endswith(" remote-as") and value.isdigit()
    }


def advertised(lines: Lines) -> Iterator[Advertised]:
    """Yield networks that are announced by name, and what the redistribution of connected ones matches."""
    yield from _named(lines)
    for word, version in (("ip", 4), ("ipv6", 6)):
        family = f"address-family ipv{version} unicast"
        policy = lines.get(("frr.conf", "router bgp", family, "redistribute connected"))
        if policy is None:
            continue
        head = f"route-map {policy.removeprefix('route-map ')} permit "
        named = {
            value
            for path, value in lines.items()
            if path[-1] == f"match {word} address prefix-list" and path[1].startswith(head)
        }
        for path, value in lines.items():
            words = path[1].split()
            if words[:2] == [word, "prefix-list"] and words[2] in named and (match := _PREFIX.match(value)):
                network = ip_network(match["network"])
                low = int(match["ge"] or network.prefixlen)
                yield Advertised(network, low, int(match["le"] or low))


def _named(lines: Lines) -> Iterator[Advertised]:
    for path in lines:
        if path[-1].startswith("network ") and path[-2].startswith("address-family "):
            network = ip_network(path[-1].removeprefix("network "))
            yield Advertised(network, network.prefixlen, network.prefixlen)


def policy(lines: Lines) -> dict[str, str]:
    """Return the lines that switches of a kind have in common."""
    return {
        " / ".join(path): value
        for path, value in lines.items()
        if not any(part.startswith(_OWN_LINES) or _SESSION.match(part) for part in path[1:])
        and path[1:] != ("router bgp",)
    }
