"""What CONFIG_DB and frr.conf of a live SONiC switch say of it and of the network around it."""

from __future__ import annotations

import json
import re
from ipaddress import IPv4Address, IPv4Interface
from typing import TYPE_CHECKING, Any

from fabric.device.facts import Facts, PortFacts, Reach
from fabric.device.hop import far_address
from fabric.platforms.sonic import canonical, frr, generated
from fabric.platforms.sonic.facts_choices import choices
from fabric.platforms.sonic.facts_watching import watch
from fabric.platforms.sonic.parse import ARTIFACT
from fabric.platforms.sonic.words_routing import UNIFIED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Tables = Mapping[str, Mapping[str, Mapping[str, Any]]]

_FRR = re.compile(
    r"^(?:frr version |frr defaults |log syslog |ip prefix-list .* seq |router bgp )", re.MULTILINE
)
_OTHER = re.compile(r"^(?:interface (?!lo)|! device: )", re.MULTILINE)
_RELEASE = re.compile(r"version_(\d{6})_")
"""Since 202305 the schema of the database bears the name of the branch."""
_NEIGHBOR = re.compile(r"neighbor (?P<peer>\S+) ")
_MTU_UNIT = 1000


def recognised(text: str) -> str | None:
    """Return the artifact that a text is: a dump of CONFIG_DB, or a configuration of FRR."""
    if text.lstrip().startswith("{"):
        found = json.loads(text)
        return ARTIFACT if isinstance(found, dict) and {"PORT", "DEVICE_METADATA"} & found.keys() else None
    return frr.ARTIFACT if _FRR.search(text) and not _OTHER.search(text) else None


def facts(artifacts: Mapping[str, str]) -> Facts:
    """Return what a configuration says. Raises ValueError for a value that is none."""
    tables: Tables = json.loads(canonical.config_db(artifacts[ARTIFACT]))
    lines = generated.lines(tables, artifacts)
    metadata = tables.get("DEVICE_METADATA", {}).get("localhost", {})
    asn = lines.get((frr.ARTIFACT, "router bgp")) or metadata.get("bgp_asn")
    schema = str(tables.get("VERSIONS", {}).get("DATABASE", {}).get("VERSION", ""))
    release = _RELEASE.match(schema)
    return Facts(
        hostname=str(metadata.get("hostname", "")),
        hwsku=str(metadata.get("hwsku", "")),
        release=release[1] if release else "",
        routing_mode=UNIFIED if generated.makes(tables) else "",
        asn=int(asn) if asn and str(asn).isdigit() else None,
        loopback=next((a.ip for a in _addresses(tables.get("LOOPBACK_INTERFACE", {}), "Loopback0")), None),
        ports=_ports(tables, lines),
        bfd=_bfd(lines),
        reach=_reach(tables, metadata),
        watch=watch(tables),
        choices=choices(tables),
        queue_names=_queue_names(tables),
    )


def _addresses(rows: Iterable[str], name: str) -> tuple[IPv4Interface, ...]:
    found = (key.partition("|") for key in rows)
    return tuple(IPv4Interface(rest) for port, _, rest in found if port == name and "." in rest)


def _ports(tables: Tables, lines: Mapping[tuple[str, ...], str]) -> dict[str, PortFacts]:
    peers = {m["peer"] for path in lines if (m := _NEIGHBOR.match(f"{path[-1]} "))}
    neighbors = tables.get("DEVICE_NEIGHBOR", {})
    bundles = {
        port: name for name, _, port in (key.partition("|") for key in tables.get("PORTCHANNEL_MEMBER", {}))
    }
    addresses: dict[str, IPv4Interface] = {}
    for key in tables.get("INTERFACE", {}):
        name, _, rest = key.partition("|")
        if "." in rest:
            addresses.setdefault(name, IPv4Interface(rest))
    return {
        name: PortFacts(
            gbps=int(row.get("speed", 0)) // _MTU_UNIT,
            alias=str(row.get("alias", "")),
            description=str(row.get("description", "")),
            address=addresses.get(name),
            neighbor=_neighbor(neighbors.get(name, {})),
            session=not peers.isdisjoint((name, far_address(addresses.get(name)))),
            bundle=bundles.get(name, ""),
        )
        for name, row in tables.get("PORT", {}).items()
        if row.get("admin_status") == "up"
    }


def _neighbor(row: Mapping[str, Any]) -> tuple[str, str] | None:
    return (str(row["name"]), str(row["port"])) if row.get("name") and row.get("port") else None


def _bfd(lines: Mapping[tuple[str, ...], str]) -> tuple[int, int] | None:
    """Return the timers of the first profile, or FRR's own where a session has none."""
    profile = next(
        (path for path in lines if path[1:2] == ("bfd",) and path[-1].startswith("profile ")), None
    )
    if profile is None:
        return frr.BFD if any(re.fullmatch(r"neighbor \S+ bfd", path[-1]) for path in lines) else None
    interval, times = lines.get((*profile, "receive-interval")), lines.get((*profile, "detect-multiplier"))
    return (int(interval), int(times)) if interval and times else None


def _reach(tables: Tables, _metadata: Mapping[str, Any]) -> Reach:
    row = next(((k, r) for k, r in tables.get("MGMT_INTERFACE", {}).items() if "." in k), None)
    gateway = str(row[1].get("gwaddr", "")) if row else ""
    search = tables.get("DNS_OPTIONS", {}).get("GLOBAL", {}).get("search", [])
    return Reach(
        management=IPv4Interface(row[0].partition("|")[2]) if row else None,
        gateway=IPv4Address(gateway) if gateway else None,
        domain=str(search[0]) if search else "",
        ntp=_servers(tables, "NTP_SERVER"),
        dns=_servers(tables, "DNS_NAMESERVER"),
        syslog=_servers(tables, "SYSLOG_SERVER"),
        tacacs=_servers(tables, "TACPLUS_SERVER"),
    )


def _servers(tables: Tables, table: str) -> tuple[IPv4Address, ...]:
    return tuple(IPv4Address(key) for key in tables.get(table, {}) if re.fullmatch(r"[\d.]+", key))


def _queue_names(tables: Tables) -> dict[int, str]:
    """Return the schedulers of single queues."""
    found: dict[int, str] = {}
    for key, row in tables.get("QUEUE", {}).items():
        queue = key.rpartition("|")[2]
        if queue.isdigit() and row.get("scheduler"):
            found.setdefault(int(queue), str(row["scheduler"]))
    return found
