"""NVUE's words for a switch: what the templates print beside the device itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from fabric.catalog import port_name
from fabric.catalog.ports import cages_of
from fabric.core.diagnostic import FabricError, error
from fabric.core.names import listing
from fabric.device import SwitchConfig
from fabric.platforms.block_yaml import scalar
from fabric.platforms.cumulus.qos import DEFAULT_PROFILE, qos_words
from fabric.platforms.cumulus.trimming import trimming
from fabric.platforms.cumulus.words_management import words as management_words
from fabric.platforms.nvue.dialect import dialect_of, version
from fabric.platforms.nvue.policy import carried, policies

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from ipaddress import IPv4Address, IPv6Address

    from fabric.catalog import Switch
    from fabric.device import Interface, UnitConfig
    from fabric.platforms.cumulus.qos import QosWords
    from fabric.platforms.nvue.dialect import Dialect
    from fabric.topology.model import Port

    Addresses = tuple[tuple[str, tuple[str, ...]], ...]
    """(key, addresses with prefix length)."""

_SPEEDS = {
    1: "1G",
    10: "10G",
    25: "25G",
    40: "40G",
    50: "50G",
    100: "100G",
    200: "200G",
    400: "400G",
    800: "800G",
}
"""`link.speed` by Gb/s. No release up to 5.18 has a word for 1.6T."""
_TWISTED_PAIR = "RJ45"
_FEC = {"rs": "rs", "fc": "baser", "none": "'off'"}
HASH = {
    "src-ip": "source-ip",
    "dst-ip": "destination-ip",
    "protocol": "ip-protocol",
    "src-port": "source-port",
    "dst-port": "destination-port",
}
_CARRIED = ("cumulus", "'*'")
"""The account NVUE deletes when a replace leaves it out; `*` leaves its password alone (docs, NVUE CLI)."""


@dataclass(frozen=True, slots=True)
class Swp:
    """A front-panel port in NVUE's words; texts are YAML scalars."""

    name: str
    description: str
    mtu: int
    speed: str
    fec: str
    negotiates: bool
    """1000BASE-T does not link without (IEEE 802.3 clause 40.5.1)."""
    addresses: Addresses
    """Empty on an unnumbered port."""
    vlan: int | None
    """Of a bridged port."""
    qos: tuple[tuple[str, str, str], ...]
    """(feature, key, value) below `qos`."""


def context(config: UnitConfig) -> Mapping[str, object]:
    """Return the words of a switch. Raises FabricError for what NVUE has no word for."""
    if not isinstance(config, SwitchConfig):
        raise TypeError(f"`{config.name}` is no switch")
    dialect = dialect_of(config.release)
    names = {port.port: port_name(config.hardware, "cumulus", port.port) for port in config.interfaces}
    qos = None if config.qos is None else qos_words(config.qos, config.interfaces)
    return {
        **management_words(config),
        "dialect": dialect,
        "header_model": config.hardware.model.partition("/")[0],
        "header_version": "{}.{}.{}".format(*version(config.release)),
        "accounts": _accounts(config),
        "hash_fields": _hash_fields(config, dialect),
        "breakouts": _breakouts(config),
        "swps": tuple(_swp(port, names[port.port], config, dialect, qos) for port in config.interfaces),
        "neighbors": tuple(
            (str(n.address or names[n.port]), n.group, n.asn, scalar(n.peer)) for n in config.bgp.neighbors
        ),
        "groups": tuple(carried(config.bgp)),
        "spread": tuple(dict.fromkeys(names[n.port] for n in config.bgp.neighbors))
        if config.ecmp.adaptive == "per-packet"
        else (),
        "max_paths": min(config.bgp.max_paths, dialect.most_paths),
        "loopbacks": _addresses(dialect, *map(_whole, (config.loopback, config.loopback6))),
        "gateways": _addresses(dialect, config.access.gateway, config.access.gateway6)
        if config.access
        else (),
        "policies": tuple(policies(config.bgp)),
        "qos": qos,
        "trimming": trimming(config),
    }  # fmt: skip


def _addresses(dialect: Dialect, four: object, six: object) -> Addresses:
    """Return addresses by the key that holds them: releases before 5.15 have one for both families."""
    found: dict[str, tuple[str, ...]] = {}
    for key, address in ((dialect.ipv4, four), (dialect.ipv6, six)):
        if address is not None:
            found[key] = (*found.get(key, ()), str(address))
    return tuple(found.items())


def _whole(address: IPv4Address | IPv6Address | None) -> str | None:
    return None if address is None else f"{address}/{address.max_prefixlen}"


def _accounts(config: SwitchConfig) -> tuple[tuple[str, str], ...]:
    """Return (name, hashed password) of every local account, the factory's own always among them."""
    given = {user.name: scalar(str(user.password)) for user in config.system.users}
    return tuple({_CARRIED[0]: _CARRIED[1], **given}.items())


def _hash_fields(config: SwitchConfig, dialect: Dialect) -> tuple[tuple[str, str], ...]:
    return tuple(
        (word, dialect.on if field in config.ecmp.fields else dialect.off) for field, word in HASH.items()
    )


def _breakouts(config: SwitchConfig) -> tuple[tuple[str, str], ...]:
    """Return (cage, mode) of every split cage. Raises FabricError for a cage split unevenly."""
    modes: dict[int, set[int]] = {}
    for port in config.interfaces:
        modes.setdefault(port.port.cage, set()).add(ways(config.hardware, port.port))
    if uneven := [str(cage) for cage, found in modes.items() if len(found) > 1]:
        raise FabricError(
            error(
                "CUM-001",
                f"`{config.name}` splits cages {listing(uneven)} unevenly, and NVUE splits a cage evenly",
                hint="give all ports of a cage the same number of lanes",
            )
        )
    return tuple((f"swp{cage}", f"{min(found)}x") for cage, found in modes.items() if min(found) > 1)


@lru_cache(maxsize=4096)
def ways(hardware: Switch, port: Port) -> int:
    """Return into how many ports the cage of a port is split."""
    return cages_of(hardware, port).lanes // port.lanes


def _swp(port: Interface, name: str, config: SwitchConfig, dialect: Dialect, qos: QosWords | None) -> Swp:
    if port.speed_gbps not in _SPEEDS:
        raise FabricError(
            error(
                "CUM-002",
                f"NVUE has no word for {port.speed_gbps} Gb/s, which `{config.name}` `{name}` is to run at",
                hint=f"it has {', '.join(_SPEEDS.values())}",
            )
        )
    return Swp(
        name=name,
        description=port.description and scalar(port.description),
        mtu=port.mtu,
        speed=_SPEEDS[port.speed_gbps],
        fec=_FEC[port.fec],
        negotiates=cages_of(config.hardware, port.port).form_factor == _TWISTED_PAIR,
        addresses=_addresses(dialect, port.address, port.address6),
        vlan=port.vlan,
        qos=() if qos is None else tuple(_port_qos(port, qos)),
    )


def _port_qos(port: Interface, qos: QosWords) -> Iterator[tuple[str, str, str]]:
    """Yield the settings of a port. The watchdog wants `enable`, not `enabled`, in every release, and PFC."""
    if port.lossless and qos.watchdog:
        yield "pfc-watchdog", "state", "enable"
    if not port.lossless and qos.lossy_profile:
        yield "pfc", "profile", qos.lossy_profile
    if (profile := qos.ecn_profile_of[port.speed_gbps]) != DEFAULT_PROFILE:
        yield "congestion-control", "profile", profile
