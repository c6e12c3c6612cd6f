"""FRR configuration: what vtysh takes, and what the running daemons make of a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Context = tuple[str, ...]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


GLOBAL = _words(
    """access-list agentx allow-external-route-update banner bfd bgp debug domainname enable fpm frr hostname
    interface ip ipv6 key line log mpls nexthop-group no password route-map router rpki segment-routing
    service vrf zebra"""
)
NODES: dict[str, frozenset[str]] = {
    "router bgp": _words(
        """address-family bgp coalesce-time distance import export neighbor network no read-quanta
        redistribute maximum-paths segment-routing sid table-map timers update-delay vnc write-quanta"""
    ),
    "address-family": _words(
        """advertise advertise-all-vni aggregate-address bgp distance dup-addr-detection export import label
        maximum-paths neighbor network nexthop no rd redistribute route-target rt segment-routing sid
        table-map vni"""
    ),
    "interface": _words("bandwidth description evpn ip ipv6 link-params mpls multicast no shutdown"),
    "route-map": _words("call continue description match no on-match set"),
    "bfd": _words("no peer profile"),
    "profile": _words(
        """detect-multiplier echo echo-interval echo-mode label log-session-changes minimum-ttl no
        passive-mode receive-interval shutdown transmit-interval"""
    ),
    "vrf": _words("ip ipv6 no netns vni"),
    "line vty": _words("access-class exec-timeout ipv6 login no"),
}
"""First words a node takes, by how the line that enters it starts (FRR 8.5 to 10, its user guide)."""
NODES["peer"] = NODES["profile"]
INNER = {"router bgp": ("address-family",), "bfd": ("profile", "peer")}
LEAVES = frozenset({"exit", "exit-address-family", "exit-vrf", "exit-route-map", "exit-link-params"})
UNPRINTED = ("frr version", "frr defaults", "hostname ", "service integrated-vtysh-config")


@dataclass(frozen=True, slots=True)
class Line:
    """One command in its nodes."""

    context: Context
    text: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file: the lines that are known, and for the others line number and text."""

    lines: tuple[Line, ...]
    unknown: tuple[tuple[int, str], ...]


def parse(text: str) -> Parsed:
    """Read a file as vtysh does: by words, not by indentation."""
    context: Context = ()
    lines: dict[Line, None] = {}
    unknown: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = " ".join(raw.split())
        if not line or line[0] in "!#":
            continue
        if line in LEAVES:
            context = context[:-1]
        elif line == "end":
            context = ()
        else:
            place = _place(context, line)
            if place is None:
                unknown.append((number, line))
                continue
            lines[Line(place, line)] = None
            context = (*place, line) if _enters(place, line) else place
    return Parsed(tuple(lines), tuple(unknown))


def printed(lines: Iterable[Line], hostname: str) -> str:
    """Return what `show running-config` prints."""
    out = ["Building configuration...", "", "Current configuration:", "!", "frr version 10.0.1"]
    out += ["frr defaults traditional", f"hostname {hostname}", "service integrated-vtysh-config", "!"]
    kept = [line for line in lines if line.context or not line.text.startswith(UNPRINTED)]
    for line in [line for line in kept if not line.context]:
        out += _block(line, kept, depth=0)
    return "\n".join([*out, "end", ""])


def missing_groups(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the neighbour lines whose peer-group is nowhere defined; bgpd refuses those at run time."""
    every = tuple(lines)
    groups = {
        (line.context, words[1])
        for line in every
        if (words := line.text.split())[0] == "neighbor" and words[2:] == ["peer-group"]
    }
    return tuple(
        line
        for line in every
        if (words := line.text.split())[0] == "neighbor"
        and len(words) > 3  # noqa: PLR2004 - neighbor NAME [interface] peer-group GROUP
        and words[-2] == "peer-group"
        and (line.context, words[-1]) not in groups
    )


def _place(context: Context, line: str) -> Context | None:
    """Return the node that takes a line: this one or the nearest above, as vtysh looks."""
    first, *_ = line.split()
    while context:
        if first in NODES[_node(context[-1])] and _is_well_formed(line):
            return context
        context = context[:-1]
    return () if first in GLOBAL and _is_well_formed(line) else None


def _enters(context: Context, line: str) -> bool:
    node = _node(line)
    if not context:
        return bool(node) and node not in {"address-family", "profile", "peer"} and not line.startswith("no ")
    return node in INNER.get(_node(context[-1]), ())


def _node(line: str) -> str:
    return next((start for start in NODES if line == start or line.startswith(f"{start} ")), "")


def _is_well_formed(line: str) -> bool:
    """Say whether the words behind `router bgp` and `remote-as` are what the parser takes."""
    words = line.split()
    if words[:2] == ["router", "bgp"]:
        return len(words) > 2 and words[2].isdigit()  # noqa: PLR2004 - router bgp ASN
    if "remote-as" in words:
        return words[-1] in {"external", "internal", "auto"} or words[-1].isdigit()
    return True


def _block(line: Line, lines: list[Line], depth: int) -> list[str]:
    out = [" " * depth + line.text]
    inside = (*line.context, line.text)
    if not _enters(line.context, line.text):
        return out
    for inner in lines:
        if inner.context == inside:
            out += _block(inner, lines, depth + 1)
    leave = "exit-address-family" if line.text.startswith("address-family") else "exit"
    return [*out, " " * depth + leave, *(["!"] if not depth else [])]
