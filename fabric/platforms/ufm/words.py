"""The subnet manager's words: what the templates print beside the configuration itself."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error, refuse
from fabric.core.names import listing
from fabric.device import Partition, SubnetManagerConfig
from fabric.platforms.ufm.lanes import lane_words
from fabric.platforms.ufm.torus import torus_words
from fabric.topology.model import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.core.diagnostic import Diagnostic
    from fabric.device import IbNode, UnitConfig

CONFIGURATION = "/opt/ufm/files/conf/opensm"
"""Where UFM keeps the files of its OpenSM (ufm_sdk_3.0, ufm-state-mirror)."""
TORUS_FILE = "torus-2QoS.conf"
DEFAULT_PKEY = 0x7FFF
FIRST_PKEY, LAST_PKEY = 0x1, 0x7FFE
"""Partitions that a user may make; the default one is not among them."""
RATES = (
    "2.5G", "10G", "30G", "5G", "20G", "40G", "60G", "80G", "120G", "14G", "56G", "112G", "168G", "25G",
    "100G", "200G", "300G",
)  # fmt: skip
"""In the order of their codes (IBTA; linux-rdma `iba/ib_types.h`, IB_PATH_RECORD_RATE_2_5_GBS and on)."""
_FIRST_RATE = 2
_MTU_CODES = {2048: 4, 4096: 5}
_KB = 1024
_ADAPTERS = (Role.HOST, Role.MANAGER)
_GUID_DIGITS = 16


def context(config: UnitConfig) -> Mapping[str, object]:
    """Return the words of a subnet manager. Raises FabricError for what OpenSM would swallow."""
    if not isinstance(config, SubnetManagerConfig):
        raise TypeError(f"`{config.name}` is no subnet manager")
    nodes = {node.name: node for node in config.nodes}
    if strangers := sorted({name for a, _, b, _ in config.links for name in (a, b)} - nodes.keys()):
        # A line of the static topology with a wrong peer makes OpenSM malfunction.
        raise FabricError(
            error("UFM-001", f"links of `{config.name}` name {listing(strangers)}, unknown to it")
        )
    partitions = _partitions(config)
    return {
        "folder": CONFIGURATION,
        "partitions": tuple(_statement(partition) for partition in partitions),
        "service_level_of": tuple((f"0x{p.pkey:04x}", p.service_level) for p in partitions[1:]),
        "default_level": partitions[0].service_level,
        "lanes": lane_words(config.service_levels),
        "torus": torus_words(config.torus, config.service_levels, lambda name: _guid(nodes[name].guid)),
        "roots": tuple(sorted(_guid(node.guid) for node in config.roots)),
        "cabling": tuple(_cabling(config, nodes)),
        "link_ends": tuple(_link_ends(config, nodes)),
        "rest": _rest(config, partitions),
    }


def without(config: UnitConfig) -> frozenset[str]:
    """Return the files that a subnet manager does not have: only a torus is described to its engine."""
    grid = isinstance(config, SubnetManagerConfig) and config.torus is not None
    return frozenset() if grid else frozenset((TORUS_FILE,))


def _guid(text: str) -> str:
    """Return a GUID as OpenSM's files have it. Raises FabricError for what is none."""
    digits = text.lower().removeprefix("0x").replace(":", "")
    if not digits or len(digits) > _GUID_DIGITS or set(digits) - set("0123456789abcdef"):
        hint = "give the GUIDs of switches and adapters in the inventory"
        raise FabricError(
            error("UFM-002", f"`{text}` is no GUID" if text else "a node has no GUID", hint=hint)
        )
    return f"0x{digits.zfill(_GUID_DIGITS)}"


def _partitions(config: SubnetManagerConfig) -> tuple[Partition, ...]:
    """Return the partitions by key, the default one first.

    Limited members do not hear each other: right for tenants, and wrong where there is no other partition.
    Without a Default rule OpenSM 3.3.23 makes hosts limited members; without the file, full members of all.
    """
    known = {partition.pkey: partition for partition in config.partitions}
    default = known.pop(DEFAULT_PKEY, None) or Partition(
        "Default",
        DEFAULT_PKEY,
        ipoib=True,
        membership="limited" if known else "full",
        service_level=0,
        members=(),
    )
    refuse(_misfits(config, (default, *known.values())))
    return (default, *(known[pkey] for pkey in sorted(known)))


def _misfits(config: SubnetManagerConfig, partitions: tuple[Partition, ...]) -> Iterator[Diagnostic]:
    """Yield what OpenSM would take without a word."""
    ports = {_guid(node.guid) for node in config.nodes if node.role in _ADAPTERS}
    for partition in partitions:
        if strangers := sorted({_guid(guid) for guid, _ in partition.members} - ports):
            yield error(
                "UFM-003",
                f"partition `{partition.name}` has members {listing(strangers)} that have no port here",
            )
        if not FIRST_PKEY <= partition.pkey <= DEFAULT_PKEY:
            span = f"0x{FIRST_PKEY:x}-0x{LAST_PKEY:x}"
            yield error("UFM-004", f"partition `{partition.name}` has a key outside {span}")


