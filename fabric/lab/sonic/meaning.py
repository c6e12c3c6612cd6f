"""What a running SONiC configuration means to the neighbours: ports, sessions, addresses."""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.lab.state import PeerRule, View, of_families

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.lab.sonic.database import ConfigDb, Row
    from fabric.lab.sonic.frr import Line

OWN_FILE = ("split", "split-unified")
"""Values of `docker_routing_config_mode` under which FRR runs its own file and not CONFIG_DB."""


@dataclass(slots=True)
class _Peer:
    """What the lines about one neighbour or peer-group say."""

    remote: str = ""
    group: str = ""
    shutdown: bool = False
    active: bool = False


@dataclass(slots=True)
class _Bgp:
    asn: int = 0
    peers: dict[str, _Peer] = field(default_factory=dict)
    groups: set[str] = field(default_factory=set)
    unicast: bool = True
    """`bgp default ipv4-unicast`: every neighbour is active without being told."""


def is_framework(db: ConfigDb, mode: str) -> bool:
    """Say whether FRR's file is made of tables at its start, and bgpcfgd does not run."""
    return (
        mode not in OWN_FILE and db.get("DEVICE_METADATA", "localhost", "frr_mgmt_framework_config") == "true"
    )


def view(db: ConfigDb, lines: Iterable[Line], mode: str, made_of: ConfigDb | None = None) -> View:
    """Return the meaning; `mode` is how FRR was started, which CONFIG_DB may no longer say.

    `made_of` are the tables as they were then: what frrcfgd makes of later ones is not relied on.
    """
    addresses = _addresses(db)
    hostname = db.get("DEVICE_METADATA", "localhost", "hostname")
    enabled = frozenset(port for port, row in db.table("PORT").items() if row.get("admin_status") == "up")
    if mode in OWN_FILE:
        bgp = _from_lines(lines)
        rules = {name: _rule(bgp, peer) for name, peer in bgp.peers.items() if _is_on(bgp, name, peer)}
        asn = bgp.asn
    elif made_of is not None and is_framework(db, mode):
        asn = _number(made_of.get("BGP_GLOBALS", "default", "local_asn"))
        rules = _from_tables(made_of)
    else:
        asn = _number(db.get("DEVICE_METADATA", "localhost", "bgp_asn")) or _number(
            db.get("BGP_GLOBALS", "default", "local_asn")
        )
        rules = _from_tables(db)
    named = {
        n: PeerRule(r.ranges, r.external, r.internal, n) if _is_address(n) else r for n, r in rules.items()
    }
    ports = ((_port(name, db, addresses), rule) for name, rule in named.items())
    sessions, sessions6 = of_families((port, rule) for port, rule in ports if port is not None)
    shown = {port: frozenset(str(i.ip) for i in interfaces) for port, interfaces in addresses.items()}
    return View(hostname, asn, enabled, sessions, sessions6, shown)


def _from_lines(lines: Iterable[Line]) -> _Bgp:
    bgp = _Bgp()
    for line in lines:
        words = line.text.split()
        if words[:2] == ["router", "bgp"] and "vrf" not in words:
            bgp.asn = _number(words[2])
        elif line.context and line.context[0].startswith("router bgp") and " vrf " not in line.context[0]:
            if line.text == "no bgp default ipv4-unicast":
                bgp.unicast = False
            elif words[0] == "neighbor":
                _neighbour(bgp, words[1], words[2:])
    return bgp


def _neighbour(bgp: _Bgp, name: str, words: list[str]) -> None:
    if words == ["peer-group"]:
        bgp.groups.add(name)
    peer = bgp.peers.setdefault(name, _Peer())
    if "remote-as" in words:
        peer.remote = words[-1]
    elif "peer-group" in words[:-1]:
        peer.group = words[-1]
    elif words == ["shutdown"]:
        peer.shutdown = True
    elif words == ["activate"]:
        peer.active = True


def _is_on(bgp: _Bgp, name: str, peer: _Peer) -> bool:
    """Say whether a neighbour is a session that may come up: bgpd wants one active address family."""
    if name in bgp.groups:
        return False
    group = bgp.peers.get(peer.group, _Peer())
    active = bgp.unicast or peer.active or group.active
    return active and not (peer.shutdown or group.shutdown) and bool(peer.remote or group.remote)


def _rule(bgp: _Bgp, peer: _Peer) -> PeerRule:
    return _accepting(peer.remote or bgp.peers[peer.group].remote)


def _from_tables(db: ConfigDb) -> dict[str, PeerRule]:
    """Read BGP_NEIGHBOR: by address for bgpcfgd, by `vrf|neighbour` for the FRR management framework."""
    rules = {}
    for key, row in db.table("BGP_NEIGHBOR").items():
        vrf, _, name = key.rpartition("|")
        group = db.rows.get(f"BGP_PEER_GROUP|{vrf}|{row.get('peer_group_name', '')}", {})
        if vrf in {"", "default"} and _admin(row, group):
            peer = row.get("asn") or row.get("peer_type") or group.get("asn") or group.get("peer_type") or ""
            rules[name] = _accepting(peer)
    return rules


def _admin(row: Row, group: Row) -> bool:
    words = {row.get("admin_status", "up"), group.get("admin_status", "up")}
    return not words & {"down", "false"}


def _accepting(remote: str) -> PeerRule:
    if remote in {"external", "internal"}:
        return PeerRule(external=remote == "external", internal=remote == "internal")
    if remote == "auto":
        return PeerRule(external=True, internal=True)
    return PeerRule(ranges=((int(remote), int(remote)),)) if remote.isdigit() else PeerRule()


def _addresses(db: ConfigDb) -> Mapping[str, tuple[ipaddress.IPv4Interface | ipaddress.IPv6Interface, ...]]:
    found: dict[str, tuple[ipaddress.IPv4Interface | ipaddress.IPv6Interface, ...]] = {}
    for key in db.table("INTERFACE"):
        port, _, text = key.partition("|")
        with suppress(ValueError):  # `config load` lets anything in; the kernel takes no nonsense
            found[port] = (*found.get(port, ()), ipaddress.ip_interface(text))
    return found


def _port(
    name: str,
    db: ConfigDb,
    addresses: Mapping[str, tuple[ipaddress.IPv4Interface | ipaddress.IPv6Interface, ...]],
) -> str | None:
    """Return the port a session runs over; an unnumbered one needs a link-local address on its port."""
    if not _is_address(name):
        local = db.get("INTERFACE", name, "ipv6_use_link_local_only") == "enable"
        return name if local or any(i.version == 6 for i in addresses.get(name, ())) else None  # noqa: PLR2004
    peer = ipaddress.ip_address(name)
    return next((port for port, own in addresses.items() if any(peer in i.network for i in own)), None)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 0
