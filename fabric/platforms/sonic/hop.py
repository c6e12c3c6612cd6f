"""What `config_db.json` and `frr.conf` do with packets, read back from their text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Interface, IPv6Interface, ip_interface
from typing import TYPE_CHECKING

from fabric.device.hop import NOWHERE, Hop, Marks, PortHop, Storm, Treatment, Trim, far_address
from fabric.platforms.sonic import generated, hop_routing
from fabric.platforms.sonic.parse import ARTIFACT
from fabric.platforms.sonic.words_system import HASH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.platforms.sonic.rows import Row, Table

_OF_PORTS = (
    *("BUFFER_PG", "BUFFER_QUEUE", "BUFFER_PORT_INGRESS_PROFILE_LIST", "BUFFER_PORT_EGRESS_PROFILE_LIST"),
    *("QUEUE", "PORT_QOS_MAP", "PFC_WD", "CABLE_LENGTH", "PORT", "INTERFACE"),
)
"""Tables with rows of single ports: read into these."""
_OF_ONE_SWITCH = frozenset(
    {
        *("LOOPBACK_INTERFACE", "DEVICE_NEIGHBOR", "DEVICE_NEIGHBOR_METADATA", "MGMT_INTERFACE"),
        "SNMP_AGENT_ADDRESS_CONFIG",
        # Read as the lines that are made of them.
        *("BGP_GLOBALS", "BGP_GLOBALS_AF", "BGP_GLOBALS_AF_NETWORK", "BGP_PEER_GROUP", "BGP_PEER_GROUP_AF"),
        "BGP_NEIGHBOR",
    }
)
_OWN_METADATA = frozenset({"hostname", "mac", "bgp_asn"})
_OWN_FIELDS = frozenset({"description", "alias", "index", "lanes", "subport"})
"""Fields of a port that no other port of its switch has."""
_MTU = 9100
"""SONiC's own, where a row leaves it out."""


@dataclass(frozen=True, slots=True)
class _Read:
    """CONFIG_DB, and the rows of each port by table."""

    tables: Mapping[str, Table]
    rows: Mapping[str, Mapping[tuple[str, str], Row]]
    """Port to (table, rest of the key) to row."""

    def map(self, table: str, name: str, size: int) -> tuple[int, ...]:
        """Return a map as a tuple; `NOWHERE` where it has no entry."""
        row = self.tables.get(table, {}).get(name, {})
        return tuple(_number(row, str(key), NOWHERE) for key in range(size))


def hop(artifacts: Mapping[str, str]) -> Hop:
    """Return what a configuration does with packets. Raises ValueError for a value that is none."""
    tables: dict[str, Table] = json.loads(artifacts[ARTIFACT])
    lines = generated.lines(tables, artifacts)
    read = _Read(tables, _by_port(tables))
    sessions = hop_routing.sessions(lines)
    router_id = lines.get(("frr.conf", "router bgp", "bgp router-id"))
    paths = lines.get(("frr.conf", "router bgp", "address-family ipv4 unicast", "maximum-paths"))
    asn = lines.get(("frr.conf", "router bgp"))
    return Hop(
        ports={
            name: _port(read, name, sessions)
            for name, row in tables.get("PORT", {}).items()
            if row.get("admin_status") == "up"
        },
        asn=int(asn) if asn else None,
        router_id=IPv4Address(router_id) if router_id else None,
        max_paths=int(paths) if paths else None,
        advertised=tuple(hop_routing.advertised(lines)),
        hash_fields=_hash_fields(tables),
        pools=_pools(tables),
        settings=dict(_settings(tables)) | hop_routing.policy(lines),
    )


def _pools(tables: Mapping[str, Table]) -> tuple[int | None, ...] | None:
    """Return the sizes of the traditional buffer model; None in the dynamic one, which has no fixed pool."""
    pools = tables.get("BUFFER_POOL", {})
    ingress, egress = (pools.get(f"{side}_lossless_pool", {}) for side in ("ingress", "egress"))
    if "size" not in ingress:
        return None
    headroom = _number(ingress, "xoff", 0) or None
    return _number(ingress, "size", 0), headroom, _number(egress, "size", 0)


def _hash_fields(tables: Mapping[str, Table]) -> frozenset[str] | None:
    fields = tables.get("SWITCH_HASH", {}).get("GLOBAL", {}).get("ecmp_hash")
    words = {theirs: ours for ours, theirs in HASH.items()}
    return None if fields is None else frozenset(words.get(field, field) for field in fields)


def _number(row: Row, field: str, default: int) -> int:
    """Return a field as a number. Raises ValueError when it is none."""
    return int(str(row[field])) if field in row else default


def _by_port(tables: Mapping[str, Table]) -> dict[str, dict[tuple[str, str], Row]]:
    found: dict[str, dict[tuple[str, str], Row]] = {}
    for table in _OF_PORTS:
        for key, row in tables.get(table, {}).items():
            name, _, rest = key.partition("|")
            found.setdefault(name, {})[table, rest] = row
    for name, length in tables.get("CABLE_LENGTH", {}).get("AZURE", {}).items():
        found.setdefault(name, {})["CABLE_LENGTH", ""] = {"length": length}
    return found


