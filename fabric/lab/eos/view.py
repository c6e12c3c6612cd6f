"""Reads from an EOS configuration what its neighbours notice: ports, addresses and BGP sessions."""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING

from fabric.lab.state import PeerRule, View, of_families

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.lab.eos.config import Block
    from fabric.lab.fleet import LabDevice

_INTERFACE_PEER = re.compile(
    r"neighbor interface (?P<port>\S+) peer-group (?P<group>\S+)"
    r"(?: remote-as (?P<asn>\S+)| peer-filter (?P<filter>\S+))?"
)
_ADDRESS_PEER = re.compile(
    r"neighbor (?P<peer>[\d.]+|[\da-fA-F:]*:[\da-fA-F:]*) (?:remote-as|peer group) \S+"
)
_RANGE = re.compile(r"\d+ match as-range (?P<low>[\d.]+)(?:-(?P<high>[\d.]+))? result accept")


def view_of(root: Block, device: LabDevice) -> View:
    """Return what a running configuration means to the outside."""
    addresses = {port: frozenset(str(a.ip) for a in _addresses(root, port)) for port in device.ports}
    hostname = root.entries.get("hostname")
    bgp = _bgp(root)
    runs = bgp is not None and "shutdown" not in bgp[1].entries
    sessions, sessions6 = of_families(_sessions(root, bgp[1], device) if bgp and runs else ())
    return View(
        hostname=hostname.text.split()[1] if hostname else "localhost",
        asn=bgp[0] if bgp else 0,
        enabled=frozenset(port for port in device.ports if _enabled(root, port)),
        sessions=sessions,
        sessions6=sessions6,
        addresses=addresses,
    )


def as_number(text: str) -> int:
    """Return an AS number written plain or with a dot."""
    high, _, low = text.rpartition(".")
    return (int(high) << 16) + int(low) if high else int(low)


def _bgp(root: Block) -> tuple[int, Block] | None:
    for key, entry in root.entries.items():
        if key.startswith("router bgp ") and entry.block:
            return as_number(key.split()[2]), entry.block
    return None


def _enabled(root: Block, port: str) -> bool:
    block = root.at(f"interface {port}")
    return block is not None and "shutdown" not in block.entries


def _routed(root: Block, port: str) -> bool:
    block = root.at(f"interface {port}")
    default = root.entries.get("switchport default mode")
    routed = default is not None and default.text.endswith(" routed")
    return block is not None and (routed or "switchport" in block.entries)


def _addresses(root: Block, port: str) -> Iterator[ipaddress.IPv4Interface | ipaddress.IPv6Interface]:
    block = root.at(f"interface {port}")
    for text in block.texts() if block else ():
        found = re.fullmatch(r"ip(?:v6)? address (\S+/\d+)(?: secondary)?", text)
        if found:
            yield ipaddress.ip_interface(found[1])


def _sessions(root: Block, bgp: Block, device: LabDevice) -> Iterator[tuple[str, PeerRule]]:
    """Return the sessions that are configured so that they can come up, by port."""
    at_port = {str(a): port for port in device.ports for a in _addresses(root, port) if _routed(root, port)}
    for text in bgp.texts():
        if found := _INTERFACE_PEER.fullmatch(text):
            rule = _rule(root, bgp, found["group"], found["asn"], found["filter"])
            if rule and _speaks_ipv6(root, found["port"]) and _active(bgp, found["group"]):
                yield found["port"], rule
        elif found := _ADDRESS_PEER.fullmatch(text):
            port = _port_towards(at_port, found["peer"])
            rule = _numbered_rule(root, bgp, found["peer"])
            if port and rule:
                yield port, rule


def _speaks_ipv6(root: Block, port: str) -> bool:
    """Say whether a port is routed and speaks IPv6: sessions on interfaces run over link-local addresses."""
    block = root.at(f"interface {port}")
    if block is None or not _routed(root, port):
        return False
    return any(text == "ipv6 enable" or text.startswith("ipv6 address ") for text in block.texts())


def _port_towards(at_port: dict[str, str], peer: str) -> str:
    address = ipaddress.ip_address(peer)
    return next((port for net, port in at_port.items() if address in ipaddress.ip_interface(net).network), "")


def _numbered_rule(root: Block, bgp: Block, peer: str) -> PeerRule | None:
    member = bgp.entries.get(f"neighbor {peer} peer group")
    group = member.text.split()[-1] if member else ""
    own = bgp.entries.get(f"neighbor {peer} remote-as")
    active = _active(bgp, peer) or (group and _active(bgp, group))
    if f"neighbor {peer} shutdown" in bgp.entries or not active:
        return None
    rule = _rule(root, bgp, group, own.text.split()[-1] if own else None, None)
    return None if rule is None else PeerRule(rule.ranges, rule.external, rule.internal, peer)


def _rule(root: Block, bgp: Block, group: str, asn: str | None, filter_name: str | None) -> PeerRule | None:
    """Return which AS is taken, by the peer's own line, its filter, or its group; None if shut down."""
    if f"neighbor {group} shutdown" in bgp.entries:
        return None
    if filter_name:
        return PeerRule(ranges=tuple(_ranges(root, filter_name)))
    inherited = bgp.entries.get(f"neighbor {group} remote-as")
    said = asn or (inherited.text.split()[-1] if inherited else None)
    if said in {"external", "internal"}:
        return PeerRule(external=said == "external", internal=said == "internal")
    return PeerRule(ranges=((as_number(said), as_number(said)),)) if said else None


def _ranges(root: Block, name: str) -> Iterator[tuple[int, int]]:
    block = root.at(f"peer-filter {name}")
    for text in block.texts() if block else ():
        if found := _RANGE.fullmatch(text):
            yield as_number(found["low"]), as_number(found["high"] or found["low"])


def _active(bgp: Block, name: str) -> bool:
    """Say whether an address family is active for a peer or group: without one a session never comes up."""
    if "bgp default ipv4-unicast" not in bgp.entries:
        return True
    families = (entry.block for key, entry in bgp.entries.items() if key.startswith("address-family "))
    return any(block is not None and f"neighbor {name} activate" in block.entries for block in families)
