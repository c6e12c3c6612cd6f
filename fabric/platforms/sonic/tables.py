"""The tables of CONFIG_DB that are ours: fields, order of reference, and what changing them disturbs.

Sources: sonic-yang-models of 202405 to master; which tables GCU refuses or flaps a port for, see class notes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.platforms.form import ChangeClass as Class

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.tree import Path


@dataclass(frozen=True, slots=True)
class Table:
    """What we do with one table."""

    name: str
    change: Class = Class.TUNING
    add: Class = Class.ADDITIVE
    fields: Mapping[str, Class] = field(default_factory=dict)
    """Classes of fields that differ from the table's."""
    only: frozenset[str] = frozenset()
    """The fields that are ours; empty means all."""
    rows: frozenset[str] = frozenset()
    """The rows that are ours; empty means all."""
    prefix: str = ""
    """How the keys of our rows begin; empty means anyhow."""
    service: str = ""
    """The service that reads the table at its start alone, so that it is started again."""
    live: frozenset[str] = frozenset()
    """Fields that it does take while it runs."""
    owned: bool = True
    exclusive: bool = False
    """A row holds what only one may hold, so it is deleted before anything is loaded."""


_COSMETIC, _TUNING, _BUFFER, _RESTART = Class.COSMETIC, Class.TUNING, Class.BUFFER_REPROGRAM, Class.RESTART
_SESSIONS = Class.SESSION_RESET
ROUTING = "bgp"
"""The service whose start has all sessions of the switch begin anew, whatever port a row speaks of."""

METADATA = {
    "hostname": Class.IDENTITY,
    "bgp_asn": Class.IDENTITY,
    "type": _COSMETIC,
    "timezone": _COSMETIC,
    "buffer_model": _RESTART,
    "docker_routing_config_mode": _RESTART,
    "frr_mgmt_framework_config": _RESTART,
    "synchronous_mode": _RESTART,
    # orchagent reads it at its start alone; fpmsyncd, started again by itself, would wait for it in vain
    # (sonic-swss #4333, sonic-utilities #4361).
    "suppress-fib-pending": _RESTART,
    "default_bgp_status": _TUNING,
    "default_pfcwd_status": _TUNING,
}
COUNTERS = (
    "PORT", "PORT_BUFFER_DROP", "QUEUE", "QUEUE_WATERMARK", "PG_WATERMARK", "PG_DROP",
    "BUFFER_POOL_WATERMARK", "PFCWD", "WRED_ECN_QUEUE",
)  # fmt: skip
PORT = {
    "lanes": _RESTART, "alias": _COSMETIC, "index": _COSMETIC, "subport": _RESTART,
    "description": _COSMETIC, "mtu": _TUNING, "tpid": _TUNING, "pfc_asym": _TUNING,
    "speed": Class.LINK_FLAP, "autoneg": Class.LINK_FLAP, "fec": Class.LINK_FLAP,
    "admin_status": Class.LINK_FLAP,
}  # fmt: skip

