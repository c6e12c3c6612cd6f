"""BGP sessions as FRR shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabric.lab.sonic.commands.table import table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.lab.sonic.machine import Machine

FAMILIES = ("ipv4Unicast", "ipv6Unicast")


def _peers(machine: Machine) -> dict[str, dict[str, Any]]:
    name = machine.lab.name
    peers = {}
    for port, rule, stands in machine.world.sessions(name):
        seconds = int(machine.uptime)
        peers[rule.address or port] = {
            "remoteAs": machine.world.peer_asn(name, port) if stands else 0,
            "localAs": machine.view().asn,
            "version": 4,
            "msgRcvd": seconds // 3 if stands else 0,
            "msgSent": seconds // 3,
            "tableVersion": 1,
            "outq": 0,
            "inq": 0,
            "peerUptime": f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
            if stands
            else "never",
            "peerUptimeMsec": seconds * 1000 if stands else 0,
            "pfxRcd": int(stands),
            "pfxSnt": int(stands),
            "state": "Established" if stands else ("Active" if machine.world.port_up(name, port) else "Idle"),
            "peerState": "OK",
            "connectionsEstablished": int(stands),
            "connectionsDropped": 0,
            "idType": ("ipv6" if ":" in rule.address else "ipv4") if rule.address else "interface",
        }
    return peers


def _summary(machine: Machine) -> dict[str, Any]:
    view = machine.view()
    if not view.asn:
        return {}
    peers = _peers(machine)
    down = sum(peer["state"] != "Established" for peer in peers.values())
    return {
        "routerId": next(iter(_loopbacks(machine)), "0.0.0.0"),  # noqa: S104 - what FRR shows without one
        "as": view.asn,
        "vrfId": 0,
        "vrfName": "default",
        "tableVersion": 1,
        "ribCount": len(peers) + 1,
        "peerCount": len(peers),
        "peers": peers,
        "failedPeers": down,
        "displayedPeers": len(peers),
        "totalPeers": len(peers),
        "dynamicPeers": 0,
        "bestPath": {"multiPathRelax": "true"},
    }


def _loopbacks(machine: Machine) -> Iterator[str]:
    for key in machine.db.table("LOOPBACK_INTERFACE"):
        _, _, address = key.partition("|")
        if address and ":" not in address:
            yield address.partition("/")[0]


def _all_families(machine: Machine) -> dict[str, Any]:
    summary = _summary(machine)
    return {FAMILIES[0]: summary} if summary else {}


def neighbours(machine: Machine) -> dict[str, Any]:
    """Return `show bgp neighbors json`."""
    return {
        name: {"remoteAs": peer["remoteAs"], "localAs": peer["localAs"], "bgpState": peer["state"]}
        for name, peer in _peers(machine).items()
    }


def summary_text(machine: Machine) -> str:
    """Return `show bgp summary` for people."""
    view = machine.view()
    if not view.asn:
        return "% BGP instance not found\n"
    rows = [
        [name, "4", str(p["remoteAs"]), str(p["msgRcvd"]), str(p["msgSent"]), p["peerUptime"],
         str(p["pfxRcd"]) if p["state"] == "Established" else p["state"]]
        for name, p in _peers(machine).items()
    ]  # fmt: skip
    head = (
        f"IPv4 Unicast Summary:\nBGP router identifier, local AS number {view.asn} VRF default vrf-id 0\n\n"
    )
    body = table(["Neighbor", "V", "AS", "MsgRcvd", "MsgSent", "Up/Down", "State/PfxRcd"], rows)
    return f"{head}{body}\nTotal number of neighbors {len(rows)}\n"


SUMMARIES: Mapping[tuple[str, ...], Callable[[Machine], dict[str, Any]]] = {
    ("show", "bgp", "summary"): _all_families,
    ("show", "ip", "bgp", "summary"): _all_families,
    ("show", "bgp", "ipv4", "unicast", "summary"): _summary,
    ("show", "bgp", "ipv4", "summary"): _summary,
    ("show", "bgp", "ipv6", "unicast", "summary"): lambda _: {},
}
