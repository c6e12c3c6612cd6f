"""What gates want to know of an EOS device: sessions, neighbours, links, counters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from fabric.drivers.contract import Observation
from fabric.drivers.eos.shapes import (
    BGP,
    DISCARDS,
    ERRORS,
    FRAME_KEYS,
    FRAMES,
    LLDP,
    PEERS,
    PFC,
    PHY,
    PORTS,
    WATCHDOG,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.drivers.eos.eapi import Eapi

_LINK_LOCAL = "fe80:"
_SHORT = re.compile(r"^(Et|Po|Vl|Ma|Lo)(?=\d)")
_LONG = {"Et": "Ethernet", "Po": "Port-Channel", "Vl": "Vlan", "Ma": "Management", "Lo": "Loopback"}

_COMMANDS = (BGP, PEERS, LLDP, PORTS, WATCHDOG, PFC, DISCARDS, ERRORS, PHY, FRAMES)


def observe(eapi: Eapi) -> Observation:
    """Read everything; what the device refuses is left out, and so unknown to the gates.

    It refuses a command that it does not have, and `BGP inactive` where no BGP runs.
    """
    replies = dict(zip(_COMMANDS, eapi.read_each(*_COMMANDS), strict=True))
    return Observation(
        bgp=bgp(replies[BGP] or {}, replies[PEERS] or {}),
        lldp=lldp(replies[LLDP] or {}),
        oper_up=oper_up(replies[PORTS] or {}),
        counters=counters(replies),
        ports=ports(replies),
    )


def port_name(name: str) -> str:
    """Return the full name of an interface; peers on interfaces appear as `fe80::1%Et1/1`."""
    local = name.rpartition("%")[2]
    return _SHORT.sub(lambda match: _LONG[match[1]], local)


def bgp(summary: Mapping[str, Any], neighbors: Mapping[str, Any]) -> dict[str, bool]:
    """Return which sessions are established.

    Sessions on interfaces are missing from the list of neighbours on 4.36, where `show bgp summary` has them,
    so the summary leads and the list adds only what it alone knows.
    """
    found: dict[str, bool] = {}
    for vrf in neighbors.get("vrfs", {}).values():
        for peer in vrf.get("peerList", ()):
            address = peer.get("peerAddress", "")
            name = peer.get("ifName") or address if address.startswith(_LINK_LOCAL) else address
            found[port_name(name)] = peer.get("state") == "Established"
    for vrf in summary.get("vrfs", {}).values():
        for name, peer in vrf.get("peers", {}).items():
            found[port_name(name)] = peer.get("peerState") == "Established"
    return found


def lldp(reply: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return the neighbour heard on each port; of several on a port the first that names itself."""
    found: dict[str, tuple[str, str]] = {}
    for port, entry in reply.get("lldpNeighbors", {}).items():
        for heard in entry.get("lldpNeighborInfo", ()):
            remote = heard.get("neighborInterfaceInfo", {})
            identifier = remote.get("interfaceId_v2") or str(remote.get("interfaceId", "")).strip('"')
            found.setdefault(port, (heard.get("systemName", ""), identifier))
    return found


def oper_up(reply: Mapping[str, Any]) -> frozenset[str]:
    """Return the ports whose link and line protocol are up."""
    return frozenset(
        name
        for name, port in reply.get("interfaceDescriptions", {}).items()
        if port.get("interfaceStatus") == "up" and port.get("lineProtocolStatus") == "up"
    )


def counters(replies: Mapping[str, Mapping[str, Any] | None]) -> dict[str, int]:
    """Return totals over all ports; a counter the device does not have is absent, not zero."""
    found: dict[str, int] = {}
    if (watchdog := replies.get(WATCHDOG)) is not None:
        # An interface appears only after its first event, so an empty answer is a true zero.
        found["pfc_watchdog"] = sum(int(queue.get("stuckCount", 0)) for queue in _queues(watchdog))
    if (pfc := replies.get(PFC)) is not None:
        ports = pfc.get("interfaceCounters", {}).values()
        found["pfc_frames"] = sum(
            int(port.get("rxFrames", 0)) + int(port.get("txFrames", 0)) for port in ports
        )
    if (discards := replies.get(DISCARDS)) is not None:
        found["discards"] = int(discards.get("inDiscardsTotal", 0)) + int(discards.get("outDiscardsTotal", 0))
    if (errors := replies.get(ERRORS)) is not None:
        ports = errors.get("interfaceErrorCounters", {}).values()
        found["errors"] = sum(int(port.get("inErrors", 0)) + int(port.get("outErrors", 0)) for port in ports)
    if (phy := replies.get(PHY)) is not None:
        found["fec_uncorrectable"] = sum(_uncorrected(phy))
    return found


def ports(replies: Mapping[str, Mapping[str, Any] | None]) -> dict[str, dict[str, int]]:
    """Return what each port counted, in and out together."""
    tables = (
        ("frames", FRAMES, "interfaces", FRAME_KEYS),
        ("discards", DISCARDS, "interfaces", ("inDiscards", "outDiscards")),
        ("errors", ERRORS, "interfaceErrorCounters", ("inErrors", "outErrors")),
        ("pfc", PFC, "interfaceCounters", ("rxFrames", "txFrames")),
    )
    found: dict[str, dict[str, int]] = {}
    for name, command, table, keys in tables:
        for port, counted in ((replies.get(command) or {}).get(table) or {}).items():
            found.setdefault(port, {})[name] = sum(int(counted.get(key, 0)) for key in keys)
    return found


def _queues(reply: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Return the queues of all ports: `interfaces.IF.txQueues.N.stuckCount` in Meta's public test code.

    No vendor document fixes the name of the outermost key, so whatever stands there is read.
    """
    for ports in reply.values():
        for port in ports.values() if isinstance(ports, dict) else ():
            yield from port.get("txQueues", {}).values() if isinstance(port, dict) else ()


def _uncorrected(reply: Mapping[str, Any]) -> Iterator[int]:
    for port in reply.get("interfacePhyStatuses", {}).values():
        for phy in port.get("phyStatuses", ()):
            yield int(phy.get("fec", {}).get("uncorrectedCodewords", {}).get("value", 0))
