"""Tables of SONiC for who may manage a switch and who may watch it.

Once one rule of a control-plane table stands, caclmgrd drops everything that nothing accepts; by itself it
accepts replies, ICMP, neighbour discovery, DHCP, and BGP from other ports than eth0 (sonic-host-services,
scripts/caclmgrd). So what else a switch needs, such as BFD, has a table of its own here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import port_name

if TYPE_CHECKING:
    from collections.abc import Iterable
    from ipaddress import IPv4Address, IPv4Network, IPv6Address

    from fabric.device import Gnmi, Snmp, SwitchConfig
    from fabric.platforms.sonic.rows import Row, Table

MANAGEMENT, GNMI, NEIGHBORS = "FABRIC-MANAGEMENT", "FABRIC-GNMI", "FABRIC-NEIGHBORS"
HIGHEST = 9999
"""caclmgrd sorts priorities as texts: all have four digits. Two rules of one priority would be one."""
CERTIFICATES = "/etc/sonic/telemetry"
LINK_LOCAL = "fe80::/10"


def tables(switch: SwitchConfig) -> dict[str, Table]:
    """Return the tables of SNMP, gNMI and the access to both and to SSH."""
    found: dict[str, Table] = {}
    if switch.snmp is not None:
        found |= _snmp(switch, switch.snmp)
    if switch.gnmi is not None:
        found |= _gnmi(switch.gnmi)
    if switch.system.allow:
        found |= _access(switch)
    return found


def _snmp(switch: SwitchConfig, snmp: Snmp) -> dict[str, Table]:
    said = (("CONTACT", "Contact", snmp.contact), ("LOCATION", "Location", snmp.location))
    port = switch.system.management
    return {
        "SNMP": {row: {field: words} for row, field, words in said if words},
        "SNMP_COMMUNITY": {str(snmp.community): {"TYPE": "RO"}} if snmp.community else {},
        "SNMP_USER": {
            user.name: {
                "SNMP_USER_TYPE": "Priv",
                "SNMP_USER_PERMISSION": "RO",
                "SNMP_USER_AUTH_TYPE": "SHA",
                "SNMP_USER_AUTH_PASSWORD": str(user.auth),
                "SNMP_USER_ENCRYPTION_TYPE": "AES",
                "SNMP_USER_ENCRYPTION_PASSWORD": str(user.privacy),
            }
            for user in snmp.users
        },
        "SNMP_AGENT_ADDRESS_CONFIG": {f"{port.address.ip}|161|mgmt": {}} if port else {},
    }


def _gnmi(gnmi: Gnmi) -> dict[str, Table]:
    certificates: Row = {}
    if gnmi.certificate:
        certificates["server_crt"] = f"{CERTIFICATES}/{gnmi.certificate}.cer"
        certificates["server_key"] = f"{CERTIFICATES}/{gnmi.certificate}.key"
    if gnmi.client_ca:
        certificates["ca_crt"] = f"{CERTIFICATES}/{gnmi.client_ca}.cer"
    server: Row = {
        "port": str(gnmi.port),
        "client_auth": "true" if gnmi.client_ca else "false",
        "user_auth": "password",
        "log_level": "2",
    }
    return {"GNMI": {"gnmi": server, **({"certs": certificates} if certificates else {})}}


def _access(switch: SwitchConfig) -> dict[str, Table]:
    lists: Table = {MANAGEMENT: _list("who may manage this switch", "SSH", "SNMP")}
    rules = _sources(MANAGEMENT, switch.system.allow)
    if switch.gnmi is not None:
        lists[GNMI] = _list("who may watch this switch", "EXTERNAL_CLIENT")
        rules |= _sources(GNMI, switch.gnmi.allow, L4_DST_PORT=str(switch.gnmi.port))
    if switch.bgp.bfd is not None and switch.bgp.neighbors:
        lists[NEIGHBORS] = _list("BFD and all else of the neighbours", "ANY")
        rules |= _neighbors(switch)
    return {"ACL_TABLE": lists, "ACL_RULE": rules}


def _list(words: str, *services: str) -> Row:
    return {"policy_desc": words, "type": "CTRLPLANE", "stage": "ingress", "services": list(services)}


def _sources(table: str, networks: Iterable[IPv4Network], **match: str) -> Table:
    return {
        f"{table}|RULE_{place}": _accepted(place, SRC_IP=str(network), **match)
        for place, network in enumerate(networks, start=1)
    }


def _neighbors(switch: SwitchConfig) -> Table:
    """Return a rule for each port with a session: bfdd of FRR is none of those that caclmgrd knows of."""
    return {
        f"{NEIGHBORS}|RULE_{place}": _accepted(
            place,
            **_source(one.address),
            IN_PORTS=port_name(switch.hardware, "sonic", one.port),
        )
        for place, one in enumerate(switch.bgp.neighbors, start=1)
    }


def _source(peer: IPv4Address | IPv6Address | None) -> dict[str, str]:
    """Return what matches the packets of a peer; without an address it speaks from a link-local one."""
    if peer is None:
        return {"SRC_IPV6": LINK_LOCAL}
    return {"SRC_IP" if peer.version == 4 else "SRC_IPV6": f"{peer}/{peer.max_prefixlen}"}  # noqa: PLR2004 - IPv4


def _accepted(place: int, **match: str) -> Row:
    return {"PRIORITY": str(HIGHEST - place), "PACKET_ACTION": "ACCEPT", **match}
