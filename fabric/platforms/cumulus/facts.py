"""What the configuration of a live Cumulus switch says of it and of the network around it."""

from __future__ import annotations

import json
import re
from ipaddress import IPv4Address, IPv4Interface
from typing import TYPE_CHECKING

from fabric.device.facts import Facts, PortFacts, Reach
from fabric.device.hop import far_address
from fabric.platforms import block_yaml
from fabric.platforms.cumulus.facts_choices import choices
from fabric.platforms.cumulus.facts_watching import watch
from fabric.platforms.nvue.document import ARTIFACT, as_written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.core.tree import Path, Tree
    from fabric.platforms.block_yaml import Value

_ITEMS = re.compile(r"^- (?:header|set):", re.MULTILINE)
_TOP = frozenset(
    ("acl", "bridge", "interface", "nve", "platform", "qos", "router", "service", "system", "vrf")
)
_RELEASE = re.compile(r"Cumulus Linux (\d+\.\d+)")
_BGP = ("vrf", "default", "router", "bgp")
_ACCOUNTS = ("system", "aaa", "user")
ALL = "system-admin"
"""Role of an account that may do everything."""
_FACTORY = "cumulus"
"""The account that every switch has."""


def recognised(text: str) -> str | None:
    """Return the artifact that a text is: a startup file, what `nv config show` prints, or REST's object."""
    if text.lstrip().startswith("{"):
        found = json.loads(text)
        keys = found.get("set", found).keys() if isinstance(found, dict) else ()
        return ARTIFACT if keys and set(keys) <= _TOP | {"header"} else None
    return ARTIFACT if _ITEMS.search(text) else None


def facts(artifacts: Mapping[str, str]) -> Facts:
    """Return what a configuration says. Raises ValueError for a value that is none."""
    tree = as_written(artifacts)
    head = _header(artifacts[ARTIFACT])
    release = _RELEASE.search(str(head.get("version", "")))
    asn = tree.get(("router", "bgp", "autonomous-system")) or tree.get((*_BGP, "autonomous-system"))
    return Facts(
        hostname=tree.get(("system", "hostname"), ""),
        model=str(head.get("model", "")),
        release=release[1] if release else "",
        asn=int(asn) if asn and asn.isdigit() else None,
        loopback=next((a.ip for a in _addresses(tree, "lo")), None),
        ports=dict(_ports(tree)),
        bfd=_bfd(tree),
        reach=_reach(tree),
        watch=watch(tree),
        choices=choices(tree),
    )


def _header(text: str) -> Mapping[str, Value]:
    document: Value = json.loads(text) if text.lstrip().startswith("{") else block_yaml.read(text)
    items = document if isinstance(document, list) else [document]
    for item in items:
        head = item.get("header") if isinstance(item, dict) else None
        if isinstance(head, dict):
            return head
    return {}


def _addresses(tree: Tree, name: str) -> Iterator[IPv4Interface]:
    """Yield the IPv4 addresses of an interface, in either dialect."""
    for path in tree:
        if path[:2] == ("interface", name) and path[3:4] == ("address",) and len(path) > 4 and "." in path[4]:  # noqa: PLR2004
            yield IPv4Interface(path[4])


def _ports(tree: Tree) -> Iterator[tuple[str, PortFacts]]:
    blocks: dict[str, dict[Path, str]] = {}
    for path, value in tree.items():
        if path[0] == "interface" and len(path) > 2 and path[1].startswith("swp"):  # noqa: PLR2004
            blocks.setdefault(path[1], {})[path[2:]] = value
    sessions = {path[5] for path in tree if path[:5] == (*_BGP, "neighbor")}
    bundles = {
        path[4]: path[1]
        for path in tree
        if path[0] == "interface" and path[2:4] == ("bond", "member") and path[4:]
    }
    for name, block in blocks.items():
        if any(path[:2] == ("link", "breakout") for path in block):
            continue  # a cage that is split; its ports have entries of their own
        speed = block.get(("link", "speed"), "")
        found = [path[2] for path in block if path[1:2] == ("address",) and "." in path[2]]
        yield (
            name,
            PortFacts(
                gbps=_gbps(speed),
                description=block.get(("description",), ""),
                address=(address := IPv4Interface(found[0]) if found else None),
                session=not sessions.isdisjoint((name, far_address(address))),
                bundle=bundles.get(name, ""),
            ),
        )


def _gbps(speed: str) -> int:
    if not speed[:1].isdigit():
        return 0
    return round(float(speed[:-1]) * (1000 if speed.endswith("T") else 1))


def _bfd(tree: Tree) -> tuple[int, int] | None:
    for path, value in tree.items():
        if path[:3] == ("router", "bfd", "profile") and path[-1] == "min-rx-interval":
            times = tree.get((*path[:-1], "detect-multiplier"))
            return (int(value), int(times)) if times else None
    return None


def _reach(tree: Tree) -> Reach:
    gateway = next((p[4] for p in tree if p[:2] == ("interface", "eth0") and p[3:4] == ("gateway",)), "")
    users = dict.fromkeys(path[3] for path in tree if path[:3] == _ACCOUNTS)
    users.pop(_FACTORY, None)
    lesser = [name for name in users if tree.get((*_ACCOUNTS, name, "role"), ALL) != ALL]
    return Reach(
        management=next(_addresses(tree, "eth0"), None),
        gateway=IPv4Address(gateway) if gateway else None,
        domain=next((v for p, v in tree.items() if p[-2:] == ("dns", "domain")), ""),
        ntp=_servers(tree, "ntp"),
        dns=_servers(tree, "dns"),
        syslog=_servers(tree, "syslog"),
        users=tuple(name for name in users if name not in lesser),
        lesser=tuple(lesser),
        tacacs=_servers(tree, "tacacs"),
    )


def _servers(tree: Tree, service: str) -> tuple[IPv4Address, ...]:
    """Return the servers of a service, which stands in `system`, or in `service` below a VRF."""
    found: dict[str, None] = {}
    for path in tree:
        if path[0] in {"system", "service"} and service in path and "server" in path:
            rest = path[path.index("server") + 1 :]
            found.update(dict.fromkeys(word for word in rest if re.fullmatch(r"\d+\.\d+\.\d+\.\d+", word)))
    return tuple(map(IPv4Address, found))
