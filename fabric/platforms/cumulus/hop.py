"""What `startup.yaml` does with packets, read back from its text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from ipaddress import IPv4Address, IPv4Interface, IPv6Interface, ip_interface
from typing import TYPE_CHECKING, NamedTuple

from fabric.device.hop import CLASSES, NOWHERE, Hop, Marks, PortHop, Storm, Treatment, Trim, far_address
from fabric.platforms.cumulus.qos import DEFAULT_PROFILE
from fabric.platforms.cumulus.words import HASH
from fabric.platforms.nvue.document import as_written
from fabric.platforms.nvue.policy import BGP, FAMILIES, advertised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from fabric.core.tree import Path, Tree

    Block = Mapping[Path, str]

_NEIGHBOR = (*BGP, "neighbor")
_FAMILY = FAMILIES[0]
_FORWARDING = ("system", "forwarding")
_TRIMMING = (*_FORWARDING, "packet-trim")
_ELIGIBLE = ("packet-trim", "egress-eligibility", "traffic-class")
_ON = frozenset({"on", "enabled", "enable", "true"})
_FEC = {"rs": "rs", "baser": "fc", "off": "none"}
_OWN = frozenset(
    {("system", "hostname"), ("router", "bgp", "autonomous-system"), ("router", "bgp", "router-id")}
)
"""What no two switches share."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A configuration, and what its ports share."""

    tree: Tree
    ports: Mapping[str, Block]
    treatment: Callable[[_Bound], Treatment] | None
    """What ports of the same profiles do, found once; None without classes."""
    cable_m: int | None
    global_pause: bool


class _Bound(NamedTuple):
    """What of `qos` a port names: two profiles, whether it is watched, and classes that it cuts short."""

    pfc: str
    marks: str
    watched: bool
    trims: tuple[int, ...]


def hop(artifacts: Mapping[str, str]) -> Hop:
    """Return what a configuration does with packets. Raises ValueError for a value that is none."""
    tree = as_written(artifacts)
    ports: dict[str, dict[Path, str]] = {}
    qos: dict[Path, str] = {}
    for path, value in tree.items():
        if path[0] == "interface":
            ports.setdefault(path[1], {})[path[2:]] = value
        elif path[0] == "qos":
            qos[path[1:]] = value
    asn, router = tree.get(("router", "bgp", "autonomous-system")), tree.get(("router", "bgp", "router-id"))
    paths = tree.get((*_FAMILY, "multipaths", "ebgp"))
    cable = qos.get(("pfc", DEFAULT_PROFILE, "cable-length"))
    read = _Read(
        tree,
        ports,
        treatment=cache(partial(_treatment, qos, _left(tree))) if qos else None,
        cable_m=int(cable) if cable else None,
        global_pause=any(path[:1] == ("link-pause",) and value in _ON for path, value in qos.items()),
    )
    return Hop(
        ports={name: _port(read, name) for name, block in ports.items() if ("link", "speed") in block},
        asn=int(asn) if asn else None,
        router_id=IPv4Address(router) if router else None,
        max_paths=int(paths) if paths else None,
        advertised=tuple(advertised(tree)),
        hash_fields=_hash_fields(tree),
        hash_seed=int(seed) if (seed := tree.get((*_FORWARDING, "hash-seed"))) else None,
        settings={" / ".join(path): value for path, value in tree.items() if not _own(path)},
    )


def _hash_fields(tree: Tree) -> frozenset[str] | None:
    said = {ours: tree.get((*_FORWARDING, "ecmp-hash", theirs)) for ours, theirs in HASH.items()}
    if all(value is None for value in said.values()):
        return None
    return frozenset(ours for ours, value in said.items() if value in _ON)


def _own(path: Path) -> bool:
    if path in _OWN or path[0] == "interface" or path[:3] == ("router", "policy", "prefix-list"):
        return True
    return path[:5] == _NEIGHBOR or path[:3] == ("system", "gnmi-server", "listening-address")


def _port(read: _Read, name: str) -> PortHop:
    block = read.ports[name]
    addresses = [ip_interface(path[2]) for path in block if path[1:2] == ("address",) and path[3:] == ()]
    address = next((one for one in addresses if isinstance(one, IPv4Interface)), None)
    address6 = next((one for one in addresses if isinstance(one, IPv6Interface)), None)
    cage = f"swp{name.removeprefix('swp').partition('s')[0]}"
    ways = [path[2] for path in read.ports.get(cage, {}) if path[:2] == ("link", "breakout")]
    return PortHop(
        mtu=int(block.get(("link", "mtu"), 0)),
        speed_gbps=_gbps(block["link", "speed"]),
        fec=_FEC.get(block.get(("link", "fec"), ""), ""),
        treatment=read.treatment(_bound(block)) if read.treatment else None,
        cable_m=read.cable_m,
        remote_asn=_remote(read.tree, name, far_address(address)),
        remote_asn6=_remote(read.tree, far_address(address6)),
        address=address,
        address6=address6,
        global_pause=read.global_pause,
        settings=frozenset((*_settings(block), ("breakout", ",".join(ways)))),
    )


