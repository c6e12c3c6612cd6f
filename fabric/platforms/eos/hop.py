"""What `eos.cfg` does with packets, read back from its text."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Interface, IPv6Network
from typing import TYPE_CHECKING

from fabric.device.hop import (
    CLASSES,
    IDENTITY,
    Advertised,
    Hop,
    Marks,
    PortHop,
    Storm,
    Treatment,
    far_address,
)
from fabric.platforms.eos.normal import is_pam4
from fabric.platforms.eos.parse import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.core.tree import Path, Tree
    from fabric.device.hop import Network

    Block = Mapping[Path, str]

_MARKS = re.compile(r"(\d+) bytes maximum-threshold (\d+) bytes max-mark-probability (\d+)")
_NO_DROP = re.compile(r"priority-flow-control priority (\d) no-drop")
_QUEUE = re.compile(r"(?:uc-)?tx-queue (\d)$")
_PREFIX = re.compile(r"permit (?P<network>\S+)(?: eq (?P<eq>\d+))?(?: ge (?P<ge>\d+))?(?: le (?P<le>\d+))?")
_FEC = {"reed-solomon": "rs", "fire-code": "fc"}
_SESSION = re.compile(r"neighbor (?:interface |[\da-f]\S*[.:])")
"""Of a port or an address; other neighbours are peer groups."""
_UDF = "port-channel load-balance trident udf "
_SAND = (
    "load-balance policies",
    "load-balance sand profile default",
    "fields udp dst-port 4791",
    "payload bytes",
)
_FIVE_TUPLE = frozenset(("src-ip", "dst-ip", "protocol", "src-port", "dst-port"))
_STORM = "priority-flow-control pause watchdog"
_ROUTED_MTU = 1500
_ACTIONS = {"notify-only": "alert"}
_PORT = "interface Ethernet"
_OWN = frozenset({("hostname",), ("router bgp",), ("router bgp", "router-id")})
"""What no two switches share."""


def hop(artifacts: Mapping[str, str]) -> Hop:
    """Return what a configuration does with packets. Raises ValueError for a value that is none."""
    tree = parse(artifacts)
    blocks: dict[str, dict[Path, str]] = {}
    for path, value in tree.items():
        blocks.setdefault(path[0], {})[path[1:]] = value
    profiles = {
        name.removeprefix("qos profile "): _treatment(tree, block)
        for name, block in blocks.items()
        if name.startswith("qos profile ")
    }
    bgp = blocks.get("router bgp", {})
    return Hop(
        ports={
            name.removeprefix("interface "): _port(name, block, (bgp, profiles), _mtu(block, blocks))
            for name, block in blocks.items()
            if name.startswith(_PORT)
        },
        asn=int(bgp[()]) if () in bgp else None,
        router_id=IPv4Address(bgp["router-id",]) if ("router-id",) in bgp else None,
        max_paths=int(bgp["maximum-paths",].split()[0]) if ("maximum-paths",) in bgp else None,
        advertised=tuple(_advertised(blocks)),
        hash_fields=_hash_fields(tree),
        headroom_bytes=next(_headroom(blocks), None),
        settings={" / ".join(path): value for path, value in tree.items() if not _own(path)},
    )


def _hash_fields(tree: Tree) -> frozenset[str] | None:
    """Return what is hashed: the five-tuple unasked, and what is said of RoCE's queue pair."""
    if any(path[0].startswith("ip load-sharing ") for path in tree):
        return None
    paired = _SAND in tree or any(path[0].startswith(_UDF) for path in tree)
    return _FIVE_TUPLE | {"dst-qp"} if paired else _FIVE_TUPLE


def _headroom(blocks: Mapping[str, Block]) -> Iterator[int]:
    for name, block in blocks.items():
        if name.startswith("platform trident mmu queue profile ") and ("ingress headroom",) in block:
            yield int(block["ingress headroom",])


def _own(path: Path) -> bool:
    """Whether a setting belongs to one switch, or was read into its ports and policy."""
    if path in _OWN or path[0].startswith(
        (_PORT, "interface ", "ip prefix-list ", "ipv6 prefix-list ", "qos map dscp ")
    ):
        return True
    return path[0] == "router bgp" and _SESSION.match(path[-1]) is not None


def _mtu(block: Block, blocks: Mapping[str, Block]) -> int:
    """Return the largest IP packet of a port: a bridged one takes what the interface of its VLAN routes."""
    vlan = block.get(("switchport access vlan",))
    routed = blocks.get(f"interface Vlan{vlan}", {}) if vlan else block
    return int(routed.get(("mtu",), _ROUTED_MTU))


