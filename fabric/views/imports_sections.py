"""Routing, addresses and services that switches have in common, as sections of an intent."""

from __future__ import annotations

import re
from collections import Counter
from ipaddress import IPv4Network, IPv6Network
from typing import TYPE_CHECKING, TypeVar

from fabric.intent.fabric import Addressing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fabric.device.facts import Facts, Reach
    from fabric.device.hop import Hop

DEFAULTS = Addressing()
NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
WHOLE, LINK = 32, 31
"""Prefix lengths of one address, and of a link."""
MOST_LEAVES = 65536
"""AS numbers that are taken for ours: those behind the default first one."""
T = TypeVar("T")


def usual(values: Iterable[T]) -> T | None:
    """Return the value that most have, of those that say something."""
    counts = Counter(value for value in values if value)
    return counts.most_common(1)[0][0] if counts else None


def routing_section(facts: Sequence[Facts], hops: Sequence[Hop]) -> str:
    """Return `routing`: paths, hash fields and BFD that most switches have."""
    paths = usual(hop.max_paths for hop in hops)
    fields = usual(hop.hash_fields for hop in hops)
    bfd = usual(one.bfd for one in facts)
    ecmp = [f"max_paths: {paths}"] if paths else []
    if fields:
        ordered = [
            word
            for word in ("src-ip", "dst-ip", "protocol", "src-port", "dst-port", "dst-qp")
            if word in fields
        ]
        ecmp.insert(0, f"hash: [{', '.join(ordered)}]")
    lines = ["  underlay: ebgp-numbered"] if _numbered(facts) else []
    lines += ["  dual_stack: true"] if any(_announced6(hops)) else []
    lines += [f"  ecmp: {{{', '.join(ecmp)}}}"] if ecmp else []
    if bfd:
        lines.append(f"  bfd: {{interval: {bfd[0]} ms, multiplier: {bfd[1]}}}")
    return section("routing", lines)


def _numbered(facts: Sequence[Facts]) -> bool:
    """Whether most sessions are between addresses of links."""
    over = Counter(port.address is not None for one in facts for port in one.ports.values() if port.session)
    return over[True] > over[False]


def _announced6(hops: Iterable[Hop]) -> Iterator[tuple[IPv6Network, bool]]:
    """Yield the IPv6 networks that switches announce, and whether they announce single addresses of it."""
    for hop in hops:
        for line in hop.advertised:
            if isinstance(line.network, IPv6Network):
                yield line.network, line.longest == line.network.max_prefixlen


def addressing_section(pools: Mapping[str, str]) -> str:
    """Return `addressing`: pools and AS numbers that are not the default ones."""
    return section("addressing", [f"  {name}: {value}" for name, value in pools.items()])


def pools_of(facts: Mapping[str, Facts], hops: Mapping[str, Hop], tops: Sequence[str]) -> dict[str, str]:
    """Return the fields of `addressing` from which the numbers follow, where they are not the default ones.

    `tops` are the switches of the top tier.
    """
    found: dict[str, str] = {}
    if (pool := _loopbacks(facts, hops)) not in {None, DEFAULTS.loopbacks}:
        found["loopbacks"] = str(pool)
    announced6 = (network for network, whole in _announced6(hops.values()) if whole)
    pool6 = usual(network for network in announced6 if network.prefixlen < network.max_prefixlen)
    if pool6 not in {None, DEFAULTS.loopbacks6}:
        found["loopbacks6"] = f'"{pool6}"'
    blocks = [block for hop in hops.values() if (block := host_block(hop)) is not None]
    size = usual(block.prefixlen for block in blocks)
    if size and size != DEFAULTS.host_block:
        found["host_block"] = str(size)
    if not all(block.subnet_of(DEFAULTS.hosts) for block in blocks):
        found["hosts"] = str(covering(blocks))
    systems = {facts[name].asn for name in tops} - {None}
    if len(systems) == 1 and systems != {DEFAULTS.spine_asn}:
        found["spine_asn"] = str(systems.pop())
    leaves = [one.asn for name, one in facts.items() if one.asn and name not in tops]
    if leaves and not 0 <= min(leaves) - DEFAULTS.first_leaf_asn < MOST_LEAVES:
        found["first_leaf_asn"] = str(min(leaves))
    return found