def _remote(tree: Tree, *peers: str) -> int | None:
    """Return the AS of the first of some peers that has a number of its own."""
    found = (tree.get((*_NEIGHBOR, peer, "remote-as"), "") for peer in peers)
    return next((int(remote) for remote in found if remote.isdigit()), None)


def _settings(block: Block) -> Iterator[tuple[str, str]]:
    for path, value in block.items():
        if path[0] != "description" and path[1:2] != ("address",):
            yield " / ".join(path), value


def _gbps(speed: str) -> int:
    return round(float(speed[:-1]) * (1000 if speed.endswith("T") else 1))


def _numbers(qos: Block, path: Path, size: int, leaf: str) -> tuple[int, ...]:
    return tuple(int(qos.get((*path, str(key), leaf), NOWHERE)) for key in range(size))


def _bound(block: Block) -> _Bound:
    return _Bound(
        block.get(("qos", "pfc", "profile"), DEFAULT_PROFILE),
        block.get(("qos", "congestion-control", "profile"), DEFAULT_PROFILE),
        block.get(("qos", "pfc-watchdog", "state")) in _ON,
        tuple(number for number in CLASSES if (*_ELIGIBLE, str(number)) in block),
    )


def _treatment(qos: Block, left: Trim | None, bound: _Bound) -> Treatment:
    pfc = ("pfc", bound.pfc)
    both = qos.get((*pfc, "tx")) == "enable" == qos.get((*pfc, "rx"))
    listed = {n for n in CLASSES if (*pfc, "switch-priority", str(n)) in qos}
    pauses = frozenset(listed) if both else frozenset()
    queue = _numbers(
        qos, ("egress-queue-mapping", DEFAULT_PROFILE, "switch-priority"), len(CLASSES), "traffic-class"
    )
    modes = {
        number: (qos.get((*at, "mode")), qos.get((*at, "bw-percent")))
        for number in CLASSES
        for at in [("egress-scheduler", DEFAULT_PROFILE, "traffic-class", str(number))]
    }
    return Treatment(
        trusts_dscp=qos.get(("mapping", DEFAULT_PROFILE, "trust")) == "l3",
        dscp_to_class=_numbers(qos, ("mapping", DEFAULT_PROFILE, "dscp"), 64, "switch-priority"),
        class_to_queue=queue,
        # A switch priority that is paused has the lossless pool; the others share the lossy one.
        class_to_group=tuple(n if n in pauses else 0 for n in CLASSES),
        pause_to_queue=queue,
        pauses=pauses,
        strict=frozenset(number for number, (mode, _) in modes.items() if mode == "strict"),
        shares=tuple((number, int(share)) for number, (_, share) in modes.items() if share),
        marks=tuple(_marks(qos, bound.marks)),
        storm=_storm(qos) if bound.watched else None,
        trims=tuple((number, left) for number in bound.trims) if left is not None else (),
    )


def _left(tree: Tree) -> Trim | None:
    """Return what is left of trimmed packets; a code point that each port chooses is nowhere here."""
    said = {path[3:]: value for path, value in tree.items() if path[:3] == _TRIMMING}
    if said.get(("state",)) not in _ON:
        return None
    words = (said.get(key, "") for key in (("size",), ("remark", "dscp"), ("switch-priority",)))
    size, dscp, priority = (int(word) if word.isdigit() else NOWHERE for word in words)
    path = ("qos", "egress-queue-mapping", DEFAULT_PROFILE, "switch-priority", str(priority), "traffic-class")
    return Trim(size, dscp, int(tree.get(path, NOWHERE)))


def _marks(qos: Block, profile: str) -> Iterator[tuple[int, Marks]]:
    words = ("min-threshold", "max-threshold", "probability")
    for number in CLASSES:
        at = ("congestion-control", profile, "traffic-class", str(number))
        if qos.get((*at, "ecn")) in _ON:
            yield number, Marks(*(int(qos.get((*at, word), NOWHERE)) for word in words))


def _storm(qos: Block) -> Storm | None:
    """NVUE declares a storm after so many polls; it has no word for action and end of it."""
    polling, times = (qos.get(("pfc-watchdog", word)) for word in ("polling-interval", "robustness"))
    if polling is None or times is None:
        return None
    return Storm(int(polling) * int(times), int(polling), None, None)
