"""Tables that make a SONiC switch manageable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import release_key
from fabric.platforms.sonic.tables import COUNTERS
from fabric.platforms.sonic.words_routing import UNIFIED
from fabric.topology.model import Role

if TYPE_CHECKING:
    from fabric.device import SwitchConfig
    from fabric.platforms.sonic.rows import Row, Table

_TYPES = {Role.LEAF: "ToRRouter", Role.SPINE: "LeafRouter", Role.CORE: "SpineRouter"}
"""SONiC counts tiers from the top of rack."""
_BACK_END = "BackEnd"
"""Begins the types of a fabric that carries RDMA."""
_BACK_END_SPINES = "202511"
"""First release that knows `BackEndSpineRouter` (sonic-device_metadata.yang)."""
DYNAMIC = "spectrum"
"""ASICs on which SONiC sizes buffers itself, also where nobody asks for classes."""
HASH = {
    "src-ip": "SRC_IP",
    "dst-ip": "DST_IP",
    "protocol": "IP_PROTOCOL",
    "src-port": "L4_SRC_PORT",
    "dst-port": "L4_DST_PORT",
}


def device_type(switch: SwitchConfig, role: Role) -> str:
    """Return SONiC's word for a role in the fabric of a switch."""
    if role not in _TYPES:
        return "Server"
    lossless = switch.qos is not None and bool(switch.qos.lossless)
    known = role is not Role.CORE or release_key(switch.release) >= release_key(_BACK_END_SPINES)
    return _BACK_END + _TYPES[role] if lossless and known else _TYPES[role]


def tables(switch: SwitchConfig) -> dict[str, Table]:
    """Return the tables of identity, management and services."""
    system = switch.system
    return {
        "DEVICE_METADATA": {"localhost": _metadata(switch)},
        "MGMT_VRF_CONFIG": {"vrf_global": {"mgmtVrfEnabled": "true"}},
        **_management(switch),
        "NTP": {"global": {"admin_state": "enabled", "dhcp": "disabled", "vrf": "mgmt"}}
        if system.ntp
        else {},
        "NTP_SERVER": {
            str(server): {"association_type": "server", "iburst": "on", "resolve_as": str(server)}
            for server in system.ntp
        },
        "SYSLOG_SERVER": {str(server): {"vrf": "mgmt"} for server in system.syslog},
        "DNS_NAMESERVER": {str(server): {} for server in system.dns},
        "DNS_OPTIONS": _search_domain(switch),
        "BANNER_MESSAGE": _banner(switch),
        **_tacacs(switch),
        "LLDP": {
            "GLOBAL": {
                "enabled": "true",
                "hello_time": str(switch.lldp.interval_s),
                "multiplier": str(switch.lldp.hold_multiplier),
            }
        },
        "SWITCH_HASH": {"GLOBAL": {"ecmp_hash": [HASH[one] for one in switch.ecmp.fields if one in HASH]}},
        "FLEX_COUNTER_TABLE": {group: {"FLEX_COUNTER_STATUS": "enable"} for group in COUNTERS},
    }


def _search_domain(switch: SwitchConfig) -> Table:
    """Return the search domain: modelled from 202511 on, and only beside a name server (sonic-dns.yang)."""
    if not switch.system.dns or release_key(switch.release) < release_key("202511"):
        return {}
    return {"GLOBAL": {"search": [switch.system.domain]}}


def _banner(switch: SwitchConfig) -> Table:
    login, motd = switch.system.login_banner, switch.system.motd_banner
    if not login and not motd:
        return {}
    # Both: init_cfg.json of the image has words of its own for either.
    return {"global": {"state": "enabled", "login": "\n".join(login), "motd": "\n".join(motd)}}


def waits_for_install(release: str) -> bool:
    """Whether routes wait for the ASIC before they are advertised: modelled from 202411 on."""
    return release_key(release) >= release_key("202411")


def _metadata(switch: SwitchConfig) -> Row:
    dynamic = switch.qos.buffers.computed_by_device if switch.qos else switch.asic.family == DYNAMIC
    row: Row = {
        "hostname": switch.system.hostname,
        "bgp_asn": str(switch.bgp.asn),
        "type": device_type(switch, switch.role),
        "hwsku": switch.hwsku,
        "buffer_model": "dynamic" if dynamic else "traditional",
        "docker_routing_config_mode": switch.routing_mode,
        "default_bgp_status": "up",
        "default_pfcwd_status": "disable",
        "synchronous_mode": "enable",
    }
    if switch.routing_mode != UNIFIED and waits_for_install(switch.release):
        row["suppress-fib-pending"] = "enabled"  # no table of frrcfgd's says it to FRR (#24619)
    if switch.routing_mode == UNIFIED or switch.bgp.bfd is not None:
        # supervisord starts bfdd under this switch alone (dockers/docker-fpm-frr, 202405 to master).
        row["frr_mgmt_framework_config"] = "true"
    if switch.system.timezone:
        row["timezone"] = switch.system.timezone
    if switch.hardware.sonic is not None:
        row["platform"] = switch.hardware.sonic.platform
    if switch.mac:
        row["mac"] = switch.mac
    return row


def _management(switch: SwitchConfig) -> dict[str, Table]:
    port = switch.system.management
    if port is None:
        return {}
    return {
        "MGMT_PORT": {"eth0": {"admin_status": "up", "alias": "eth0"}},
        "MGMT_INTERFACE": {f"eth0|{port.address}": {"gwaddr": str(port.gateway)}},
    }


def _tacacs(switch: SwitchConfig) -> dict[str, Table]:
    tacacs = switch.system.tacacs
    if tacacs is None:
        return {}
    return {
        "TACPLUS": {"global": {"auth_type": "pap", "passkey": str(tacacs.key), "timeout": "5"}},
        "TACPLUS_SERVER": {
            str(server): {"priority": str(place), "tcp_port": "49", "timeout": "5", "vrf": "mgmt"}
            for place, server in enumerate(tacacs.servers, start=1)
        },
        "AAA": {
            "authentication": {"login": "tacacs+,local", "failthrough": "True"},
            "accounting": {"login": "tacacs+,local"},
            **({"authorization": {"login": "tacacs+,local"}} if tacacs.authorize_commands else {}),
        },
    }
