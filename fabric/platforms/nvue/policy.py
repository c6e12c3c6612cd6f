"""Which own networks are announced: prefix lists of NVUE, and their rules read back."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_network
from typing import TYPE_CHECKING

from fabric.device.hop import Advertised

if TYPE_CHECKING:
    from collections.abc import Iterator
    from ipaddress import IPv4Network, IPv6Network

    from fabric.core.tree import Tree
    from fabric.device import Bgp

LISTS = {"ipv4": "FABRIC-NETWORKS", "ipv6": "FABRIC-NETWORKS-V6"}
BGP = ("vrf", "default", "router", "bgp")
FAMILIES = tuple((*BGP, "address-family", f"{family}-unicast") for family in ("ipv4", "ipv6"))


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the prefix list of what is advertised."""

    number: int
    prefix: str
    limits: tuple[tuple[str, int], ...]
    """(key, length) of the prefixes it matches; empty for the prefix itself."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What is advertised of one family: its prefix list, and the number of the rule that matches it."""

    family: str
    list_name: str
    number: int
    rules: tuple[Rule, ...]


def policies(bgp: Bgp) -> Iterator[Policy]:
    """Yield what is advertised of each family."""
    for place, family in enumerate(bgp.families, start=1):
        lines = enumerate(bgp.advertised_in(family), start=1)
        rules = tuple(_rule(10 * number, *line) for number, line in lines)
        yield Policy(family, LISTS[family], 10 * place, rules)


def carried(bgp: Bgp) -> Iterator[tuple[str, tuple[tuple[str, bool], ...]]]:
    """Yield each peer group with (family, whether it carries it): IPv4 is on unless turned off."""
    for group in bgp.groups:
        found = {family: group in bgp.groups_in(family) for family in bgp.families}
        yield group, tuple((family, on) for family, on in found.items() if on or family == "ipv4")


def _rule(number: int, network: IPv4Network | IPv6Network, shortest: int, longest: int) -> Rule:
    """FRR wants `length of the prefix < ge <= le`, so equal lengths are left out."""
    limits = (("min-prefix-len", shortest), ("max-prefix-len", longest))
    return Rule(number, str(network), tuple(limit for limit in limits if limit[1] > network.prefixlen))


def advertised(tree: Tree) -> Iterator[Advertised]:
    """Yield the rules of the prefix lists that the redistribution of connected networks matches."""
    for family in FAMILIES:
        policy = tree.get((*family, "redistribute", "connected", "route-map"))
        if policy is None:
            continue
        kind = family[-1].removesuffix("-unicast")
        rules = [path for path in tree if path[:5] == ("router", "policy", "route-map", policy, "rule")]
        numbers = {path[5] for path in rules if path[6:] == ("match", "type") and tree[path] == kind}
        named = {
            tree[path] for path in rules if path[5] in numbers and path[6:] == ("match", "ip-prefix-list")
        }
        limits: dict[tuple[str, str], dict[str, int]] = {}
        for path, value in tree.items():
            if (
                path[:3] == ("router", "policy", "prefix-list")
                and path[3] in named
                and path[6:7] == ("match",)
            ):
                row = limits.setdefault((path[5], path[7]), {})
                row.update((limit, int(value)) for limit in path[8:])
        for (_, network), row in limits.items():
            own = ip_network(network)
            low = row.get("min-prefix-len", own.prefixlen)
            yield Advertised(own, low, row.get("max-prefix-len", low))
