"""BGP and BFD as EOS shows them, from the living state of both ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.lab.eos.device import EosDevice


def link_local(mac: str) -> str:
    """Return the IPv6 link-local address that a MAC gives (RFC 4291, modified EUI-64)."""
    octets = [int(part, 16) for part in mac.split(":")]
    octets[0] ^= 2
    words = [*octets[:3], 0xFF, 0xFE, *octets[3:]]
    pairs = (f"{words[i] << 8 | words[i + 1]:x}" for i in range(0, 8, 2))
    return "fe80::" + ":".join(pairs)


def short_name(port: str) -> str:
    """Return the abbreviation EOS prints in addresses: Ethernet1/1 is Et1/1."""
    return port.replace("Ethernet", "Et")


def peers(device: EosDevice) -> Iterator[tuple[str, str, bool, int]]:
    """Return every session: how EOS calls the peer, the port, whether it stands, the remote AS.

    A peer on an interface is known by a link-local address, learnt over the link: while the link is down the
    peer is not listed. How a real EOS lists it then is not published; nobody can know its address.
    """
    world, own = device.world, device.lab
    for port, rule, stands in world.sessions(own.name):
        far = world.fleet.devices.get(own.ports.get(port, ("", ""))[0])
        known = rule.address
        if not known and far and world.port_up(own.name, port):
            known = f"{link_local(far.mac)}%{short_name(port)}"
        if known:
            yield known, port, stands, world.peer_asn(own.name, port)


def summary(device: EosDevice) -> Mapping[str, object]:
    """`show bgp summary vrf all` and `show ip bgp summary`."""
    view = device.view()
    if not view.asn:
        return {"vrfs": {}}
    found = {name: _peer(up=up, asn=asn) for name, _port, up, asn in peers(device)}
    return {
        "vrfs": {
            "default": {"vrf": "default", "routerId": router_id(device), "asn": str(view.asn), "peers": found}
        }
    }


def _peer(*, up: bool, asn: int) -> Mapping[str, object]:
    received = 1 if up else 0
    return {
        "peerState": "Established" if up else "Active",
        "peerAsn": str(asn),
        "version": 4,
        "msgReceived": 100 * received,
        "msgSent": 100 * received,
        "inMsgQueue": 0,
        "outMsgQueue": 0,
        "underMaintenance": False,
        "prefixReceived": received,
        "prefixAccepted": received,
        "ipv4Unicast": {
            "afiSafiState": "negotiated" if up else "configured",
            "nlrisReceived": received,
            "nlrisAccepted": received,
        },
    }


def neighbors(device: EosDevice) -> Mapping[str, object]:
    """`show bgp neighbors vrf all`."""
    return {"vrfs": {"default": {"peerList": [_neighbor(*peer) for peer in peers(device)]}}}


def numbered_neighbors(device: EosDevice) -> Mapping[str, object]:
    """`show ip bgp neighbors vrf all`: leaves out peers on interfaces.

    EOS 4.36 lists none here though their routes are in (batfish/lab-validation eos_ceos_bgp_unnumbered).
    """
    numbered = [peer for peer in peers(device) if "%" not in peer[0]]
    return {"vrfs": {"default": {"peerList": [_neighbor(*peer) for peer in numbered]}}}


def _neighbor(name: str, port: str, up: bool, asn: int) -> Mapping[str, object]:  # noqa: FBT001 - a row of `peers`
    family = {"advertised": True, "received": up, "enabled": up}
    return {
        "peerAddress": name,
        "asn": str(asn),
        "state": "Established" if up else "Active",
        "ifName": port,
        "neighborCapabilities": {"multiprotocolCaps": {"ipv4Unicast": family}},
        "peerTcpInfo": {
            "state": "ESTABLISHED" if up else "CLOSED",
            "outputQueueLength": 0,
            "inputQueueLength": 0,
        },
    }


def router_id(device: EosDevice) -> str:
    """Return the router id: configured, else the address of Loopback0."""
    bgp = device.tree.at(*(key for key in device.tree.entries if key.startswith("router bgp ")))
    configured = bgp.entries.get("router-id") if bgp else None
    if configured:
        return configured.text.split()[1]
    loopback = device.tree.at("interface Loopback0")
    address = loopback.entries.get("ip address") if loopback else None
    return address.text.split()[2].partition("/")[0] if address else "0.0.0.0"  # noqa: S104 - a router id


def bfd(device: EosDevice) -> Mapping[str, object]:
    """`show bfd peers`: a session beside every BGP session."""
    families: dict[str, dict[str, object]] = {"ipv4Neighbors": {}, "ipv6Neighbors": {}}
    for name, port, up, _asn in peers(device):
        state = {
            "status": "up" if up else "down",
            "remoteDisc": 1 if up else 0,
            "lastDown": 0.0,
            "l3intf": port,
        }
        family = "ipv6Neighbors" if ":" in name else "ipv4Neighbors"
        families[family][name.partition("%")[0]] = {"peerStats": {port: state}}
    return {"vrfs": {"default": families}}


BGP_SHOWS: dict[str, Callable[[EosDevice], Mapping[str, object]]] = {
    "show bgp summary": summary,
    "show bgp summary vrf all": summary,
    "show ip bgp summary": summary,
    "show bgp neighbors vrf all": neighbors,
    "show ip bgp neighbors vrf all": numbered_neighbors,
    "show bfd peers": bfd,
}
