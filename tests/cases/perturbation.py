"""Every single value of a switch configuration, and another value in its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface

from fabric.device import Access, Secret, Trimming
from fabric.topology import Port, Role

OTHER = {
    "fec": {"rs": "fc", "none": "rs", "fc": "rs"},
    "action": {"drop": "forward"},
    "role": {Role.LEAF: Role.SPINE, Role.SPINE: Role.LEAF, Role.HOST: Role.SPINE},
    "group": {"SPINES": "CORES"},
    "groups": {("SPINES",): ("SPINES", "CORES")},
    "families": {("ipv4",): ("ipv4", "ipv6")},
    "fields": {("src-ip", "dst-ip", "protocol", "src-port", "dst-port"): ("src-ip", "dst-ip")},
    "speed_gbps": {400: 200},
    "key_m": {None: 40},
    "detect_ms": {400: 800},
    "restore_ms": {400: 800},
    "poll_ms": {200: 100},
    "release": {"5.16": "5.15"},
    "routing_mode": {"split-unified": "unified"},
    "adaptive": {"off": "flowlet"},
    "members": {(): (("0xb83fd20300001001", "full"),)},
}
"""Other values of fields that only know a few, by field."""
ABSENT = {
    "bandwidth_pct": 7,
    "rate_limit": "100G",
    "asn": 7,
    "vlan": 30,
    "loopback6": IPv6Address("2001:db8::1"),
    "address": IPv4Address("192.0.2.9"),
    "address6": IPv6Interface("2001:db8:1::1/127"),
    "gateway6": IPv6Interface("2001:db8:2::1/64"),
    "trimming": Trimming((0,), 512, 48, 6),
    "access": Access(30, IPv4Interface("192.0.2.1/24"), 9000),
}
"""Values in the place of None, by field."""


NO_VALUES = {"origins", "hardware", "asic"}
"""Fields that say why, and facts of the catalog about the model."""


def leaves(part, path=()):
    """Yield (path, value) of every single value below a part; origins are no values."""
    if is_dataclass(part) and not isinstance(part, Secret):
        for one in fields(part):
            if one.name not in NO_VALUES:
                yield from leaves(getattr(part, one.name), (*path, one.name))
    elif isinstance(part, Mapping):
        for key, value in part.items():
            yield from leaves(value, (*path, key))
    elif isinstance(part, tuple) and not isinstance(part, Port) and any(map(is_dataclass, part)):
        for index, value in enumerate(part):
            yield from leaves(value, (*path, index))
    else:
        yield path, part


def another(path, value):
    """Return another value that could stand in the place of a value."""
    name = next(part for part in reversed(path) if isinstance(part, str))
    if value in OTHER.get(name, {}):
        return OTHER[name][value]
    if value is None:
        return ABSENT.get(name, 4_096)
    return next(change(value) for kind, change in BY_TYPE if isinstance(value, kind))


def _another_tuple(value):
    if value and isinstance(value[0], IPv4Network):
        return (*value[:-1], IPv4Network("192.0.2.0/24"))
    first = value[0] if value else None
    if isinstance(first, tuple) and isinstance(first[0], IPv4Network):  # (network, shortest, longest)
        return ((IPv4Network("192.0.2.0/24"), *value[0][1:]), *value[1:])
    return value[:-1] or (("another",) if isinstance(first, str) else (1,))


BY_TYPE = (
    (bool, lambda value: not value),
    (int | float, lambda value: value + 1),
    (Secret, lambda _: Secret("env/ANOTHER")),
    (str, lambda value: f"{value}x"),
    (IPv4Interface, lambda value: IPv4Interface((int(value.ip) + 2, value.network.prefixlen))),
    (IPv4Address, lambda value: value + 1),
    (
        IPv4Network,
        lambda value: IPv4Network((int(value.network_address) + value.num_addresses, value.prefixlen)),
    ),
    (Port, lambda value: Port(value.cage + 20, value.lane, value.lanes)),
    (tuple, _another_tuple),
)
"""How a value becomes another one; the first kind that fits counts."""


def put(part, path, value):
    """Return a part with a value in the place of another."""
    if not path:
        return value
    head, *rest = path
    if isinstance(part, Mapping):
        return {**part, head: put(part[head], rest, value)}
    if isinstance(part, tuple):
        return (*part[:head], put(part[head], rest, value), *part[head + 1 :])
    return replace(part, **{head: put(getattr(part, head), rest, value)})