def _port(read: _Read, name: str, sessions: Mapping[str, int]) -> PortHop:
    rows = read.rows.get(name, {})
    port = rows["PORT", ""]
    addresses = [ip_interface(rest) for table, rest in rows if table == "INTERFACE" and rest]
    address = next((one for one in addresses if isinstance(one, IPv4Interface)), None)
    address6 = next((one for one in addresses if isinstance(one, IPv6Interface)), None)
    length = str(rows.get(("CABLE_LENGTH", ""), {}).get("length", "")).removesuffix("m")
    return PortHop(
        mtu=_number(port, "mtu", _MTU),
        speed_gbps=_number(port, "speed", 0) // 1000,
        fec=str(port.get("fec", "")),
        treatment=_treatment(read, name) if ("PORT_QOS_MAP", "") in rows else None,
        cable_m=int(length) if length else None,
        remote_asn=sessions.get(name) or sessions.get(far_address(address)),
        remote_asn6=sessions.get(far_address(address6)),
        address=address,
        address6=address6,
        settings=frozenset(_port_settings(rows, port)),
    )


def _port_settings(rows: Mapping[tuple[str, str], Row], port: Row) -> Iterator[tuple[str, str]]:
    for (table, rest), row in rows.items():
        if table == "INTERFACE" and rest:
            continue  # an address
        for field, value in row.items():
            if not (table == "PORT" and field in _OWN_FIELDS):
                yield f"{table} {rest} {field}", str(value)
    yield "lanes", str(len(str(port.get("lanes", "")).split(",")))


def _treatment(read: _Read, name: str) -> Treatment:
    binding = read.rows[name]["PORT_QOS_MAP", ""]
    queues = {int(rest): row for (table, rest), row in read.rows[name].items() if table == "QUEUE"}
    schedulers = {
        number: read.tables.get("SCHEDULER", {}).get(str(row.get("scheduler")), {})
        for number, row in sorted(queues.items())
    }
    pauses = frozenset(int(text) for text in str(binding.get("pfc_enable", "")).split(",") if text)
    watched = frozenset(int(text) for text in str(binding.get("pfcwd_sw_enable", "")).split(",") if text)
    return Treatment(
        trusts_dscp="dscp_to_tc_map" in binding,
        dscp_to_class=read.map("DSCP_TO_TC_MAP", str(binding.get("dscp_to_tc_map")), 64),
        class_to_queue=read.map("TC_TO_QUEUE_MAP", str(binding.get("tc_to_queue_map")), 8),
        class_to_group=read.map("TC_TO_PRIORITY_GROUP_MAP", str(binding.get("tc_to_pg_map")), 8),
        pause_to_queue=read.map("MAP_PFC_PRIORITY_TO_QUEUE", str(binding.get("pfc_to_queue_map")), 8),
        pauses=pauses,
        strict=frozenset(n for n, row in schedulers.items() if row.get("type") == "STRICT"),
        shares=tuple((n, _number(row, "weight", 0)) for n, row in schedulers.items() if "weight" in row),
        marks=tuple(_marks(read, queues)),
        storm=_storm(read, name) if watched and watched == pauses else None,
        trims=tuple(sorted(_trims(read, name))),
    )


def _marks(read: _Read, queues: Mapping[int, Row]) -> Iterator[tuple[int, Marks]]:
    for number, row in sorted(queues.items()):
        profile = read.tables.get("WRED_PROFILE", {}).get(str(row.get("wred_profile")))
        if (
            profile
            and profile.get("ecn") in {"ecn_all", "ecn_green"}
            and profile.get("wred_green_enable") == "true"
        ):
            words = ("green_min_threshold", "green_max_threshold", "green_drop_probability")
            yield number, Marks(*(_number(profile, word, NOWHERE) for word in words))


def _trims(read: _Read, name: str) -> Iterator[tuple[int, Trim]]:
    """Yield the queues whose profile cuts; none does before the switch knows to what and for which queue."""
    row = read.tables.get("SWITCH_TRIMMING", {}).get("GLOBAL")
    if row is None:
        return
    left = Trim(*(_plain(row, word) for word in ("size", "dscp_value", "queue_index")))
    for (table, rest), fields in read.rows[name].items():
        profile = read.tables.get("BUFFER_PROFILE", {}).get(str(fields.get("profile")), {})
        if table == "BUFFER_QUEUE" and profile.get("packet_discard_action") == "trim":
            first, _, last = rest.partition("-")
            yield from ((queue, left) for queue in range(int(first), int(last or first) + 1))


def _plain(row: Row, field: str) -> int:
    """Return a number; what the switch looks up instead (`dynamic`, `from-tc`) is nowhere here."""
    return int(str(row[field])) if str(row.get(field, "")).isdigit() else NOWHERE


def _storm(read: _Read, name: str) -> Storm | None:
    row = read.rows[name].get(("PFC_WD", ""))
    poll = read.tables.get("PFC_WD", {}).get("GLOBAL", {})
    if row is None or "POLL_INTERVAL" not in poll:
        return None
    return Storm(
        detect_ms=_number(row, "detection_time", NOWHERE),
        poll_ms=_number(poll, "POLL_INTERVAL", NOWHERE),
        restore_ms=_number(row, "restoration_time", NOWHERE),
        action=str(row["action"]),
    )


def _settings(tables: Mapping[str, Table]) -> Iterator[tuple[str, str]]:
    for table, rows in tables.items():
        if table in _OF_ONE_SWITCH:
            continue
        for key, row in rows.items():
            if table in _OF_PORTS and key.startswith(("Ethernet", "AZURE")):
                continue
            if table == "ACL_RULE" and "IN_PORTS" in row:
                continue
            for field, value in row.items():
                if not (table == "DEVICE_METADATA" and field in _OWN_METADATA):
                    yield f"{table} / {key} / {field}", str(value)