def _port(name: str, block: Block, switch: tuple[Block, Mapping[str, Treatment]], mtu: int) -> PortHop:
    bgp, profiles = switch
    speed = block.get(("speed",), "")
    address, address6 = block.get(("ip address",)), block.get(("ipv6 address",))
    near = IPv4Interface(address) if address else None
    near6 = IPv6Interface(address6) if address6 else None
    session = bgp.get((f"neighbor {name}",)) or bgp.get((f"neighbor {far_address(near)} remote-as",), "")
    return PortHop(
        mtu=mtu,
        speed_gbps=_gbps(speed),
        fec=_fec(block, speed),
        treatment=profiles.get(block.get(("service-profile",), "")),
        remote_asn=_remote(session),
        remote_asn6=_remote(bgp.get((f"neighbor {far_address(near6)} remote-as",), "")),
        address=near,
        address6=near6,
        global_pause=any(path[0].startswith("flowcontrol ") and path[0].endswith(" on") for path in block),
        settings=frozenset(
            (" / ".join(path), value)
            for path, value in block.items()
            if path not in {("description",), ("ip address",), ("ipv6 address",)}
        ),
    )


def _remote(session: str) -> int | None:
    """Return the AS at the end of a session's line; None where it stands in the peer group."""
    remote = session.rpartition(" ")[2]
    return int(remote) if remote.isdigit() else None


def _fec(block: Block, speed: str) -> str:
    if ("no error-correction encoding",) in block:
        return "none"
    given = block.get(("error-correction encoding",), "reed-solomon" if is_pam4(speed) else "")
    return _FEC.get(given, given)


def _gbps(speed: str) -> int:
    match = re.match(r"(?:forced |auto )?([\d.]+)([gt])", speed)
    return round(float(match[1]) * (1000 if match[2] == "t" else 1)) if match else 0


def _treatment(tree: Tree, block: Block) -> Treatment:
    queues = {int(m[1]): path[0] for path in block if path and (m := _QUEUE.match(path[0]))}
    shares = {number: block.get((name, "bandwidth percent")) for number, name in queues.items()}
    on = ("priority-flow-control on",) in block
    pauses = {int(match[1]) for path in block if path and (match := _NO_DROP.match(path[0]))}
    # The watchdog looks at no queue that strict ones may starve.
    starving = [n for n in pauses if (queues.get(n, ""), "bandwidth guaranteed percent") not in block]
    return Treatment(
        trusts_dscp=block.get(("qos trust",)) == "dscp",
        dscp_to_class=tuple(
            int(tree[f"qos map dscp {code}",].removeprefix("to traffic-class ")) for code in range(64)
        ),
        # EOS maps class n to queue n and to priority group n; this configuration has no word for another.
        class_to_queue=IDENTITY,
        class_to_group=tuple(n if n in pauses else 0 for n in CLASSES),
        pause_to_queue=IDENTITY,
        pauses=frozenset(pauses) if on else frozenset(),
        strict=frozenset(n for n, name in queues.items() if block.get((name, "priority")) == "strict"),
        shares=tuple((number, int(share)) for number, share in sorted(shares.items()) if share),
        marks=tuple(_marks(block, queues)),
        storm=_storm(tree) if (_STORM,) in block and not starving else None,
    )


def _marks(block: Block, queues: Mapping[int, str]) -> Iterator[tuple[int, Marks]]:
    for number, name in sorted(queues.items()):
        text = block.get((name, "random-detect ecn minimum-threshold"), "")
        if match := _MARKS.match(text):
            yield number, Marks(*map(int, match.groups()))


def _storm(tree: Tree) -> Storm | None:
    detect, restore, poll = (
        tree.get((f"{_STORM} default {word}",)) for word in ("timeout", "recovery-time", "polling-interval")
    )
    if detect is None or restore is None or poll is None:
        return None
    action = tree.get((f"{_STORM} action",), "")
    return Storm(_ms(detect), _ms(poll), _ms(restore), _ACTIONS.get(action, action))


def _ms(seconds: str) -> int:
    return round(float(seconds) * 1000)


def _advertised(blocks: Mapping[str, Block]) -> Iterator[Advertised]:
    """Yield the lines of the prefix list that the redistribution of connected networks matches."""
    policy = blocks.get("router bgp", {}).get(("redistribute connected",), "").removeprefix("route-map ")
    for name, block in blocks.items():
        if policy and name.startswith(f"route-map {policy} permit"):
            for word, kind in (("ip", IPv4Network), ("ipv6", IPv6Network)):
                named = block.get((f"match {word} address prefix-list",), "")
                for line in blocks.get(f"{word} prefix-list {named}", {}).values():
                    if match := _PREFIX.match(line):
                        yield _announced(kind(match["network"]), match)


def _announced(network: Network, match: re.Match[str]) -> Advertised:
    low = int(match["eq"] or match["ge"] or network.prefixlen)
    return Advertised(network, low, int(match["eq"] or match["le"] or low))
