"""What the image of a SONiC switch makes FRR read of the tables of CONFIG_DB that we write.

`docker_init.sh` has `sonic-cfggen` print `gen_frr.conf.j2` at each start of container `bgp`, where
`frr_mgmt_framework_config` is `true` and the file is not the user's (sonic-buildimage
src/sonic-frr-mgmt-framework/templates, read in September 2026). Said here anew, for the rows and fields of
`words_routing.py`: whoever asks what such a switch routes reads it as if it had the file.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from fabric.platforms.sonic import frr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Tables = Mapping[str, Mapping[str, Mapping[str, Any]]]

_OF_THE_USER = frozenset({"split", "split-unified"})
_FAMILIES = ("ipv4", "ipv6")


def makes(tables: Tables) -> bool:
    """Whether the image makes FRR's file of tables, with those of its management framework."""
    metadata = tables.get("DEVICE_METADATA", {}).get("localhost", {})
    own = metadata.get("docker_routing_config_mode") in _OF_THE_USER
    return not own and metadata.get("frr_mgmt_framework_config") == "true"


def lines(tables: Tables, artifacts: Mapping[str, str]) -> dict[tuple[str, ...], str]:
    """Return paths and values of what FRR runs: its own file, or the one that is made of tables."""
    text = generated(tables) if makes(tables) else artifacts.get(frr.ARTIFACT, "")
    return dict(frr.tree(text))


def generated(tables: Tables) -> str:
    """Return FRR's file as the image makes it."""
    hostname = tables.get("DEVICE_METADATA", {}).get("localhost", {}).get("hostname", "")
    return "".join(f"{line}\n" for line in (f"hostname {hostname}", *_maps(tables), *_bgp(tables)))


def _maps(tables: Tables) -> Iterator[str]:
    for key, row in tables.get("ROUTE_MAP", {}).items():
        name, _, number = key.partition("|")
        yield f"route-map {name} {row['route_operation']} {number}"
        yield "exit"


def _bgp(tables: Tables) -> Iterator[str]:
    row = tables.get("BGP_GLOBALS", {}).get("default", {})
    if "local_asn" not in row:
        return
    yield f"router bgp {row['local_asn']}"
    yield from _globals(row)
    for key, group in tables.get("BGP_PEER_GROUP", {}).items():
        name = _rest(key)
        yield f" neighbor {name} peer-group"
        yield from _peer(name, "", group)
    for key, neighbor in tables.get("BGP_NEIGHBOR", {}).items():
        if "|" in key:
            name = _rest(key)
            yield from _peer(name, "" if _is_address(name) else "interface ", neighbor)
    for family in _FAMILIES:
        yield f" address-family {family} unicast"
        yield from _family(tables, f"{family}_unicast")
        yield " exit-address-family"
    yield "exit"


_OF_GLOBALS = {
    "log_nbr_state_changes": " bgp log-neighbor-changes",
    "graceful_shutdown": " bgp graceful-shutdown",
    "load_balance_mp_relax": " bgp bestpath as-path multipath-relax",
    "network_import_check": " bgp network import-check",
}


def _globals(row: Mapping[str, Any]) -> Iterator[str]:
    if "router_id" in row:
        yield f" bgp router-id {row['router_id']}"
    yield f" {'' if row.get('default_ipv4_unicast') == 'true' else 'no '}bgp default ipv4-unicast"
    if "gr_restart_time" in row:
        yield f" bgp graceful-restart restart-time {row['gr_restart_time']}"
    if row.get("graceful_restart_enable") == "true":
        yield " bgp graceful-restart"
    yield from (line for field, line in _OF_GLOBALS.items() if row.get(field) == "true")


def _peer(name: str, interface: str, row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a neighbour or a peer group: `peer_type` goes before `asn`."""
    if remote := row.get("peer_type") or row.get("asn"):
        yield f" neighbor {name} {interface}remote-as {remote}"
    if "peer_group_name" in row:
        yield f" neighbor {name} {interface}peer-group {row['peer_group_name']}"
    if row.get("admin_status") == "down":
        yield f" neighbor {name} shutdown"
    if row.get("bfd") == "true":
        yield f" neighbor {name} bfd"
    if {"keepalive", "holdtime"} <= row.keys():
        yield f" neighbor {name} timers {row['keepalive']} {row['holdtime']}"
    if row.get("capability_ext_nexthop") == "true":
        yield f" neighbor {name} capability extended-nexthop"


def _family(tables: Tables, family: str) -> Iterator[str]:
    for key in tables.get("BGP_GLOBALS_AF_NETWORK", {}):
        _, own, network = key.split("|")
        if own == family:
            yield f"  network {network}"
    for table in ("BGP_PEER_GROUP_AF", "BGP_NEIGHBOR_AF"):
        for key, row in tables.get(table, {}).items():
            _, name, own = key.split("|")
            if own == family:
                yield from _active(name, row)
    paths = tables.get("BGP_GLOBALS_AF", {}).get(f"default|{family}", {}).get("max_ebgp_paths")
    if paths is not None:
        yield f"  maximum-paths {paths}"


def _active(name: str, row: Mapping[str, Any]) -> Iterator[str]:
    if "admin_status" in row:
        yield f"  {'' if row['admin_status'] == 'up' else 'no '}neighbor {name} activate"
    for way in ("in", "out"):
        for one in row.get(f"route_map_{way}", ()):
            yield f"  neighbor {name} route-map {one} {way}"


def _rest(key: str) -> str:
    return key.partition("|")[2]


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