TABLES = (
    # mac, platform and hwsku are the device's own; they are rendered for the first boot and never compared.
    Table("DEVICE_METADATA", fields=METADATA, only=frozenset(METADATA), rows=frozenset({"localhost"})),
    # The way in is laid by the first boot: changing it over itself cuts the session off.
    Table("MGMT_VRF_CONFIG", owned=False),
    Table("MGMT_PORT", owned=False),
    Table("MGMT_INTERFACE", owned=False),
    Table("NTP", _COSMETIC, only=frozenset({"admin_state", "dhcp", "vrf"})),
    Table("NTP_SERVER", _COSMETIC),
    Table("SYSLOG_SERVER", _COSMETIC),
    Table("DNS_NAMESERVER", _COSMETIC),
    Table("DNS_OPTIONS", _COSMETIC, rows=frozenset({"GLOBAL"}), only=frozenset({"search"})),
    Table("BANNER_MESSAGE", _COSMETIC, rows=frozenset({"global"}),
          only=frozenset({"state", "login", "motd"})),
    Table("TACPLUS", rows=frozenset({"global"}), only=frozenset({"auth_type", "passkey", "timeout"})),
    Table("TACPLUS_SERVER"),
    Table("AAA", rows=frozenset({"authentication", "authorization", "accounting"})),
    Table("SNMP", _COSMETIC, rows=frozenset({"CONTACT", "LOCATION"}), service="snmp"),
    Table("SNMP_COMMUNITY", service="snmp"),
    Table("SNMP_USER", service="snmp"),
    Table("SNMP_AGENT_ADDRESS_CONFIG", service="snmp"),
    Table("GNMI", rows=frozenset({"gnmi", "certs"}), service="gnmi"),
    # Lanes of a live port cannot change without a reload; a new or lost port is a new set of lanes.
    Table("PORT", _RESTART, _RESTART, fields=PORT, only=frozenset(PORT)),
    # Data-plane lists are not ours; of the control plane those whose names say so.
    Table("ACL_TABLE", prefix="FABRIC-"),
    Table("ACL_RULE", prefix="FABRIC-"),
    Table("VLAN", Class.SESSION_RESET),
    Table("VLAN_MEMBER", Class.SESSION_RESET, Class.SESSION_RESET, exclusive=True),
    Table("VLAN_INTERFACE", Class.SESSION_RESET, exclusive=True),
    Table("LOOPBACK_INTERFACE", Class.IDENTITY, Class.ADDITIVE, exclusive=True),
    Table("INTERFACE", Class.SESSION_RESET, Class.ADDITIVE, exclusive=True),
    # FRR's file is made of these when container `bgp` starts, and all sessions start anew; frrcfgd, which
    # follows them live, loses neighbours of new peer groups (sonic-buildimage #29397, #27723).
    Table("ROUTE_MAP_SET", prefix="FABRIC-"),
    Table("ROUTE_MAP", _SESSIONS, _SESSIONS, prefix="FABRIC-", service=ROUTING),
    Table("BGP_GLOBALS", _SESSIONS, _SESSIONS, fields={
              "graceful_shutdown": _TUNING, "local_asn": Class.IDENTITY, "router_id": Class.IDENTITY,
          },
          rows=frozenset({"default"}), service=ROUTING, live=frozenset({"graceful_shutdown"})),
    *(
        Table(f"BGP_{name}", _SESSIONS, _SESSIONS, prefix="default|", service=ROUTING)
        for name in ("GLOBALS_AF", "GLOBALS_AF_NETWORK", "PEER_GROUP", "PEER_GROUP_AF", "NEIGHBOR")
    ),
    Table("DEVICE_NEIGHBOR_METADATA", _COSMETIC),
    Table("DEVICE_NEIGHBOR", _COSMETIC),
    Table("LLDP", _COSMETIC, rows=frozenset({"GLOBAL"}),
          only=frozenset({"enabled", "hello_time", "multiplier"})),
    Table("SWITCH_HASH"),
    Table("DSCP_TO_TC_MAP", add=_TUNING),
    Table("TC_TO_QUEUE_MAP", add=_TUNING),
    Table("TC_TO_PRIORITY_GROUP_MAP", _BUFFER),
    Table("MAP_PFC_PRIORITY_TO_QUEUE", _BUFFER),
    Table("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", _BUFFER),
    Table("SCHEDULER"),
    Table("WRED_PROFILE"),
    # GCU refuses every change of a pool: only a reload installs one.
    Table("BUFFER_POOL", _RESTART, _RESTART),
    Table("SWITCH_TRIMMING", rows=frozenset({"GLOBAL"})),
    Table("BUFFER_PROFILE", _BUFFER),
    Table("DEFAULT_LOSSLESS_BUFFER_PARAMETER", _BUFFER, _BUFFER),
    Table("LOSSLESS_TRAFFIC_PATTERN", _BUFFER, _BUFFER),
    Table("CABLE_LENGTH", _BUFFER, _BUFFER),
    # GCU takes a port down and up again for these; merged they are expected to be quiet, qualified per ASIC.
    Table("PORT_QOS_MAP", _BUFFER, _BUFFER),
    Table("QUEUE", _BUFFER, _BUFFER),
    # Keys are ranges: a row that goes takes the profile of all in its range, of overlapping new rows too.
    Table("BUFFER_PG", _BUFFER, _BUFFER, exclusive=True),
    Table("BUFFER_QUEUE", _BUFFER, _BUFFER, exclusive=True),
    Table("BUFFER_PORT_INGRESS_PROFILE_LIST", _BUFFER, _BUFFER),
    Table("BUFFER_PORT_EGRESS_PROFILE_LIST", _BUFFER, _BUFFER),
    Table("PFC_WD"),
    Table("FLEX_COUNTER_TABLE", _COSMETIC, _COSMETIC, rows=frozenset(COUNTERS),
          only=frozenset({"FLEX_COUNTER_STATUS"})),
)  # fmt: skip
"""In the order of reference: what a row refers to stands in a table before it."""

TABLE = {table.name: table for table in TABLES}
ORDER = {table.name: place for place, table in enumerate(TABLES)}


def service(path: Path) -> str:
    """Return the service that a change of a path starts again; empty for none."""
    table = TABLE[path[0]]
    return "" if path[-1] in table.live and len(path) == _OF_FIELD else table.service


_OF_FIELD = 3
"""Length of the path of a field."""
DELIMITED_SETS = frozenset({("PORT_QOS_MAP", "pfc_enable"), ("PORT_QOS_MAP", "pfcwd_sw_enable")})
"""Fields that hold a set as one string with commas. JSON lists are sets too; the rest are scalars."""
DEFAULTS = {("DEVICE_METADATA", "timezone"): "UTC"}
"""Fields of which one value says nothing: the image has it from its first boot on."""
SECRETS = frozenset(
    {
        ("TACPLUS", "passkey"),
        ("TACPLUS_SERVER", "passkey"),
        ("SNMP_USER", "SNMP_USER_AUTH_PASSWORD"),
        ("SNMP_USER", "SNMP_USER_ENCRYPTION_PASSWORD"),
    }
)
"""Fields the device may store encrypted (`key_encrypt`), so that only their presence is compared."""
SECRET_KEYS = frozenset({"SNMP_COMMUNITY"})
"""Tables whose keys are secrets."""