def _loopbacks(facts: Mapping[str, Facts], hops: Mapping[str, Hop]) -> IPv4Network | None:
    """Return the network that most announce loopbacks from, if all are in it; else one that holds all."""
    addresses = [one.loopback for one in facts.values() if one.loopback]
    lines = (line.network for hop in hops.values() for line in hop.advertised if line.longest == WHOLE)
    announced = usual(net for net in lines if isinstance(net, IPv4Network) and net.prefixlen < WHOLE)
    for pool in (announced, DEFAULTS.loopbacks):
        if pool and all(address in pool for address in addresses):
            return pool
    return covering([IPv4Network(address) for address in addresses])


def host_block(hop: Hop) -> IPv4Network | None:
    """Return the network of a leaf's host links, as it announces it."""
    lines = [line.network for line in hop.advertised if line.longest != WHOLE]
    own = [network for network in lines if isinstance(network, IPv4Network)]
    if not own or own[0].prefixlen < LINK:
        return own[0] if own else None
    whole = own[0]  # it announces its links one by one
    while whole.prefixlen > DEFAULTS.host_block or not all(network.subnet_of(whole) for network in own):
        whole = whole.supernet()
    return whole


def covering(networks: Sequence[IPv4Network]) -> IPv4Network | None:
    """Return the smallest network that holds all, with room for as many more."""
    if not networks:
        return None
    whole = networks[0]
    while not all(network.subnet_of(whole) for network in networks):
        whole = whole.supernet()
    return whole.supernet() if whole.prefixlen > 8 else whole  # noqa: PLR2004 - no larger block is anybody's own


def services_section(
    reaches: Sequence[Reach], allow: str = "", more: Sequence[str] = (), tacacs: str = ""
) -> str:
    """Return `services` as most switches have them; secrets are references that somebody must fill.

    `allow` goes with the management network, `more` are lines of services that follow, `tacacs` words of it.
    """
    lines: list[str] = []
    network = usual(reach.management.network for reach in reaches if reach.management)
    gateway = usual(r.gateway for r in reaches if network and r.gateway and r.gateway in network)
    if network and gateway:
        lines.append(f"  management: {{network: {network}, gateway: {gateway}{allow}}}")
    domain = usual(reach.domain for reach in reaches)
    lines += [f"  domain: {domain}"] if domain else []
    for name in ("ntp", "dns", "syslog"):
        servers = usual(tuple(sorted(getattr(reach, name))) for reach in reaches)
        lines += [f"  {name}: [{', '.join(map(str, servers))}]"] if servers else []
    users = [name for name in usual(reach.users for reach in reaches) or () if NAME.fullmatch(name)]
    servers = usual(reach.tacacs for reach in reaches)
    if users or servers:
        lines.append("  aaa:")
    if users:
        lines.append("    users:")
        lines += (f'      - {{name: {name}, password: "{reference(name, "HASH")}"}}' for name in users)
    if servers:
        key = reference("tacacs", "KEY")
        lines.append(f'    tacacs: {{servers: [{", ".join(map(str, servers))}], key: "{key}"{tacacs}}}')
    return section("services", [*lines, *more])


def reference(name: str, what: str) -> str:
    """Return the reference under which a secret is looked for."""
    return f"secret:env/FABRIC_{re.sub('[^A-Z0-9]', '_', name.upper())}_{what}"


def section(name: str, lines: list[str]) -> str:
    """Return a section of an intent; nothing for one without lines."""
    return "\n".join(["", f"{name}:", *lines]) + "\n" if lines else ""
