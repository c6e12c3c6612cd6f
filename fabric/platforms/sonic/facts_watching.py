"""Who may manage a SONiC switch and who watches it, as its CONFIG_DB says."""

from __future__ import annotations

from ipaddress import IPv4Network
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from fabric.device.facts import Watch
from fabric.platforms.sonic.words_management import MANAGEMENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    Tables = Mapping[str, Mapping[str, Mapping[str, Any]]]


def watch(tables: Tables) -> Watch:
    """Return what the tables say. Raises ValueError for a value that is none."""
    said = tables.get("SNMP", {})
    server = tables.get("GNMI", {})
    certificates = server.get("certs", {})
    rules = tables.get("ACL_RULE", {})
    return Watch(
        allow=tuple(
            IPv4Network(rules[key]["SRC_IP"])
            for key in sorted(rules, key=lambda key: str(rules[key].get("PRIORITY")), reverse=True)
            if key.startswith(f"{MANAGEMENT}|") and "SRC_IP" in rules[key]
        ),
        community=bool(tables.get("SNMP_COMMUNITY")),
        users=tuple(tables.get("SNMP_USER", {})),
        contact=str(said.get("CONTACT", {}).get("Contact", "")),
        location=str(said.get("LOCATION", {}).get("Location", "")),
        gnmi_port=int(server.get("gnmi", {}).get("port", 0)),
        certificate=PurePosixPath(str(certificates.get("server_crt", ""))).stem,
        client_ca=PurePosixPath(str(certificates.get("ca_crt", ""))).stem,
    )
