"""What a running configuration of EOS says of its switch and of the network around it."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Interface
from typing import TYPE_CHECKING

from fabric.device.facts import Facts, PortFacts, Reach
from fabric.device.hop import far_address
from fabric.platforms.eos.facts_choices import choices
from fabric.platforms.eos.facts_watching import watch
from fabric.platforms.eos.parse import ARTIFACT, text_to_tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.core.tree import Tree

_HEAD = re.compile(r"^! device: (?P<name>\S+) \((?P<model>[^,]+), EOS-(?P<release>[^)]+)\)", re.MULTILINE)
_OURS = re.compile(
    r"^(?:service routing protocols model|no aaa root|qos profile \S+$|transceiver qsfp default-mode|"
    r"management api http-commands|ip routing ipv6 interfaces|hardware counter feature|"
    r"platform trident|neighbor interface Et)",
    re.MULTILINE,
)
"""Lines that no other vendor's configuration has."""
_END = re.compile(r"^end\s*$", re.MULTILINE)
_BANNER = re.compile(r"^banner (?:login|motd)\s*$", re.MULTILINE)
_CLOSED = re.compile(r"^EOF\s*$", re.MULTILINE)
_IP = re.compile(r"(?<![\d.])\d+\.\d+\.\d+\.\d+(?![\d./])")
_SPEED = re.compile(r"(?:forced |auto )?(?P<number>[\d.]+)(?P<unit>[gt])")
_BFD = re.compile(r"interval (\d+) min-rx \d+ multiplier (\d+)")
_DEFAULT_ROUTE = re.compile(r"ip route vrf \S+ 0\.0\.0\.0/0 (\d+\.\d+\.\d+\.\d+)")
_PORT = "interface "
_ACCOUNT = re.compile(r"username \S+")
ALL = "role network-admin"
"""Of an account that may do everything."""


def recognised(text: str) -> str | None:
    """Return the artifact that a text is, when it is a running configuration of EOS.

    Raises ValueError for one that was cut: `show running-config` ends with `end`, and a banner with `EOF`.
    """
    if _HEAD.search(text) and not _END.search(text):
        raise ValueError(f"it is cut, `end` is missing at line {text.count(chr(10)) + 1}, column 1")
    for banner in _BANNER.finditer(text):
        if not _CLOSED.search(text, banner.end()):
            line = text.count("\n", 0, banner.start()) + 1
            raise ValueError(f"no `EOF` ends the banner at line {line}, column 1")
    return ARTIFACT if _HEAD.search(text) or _OURS.search(text) else None


def facts(artifacts: Mapping[str, str]) -> Facts:
    """Return what a configuration says. Raises ValueError for a value that is none."""
    text = artifacts[ARTIFACT]
    tree = text_to_tree(text)
    head = _HEAD.search(text)
    lines = [f"{path[-1]} {value}".rstrip() for path, value in tree.items()]
    asn = tree.get(("router bgp",))
    return Facts(
        hostname=tree.get(("hostname",), ""),
        model=_model(head["model"]) if head else "",
        release=head["release"] if head else "",
        asn=int(asn) if asn else None,
        loopback=_loopback(tree),
        ports=_ports(tree),
        bfd=next(((int(m[1]), int(m[2])) for line in lines if (m := _BFD.match(line))), None),
        reach=_reach(tree, lines),
        watch=watch(tree),
        choices=choices(tree),
    )


def _model(name: str) -> str:
    """Return a model without the vendor's family and the direction of its fans: `DCS-7060X6-64PE-F`."""
    return re.sub(r"-[FR]$", "", name.removeprefix("DCS-"))


def _loopback(tree: Tree) -> IPv4Address | None:
    own = tree.get(("interface Loopback0", "ip address"))
    if own:
        return IPv4Interface(own).ip
    router_id = tree.get(("router bgp", "router-id"))
    return IPv4Address(router_id) if router_id else None


def _ports(tree: Tree) -> dict[str, PortFacts]:
    blocks: dict[str, dict[str, str]] = {}
    for path, value in tree.items():
        if path[0].startswith("interface Ethernet") and len(path) > 1:
            blocks.setdefault(path[0].removeprefix(_PORT), {})[path[1]] = value
    lines = [path[1].split() for path in tree if path[0] == "router bgp" and path[1:]]
    sessions = {words[2 if words[1] == "interface" else 1] for words in lines if words[0] == "neighbor"}
    return {
        name: PortFacts(
            gbps=_gbps(block.get("speed", "")),
            description=block.get("description", ""),
            address=(address := _interface(block.get("ip address", ""))),
            session=not sessions.isdisjoint((name, far_address(address))),
            bundle=_bundle(block),
        )
        for name, block in blocks.items()
    }


def _bundle(block: Mapping[str, str]) -> str:
    """Return the port channel of a member: `channel-group 100 mode active`."""
    line = next((f"{key} {value}" for key, value in block.items() if key.startswith("channel-group")), "")
    return f"Port-Channel{line.split()[1]}" if line else ""


def _interface(text: str) -> IPv4Interface | None:
    """Return an address; None for an interface that borrows one."""
    return IPv4Interface(text) if text[:1].isdigit() else None


def _gbps(speed: str) -> int:
    match = _SPEED.match(speed)
    return round(float(match["number"]) * (1000 if match["unit"] == "t" else 1)) if match else 0


def _reach(tree: Tree, lines: list[str]) -> Reach:
    management = next(
        (v for p, v in tree.items() if p[0].startswith("interface Management") and p[-1] == "ip address"), ""
    )
    gateway = next((m[1] for line in lines if (m := _DEFAULT_ROUTE.match(line))), None)
    accounts = [
        (path[0].removeprefix("username "), ALL in value)
        for path, value in tree.items()
        if len(path) == 1 and _ACCOUNT.fullmatch(path[0])
    ]
    return Reach(
        management=_interface(management),
        gateway=IPv4Address(gateway) if gateway else None,
        domain=next(
            (line.split()[-1] for line in lines if line.startswith(("dns domain ", "ip domain"))), ""
        ),
        ntp=tuple(_addresses(lines, "ntp server ")),
        dns=tuple(_addresses(lines, "ip name-server ")),
        syslog=tuple(dict.fromkeys(_syslog(lines))),
        users=tuple(name for name, everything in accounts if everything),
        lesser=tuple(name for name, everything in accounts if not everything),
        tacacs=tuple(_addresses(lines, "tacacs-server host ")),
    )


def _addresses(lines: list[str], start: str) -> Iterator[IPv4Address]:
    for line in lines:
        if line.startswith(start):
            yield from map(IPv4Address, _IP.findall(line))


def _syslog(lines: list[str]) -> Iterator[IPv4Address]:
    for line in lines:
        if line.startswith("logging ") and " host " in line:
            yield from map(IPv4Address, _IP.findall(line))