def _statement(partition: Partition) -> tuple[str, str, str, tuple[tuple[str, str], ...]]:
    """Return (name, key, flags, members) of a statement of partitions.conf."""
    first = ["indx0"] if partition.index0 else []
    flags = [*first, *(["ipoib"] if partition.ipoib else []), *_limits(partition)]
    flags.append(f"sl={partition.service_level}")
    flags.append(f"defmember={partition.membership}")
    members: tuple[tuple[str, str], ...] = tuple((_guid(guid), kind) for guid, kind in partition.members)
    if not members:
        members = (("ALL", partition.membership),)
    if partition.pkey == DEFAULT_PKEY:
        members = (*members, ("ALL_SWITCHES", "full"), ("SELF", "full"))
    return partition.name, f"0x{partition.pkey:04x}", ", ".join(flags), members


def _limits(partition: Partition) -> Iterator[str]:
    """Yield what multicast groups of a partition may do, in codes of IBTA."""
    if partition.rate_limit:
        yield f"rate={RATES.index(partition.rate_limit) + _FIRST_RATE}"
    if partition.mtu_limit:
        yield f"mtu={_MTU_CODES[partition.mtu_limit]}"


def _cabling(
    config: SubnetManagerConfig, nodes: Mapping[str, IbNode]
) -> Iterator[tuple[str, str, tuple[tuple[int, str, str, int], ...]]]:
    """Yield (type, name, ((port, type, name, port) of each cable)) for every switch."""
    far: defaultdict[str, list[tuple[int, str, str, int]]] = defaultdict(list)
    for a, port_a, b, port_b in config.links:
        far[a].append((port_a, _type(nodes[b]), _word(b), port_b))
        far[b].append((port_b, _type(nodes[a]), _word(a), port_a))
    for node in config.nodes:
        if node.role not in _ADAPTERS:
            yield _type(node), _word(node.name), tuple(sorted(far[node.name]))


def _word(name: str) -> str:
    """Return a node's name without the space that may stand between host and adapter."""
    return name.replace(" ", "_")


def _type(node: IbNode) -> str:
    """Return the system type of a .topo file: NVIDIA's order code, which puts an M before QM9700."""
    if node.role in _ADAPTERS:
        return "HCA"
    product = node.model.removeprefix("nvidia-").upper()
    return f"M{product}" if product.startswith("QM") else product


def _link_ends(
    config: SubnetManagerConfig, nodes: Mapping[str, IbNode]
) -> Iterator[tuple[str, int, str, int]]:
    """Yield the ends of the static topology: between switches both, towards hosts that of the switch."""
    for a, port_a, b, port_b in config.links:
        for near, port, far, far_port in ((a, port_a, b, port_b), (b, port_b, a, port_a)):
            if nodes[near].role not in _ADAPTERS:
                yield _guid(nodes[near].guid), port, _guid(nodes[far].guid), far_port


def _rest(config: SubnetManagerConfig, partitions: tuple[Partition, ...]) -> dict[str, object]:
    """Return what UFM's REST interface is to hold. It has no word for `every port`: all are named."""
    hosts = sorted(_guid(node.guid) for node in config.nodes if node.role is Role.HOST)
    return {
        "expect": {
            "default_membership": partitions[0].membership,
            "routing_engine_active": config.routing_engine,
        },
        "managed_pkeys": {"first": f"0x{FIRST_PKEY:x}", "last": f"0x{LAST_PKEY:x}"},
        "pkeys": {f"0x{partition.pkey:x}": _pkey(partition, hosts) for partition in partitions[1:]},
        "smconf": {
            "honor_guid2lid_file": True,
            "sm_priority": config.priority,
            "subnet_prefix": config.subnet_prefix,
        },
    }


def _quality(partition: Partition) -> dict[str, object]:
    """Return level and limits as UFM has them: kB, and Gb/s as a number. What is not said is left out."""
    found: dict[str, object] = {"service_level": partition.service_level}
    if partition.mtu_limit:
        found["mtu_limit"] = partition.mtu_limit // _KB
    if partition.rate_limit:
        found["rate_limit"] = json.loads(partition.rate_limit.removesuffix("G"))
    return found


def _pkey(partition: Partition, hosts: list[str]) -> dict[str, object]:
    members = {_guid(guid): kind for guid, kind in partition.members}
    everyone = dict.fromkeys(hosts, partition.membership)
    return {
        "partition": partition.name,
        "ip_over_ib": partition.ipoib,
        "qos_conf": _quality(partition),
        "guids": [
            {"guid": guid.removeprefix("0x"), "index0": partition.index0, "membership": kind}
            for guid, kind in sorted((members or everyone).items())
        ],
    }
