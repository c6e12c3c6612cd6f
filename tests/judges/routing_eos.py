"""Reads the routing of an eos.cfg and says it in FRR's words: an own reader, not the project's.

A line that is not known here goes to FRR as it stands, which objects to it: nothing is left out in silence.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.platforms.router import Router
from fabric.twin.network import interface
from judges.eos_grammar import blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from judges.eos_grammar import Line

UNNUMBERED = ("ip routing ipv6 interfaces", "ipv6 unicast-routing")
"""Without these two EOS forwards no IPv4 packet over an IPv6 next hop, and sends no advertisement."""
IN_FAMILY = re.compile(r"redistribute |neighbor \S+ (activate|route-map)")
WORDS = (
    (r"router-id (\S+)", r"bgp router-id \1"),
    (r"update wait-install", r"bgp suppress-fib-pending"),
    (r"(graceful-restart.*)", r"bgp \1"),
    (r"neighbor (\S+) peer group( \S+)?", r"neighbor \1 peer-group\2"),
    (r"neighbor (\S+) bfd", r"neighbor \1 bfd profile EOS"),
    (r"neighbor (\S+) next-hop address-family ipv6 originate", r"neighbor \1 capability extended-nexthop"),
)
"""Lines of `router bgp`, and FRR's for them."""
ADDRESS = re.compile(r"ip(v6)? address ")
EXACT = re.compile(r"eq (\d+)$")
BETWEEN = r"ge \1 le \1"
WIDTH = re.compile(r"maximum-paths (\d+) ecmp \d+")
PORT = re.compile(r"neighbor interface (\S+) peer-group (\S+) remote-as (\d+)")


def router(artifacts: Mapping[str, str]) -> Router:
    """Read addresses and routing of a switch from its artifacts."""
    top = blocks(artifacts["eos.cfg"])
    ports = {line.text.split()[1]: [each.text for each in line.inside] for line in top if _is_port(line)}
    addresses = {
        interface(name): tuple(text.split()[2] for text in texts if ADDRESS.match(text))
        for name, texts in ports.items()
        if not name.startswith("Management")
    }
    texts = {line.text for line in top}
    able = {name for name, own in ports.items() if "ipv6 enable" in own and texts.issuperset(UNNUMBERED)}
    found = [line for block in top for line in _top(block, able)]
    return Router({name: own for name, own in addresses.items() if own}, "\n".join(found) + "\n")


def _is_port(line: Line) -> bool:
    return line.text.startswith("interface ")


def _top(block: Line, able: set[str]) -> Iterator[str]:
    inside = [line.text for line in block.inside]
    if found := re.fullmatch(r"(ip|ipv6) prefix-list (\S+)", block.text):
        for text in inside:
            yield f"{found[1]} prefix-list {found[2]} {EXACT.sub(BETWEEN, text)}"
    elif block.text.startswith("route-map "):
        yield from (block.text, *(f" {text}" for text in inside), "exit")
    elif block.text == "router bfd":
        (times,) = inside
        least, listen, number = re.findall(r"\d+", times)
        yield from ("bfd", " profile EOS", f"  transmit-interval {least}", f"  receive-interval {listen}")
        yield from (f"  detect-multiplier {number}", " exit", "exit")
    elif block.text.startswith("router bgp "):
        yield from _bgp(block, able)


def _bgp(block: Line, able: set[str]) -> Iterator[str]:
    own = [line.text for line in block.inside if not line.inside]
    families = [line for line in block.inside if line.inside]
    width = next((found[1] for text in own if (found := WIDTH.fullmatch(text))), "1")
    yield block.text
    yield from (
        " no bgp ebgp-requires-policy",
        " bgp bestpath as-path multipath-relax",
    )  # as EOS is by itself
    outside = [text for text in own if not IN_FAMILY.match(text) and not WIDTH.fullmatch(text)]
    hops = [line.text for family in families for line in family.inside if "next-hop " in line.text]
    # EOS sorts its lines; FRR wants a group before what is said of it, and an AS before a group's member.
    for text in sorted((*outside, *hops), key=_place):
        yield from _session(text, able)
    for family in families:
        yield from _family(family, own, width)
    yield "exit"


def _place(text: str) -> int:
    if text.endswith(" peer group"):
        return 0
    return 2 if " peer group " in text else 1


def _session(text: str, able: set[str]) -> Iterator[str]:
    if found := PORT.fullmatch(text):
        port, group, asn = found.groups()
        if port in able:
            yield f" neighbor {interface(port)} interface peer-group {group}"
            yield f" neighbor {interface(port)} remote-as {asn}"
        return
    if text.endswith(" maximum-routes 0") or text == "update wait-for-convergence":
        return  # no limit, as FRR has none unasked; waiting is of a start alone
    for pattern, words in WORDS:
        if re.fullmatch(pattern, text):
            yield f" {re.sub(pattern, words, text)}"
            return
    yield f" {text}"


def _family(family: Line, own: Sequence[str], width: str) -> Iterator[str]:
    yield f" {family.text} unicast"
    yield f"  maximum-paths {width}"
    if family.text == "address-family ipv4":
        yield from (f"  {text}" for text in own if IN_FAMILY.match(text))
    else:  # `redistribute` outside of families is of both (pyavd 6.4: RM-CONN-2-BGP of `underlay_ipv6`)
        yield from (f"  {text}" for text in own if text.startswith("redistribute "))
    yield from (f"  {line.text}" for line in family.inside if "next-hop " not in line.text)
    yield " exit-address-family"
