"""The tables of CONFIG_DB that the image makes FRR's file of, in mode `unified`.

What the image prints of them stands in `generated.py`. A network is a row of its own: ranges of a prefix list
have no key that the models of every release and the image's template read alike. Both ways need a route map:
the template never says `no bgp ebgp-requires-policy`.
"""

from __future__ import annotations

from ipaddress import ip_interface
from typing import TYPE_CHECKING

from fabric.catalog import port_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from ipaddress import IPv4Network, IPv6Network

    from fabric.device import Bgp, SwitchConfig, UnitConfig
    from fabric.platforms.sonic.rows import Row, Table

    Network = IPv4Network | IPv6Network

UNIFIED = "unified"
"""`docker_routing_config_mode` in which docker_init.sh has FRR's file made of CONFIG_DB."""
VRF = "default"
_ALL = "FABRIC-ALL"
_ADDRESSED = ("LOOPBACK_INTERFACE", "VLAN_INTERFACE", "INTERFACE")


def without(config: UnitConfig) -> frozenset[str]:
    """Return the artifact that a switch does not have whose image makes it of tables."""
    return frozenset({"frr.conf"}) if getattr(config, "routing_mode", "") == UNIFIED else frozenset()


def sessions(switch: SwitchConfig) -> tuple[tuple[str, str, int], ...]:
    """Return name, peer group and AS of each neighbour: by its address, or by the port that it is at."""
    return tuple(
        (str(one.address or port_name(switch.hardware, "sonic", one.port)), one.group, one.asn)
        for one in switch.bgp.neighbors
    )


def tables(switch: SwitchConfig, others: Mapping[str, Table]) -> dict[str, Table]:
    """Return the tables of routing; `others` hold the addresses. Empty where FRR reads a file of ours."""
    if switch.routing_mode != UNIFIED:
        return {}
    bgp = switch.bgp
    families = tuple((family, f"{family}_unicast") for family in bgp.families)
    return {
        "ROUTE_MAP_SET": {_ALL: {}},
        "ROUTE_MAP": {f"{_ALL}|10": {"route_operation": "permit"}},
        "BGP_GLOBALS": {VRF: _globals(bgp)},
        "BGP_GLOBALS_AF": {f"{VRF}|{af}": {"max_ebgp_paths": str(bgp.max_paths)} for _, af in families},
        "BGP_GLOBALS_AF_NETWORK": {
            f"{VRF}|ipv{network.version}_unicast|{network}": {} for network in _networks(bgp, others)
        },
        "BGP_PEER_GROUP": {f"{VRF}|{group}": _group(bgp) for group in bgp.groups},
        "BGP_PEER_GROUP_AF": {
            f"{VRF}|{group}|{af}": {"admin_status": "up", "route_map_in": [_ALL], "route_map_out": [_ALL]}
            for family, af in families
            for group in bgp.groups_in(family)
        },
        "BGP_NEIGHBOR": {
            f"{VRF}|{name}": {"asn": str(asn), "peer_group_name": group}
            for name, group, asn in sessions(switch)
        },
    }


def _globals(bgp: Bgp) -> Row:
    row: Row = {
        "local_asn": str(bgp.asn),
        "router_id": str(bgp.router_id),
        "log_nbr_state_changes": "true",
        "default_ipv4_unicast": "false",
        "load_balance_mp_relax": "true",
        "network_import_check": "true",
        # The template has no words for a prepended AS: it compares the text `set_repeat_asn` with a number.
        "graceful_shutdown": "true" if bgp.prepends else "false",
    }
    if bgp.graceful_restart_s:
        row |= {"graceful_restart_enable": "true", "gr_restart_time": str(bgp.graceful_restart_s)}
    return row


def _group(bgp: Bgp) -> Row:
    row: Row = {} if bgp.numbered else {"capability_ext_nexthop": "true"}
    return row if bgp.bfd is None else row | {"bfd": "true"}


def _networks(bgp: Bgp, others: Mapping[str, Table]) -> Iterator[Network]:
    """Yield the connected networks that are announced."""
    for key in (key for table in _ADDRESSED for key in others.get(table, {})):
        _, bar, address = key.partition("|")
        network = ip_interface(address).network if bar else None
        if network is not None and any(_within(network, *line) for line in bgp.advertised):
            yield network


def _within(network: Network, covering: Network, shortest: int, longest: int) -> bool:
    if network.version != covering.version or not shortest <= network.prefixlen <= longest:
        return False
    return (
        network.prefixlen >= covering.prefixlen
        and network.supernet(new_prefix=covering.prefixlen) == covering
    )
