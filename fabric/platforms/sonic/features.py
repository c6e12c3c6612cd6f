"""The feature of the intent that a path of SONiC belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.platforms.sonic import frr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.tree import Path

_TABLES: Mapping[str, tuple[str, ...]] = {
    "accounts": ("TACPLUS", "TACPLUS_SERVER", "AAA"),
    "services": ("NTP", "NTP_SERVER", "SYSLOG_SERVER", "DNS_NAMESERVER", "DNS_OPTIONS", "LLDP", "TELEMETRY",
                 "GNMI", "SNMP", "SNMP_COMMUNITY", "SNMP_USER", "SNMP_AGENT_ADDRESS_CONFIG",
                 "BANNER_MESSAGE", "ACL_TABLE", "ACL_RULE", "FLEX_COUNTER_TABLE"),
    "descriptions": ("DEVICE_NEIGHBOR", "DEVICE_NEIGHBOR_METADATA"),
    "ports": ("PORT", "VLAN", "VLAN_MEMBER"),
    "addresses": ("INTERFACE", "VLAN_INTERFACE", "LOOPBACK_INTERFACE"),
    "routing": (frr.ARTIFACT, "SWITCH_HASH", "ROUTE_MAP_SET", "ROUTE_MAP", "BGP_GLOBALS", "BGP_GLOBALS_AF",
                "BGP_GLOBALS_AF_NETWORK", "BGP_PEER_GROUP", "BGP_PEER_GROUP_AF", "BGP_NEIGHBOR"),
    "qos": ("DSCP_TO_TC_MAP", "TC_TO_QUEUE_MAP", "TC_TO_PRIORITY_GROUP_MAP", "MAP_PFC_PRIORITY_TO_QUEUE",
            "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", "SCHEDULER", "WRED_PROFILE", "PORT_QOS_MAP", "QUEUE",
            "PFC_WD", "SWITCH_TRIMMING"),
    "buffers": ("BUFFER_POOL", "BUFFER_PROFILE", "BUFFER_PG", "BUFFER_QUEUE", "CABLE_LENGTH",
                "BUFFER_PORT_INGRESS_PROFILE_LIST", "BUFFER_PORT_EGRESS_PROFILE_LIST",
                "DEFAULT_LOSSLESS_BUFFER_PARAMETER", "LOSSLESS_TRAFFIC_PATTERN"),
}  # fmt: skip
_FEATURE = {table: name for name, tables in _TABLES.items() for table in tables}
_FIELDS = {
    ("PORT", "description"): "descriptions",
    ("DEVICE_METADATA", "bgp_asn"): "routing",
    ("DEVICE_METADATA", "default_bgp_status"): "routing",
    ("DEVICE_METADATA", "docker_routing_config_mode"): "routing",
    ("DEVICE_METADATA", "frr_mgmt_framework_config"): "routing",
    ("DEVICE_METADATA", "suppress-fib-pending"): "routing",
    ("DEVICE_METADATA", "buffer_model"): "buffers",
    ("DEVICE_METADATA", "default_pfcwd_status"): "qos",
}
_ACCESS = frozenset(
    {"AAA", "TACPLUS", "TACPLUS_SERVER", "ACL_TABLE", "ACL_RULE", "SSH_SERVER", "PASSW_HARDENING",
     "MGMT_PORT", "MGMT_INTERFACE", "MGMT_VRF_CONFIG"}
)  # fmt: skip
"""Tables that decide who gets in, and by which way; our access lists are all of the control plane."""
_FIELD = 2
"""Place of the field in a path."""


def access(path: Path) -> bool:
    """Whether a path is of the way in."""
    return path[0] in _ACCESS


def feature(path: Path) -> str:
    """Return the feature, by the table and the field."""
    own = _FIELDS.get((path[0], path[_FIELD])) if len(path) > _FIELD else None
    return own or _FEATURE.get(path[0], "system")
