"""From what switches say of their ports to links: by LLDP, tables of neighbours, descriptions, addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from fabric.core.names import natural
from fabric.views.imports import HOST, SWITCH, Network, Seen, Sight, Spot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.device.facts import Facts, PortFacts

Heard: TypeAlias = "Mapping[str, Mapping[str, tuple[str, str]]]"
"""By switch and port: name and port of the neighbour, as LLDP heard them."""
_LEAD = re.compile(r"^(?:p2p[_ -]link[_ -]to[_ -]|link to |to |-> ?)", re.IGNORECASE)
_FAR = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9.-]*)(?:[\s:_]+(?P<port>[A-Za-z0-9][\w./-]*))?")
_LONGEST_P2P = 30
"""Prefix length of the largest network that has two ends."""


class Claim(NamedTuple):
    """What one end says of the other."""

    name: str
    port: str


@dataclass
class _Wiring:
    """Links so far, and what stays open."""

    facts: Mapping[str, Facts]
    """By switch."""
    known: Mapping[str, str]
    """Switches by their name in small letters."""
    links: dict[frozenset[Spot], Sight] = field(default_factory=dict)
    used: dict[Spot, Spot] = field(default_factory=dict)
    hosts: dict[str, Seen] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    def join(self, a: Spot, b: Spot) -> None:
        """Keep a link, unless one of its ends has another."""
        for one, other in ((a, b), (b, a)):
            if self.used.setdefault(one, other) != other:
                said = self.used[one]
                self.left_out.append(
                    f"{one.device}:{one.port} to {other.device}:{other.port}: the port has a link to "
                    f"{said.device}:{said.port}"
                )
                return
        gbps = self.speed(a) or self.speed(b)
        self.links.setdefault(frozenset((a, b)), Sight(a, b, gbps or None))

    def speed(self, spot: Spot) -> int:
        own = self.facts.get(spot.device)
        return own.ports[spot.port].gbps if own and spot.port in own.ports else 0


def wired(switches: Mapping[str, tuple[Facts, Seen]], heard: Heard) -> Network:
    """Return the network that switches, by name, say they are part of.

    A far end that is no switch here is a host. What nobody can place is left out and told.
    """
    facts = {name: found for name, (found, _) in switches.items()}
    wiring = _Wiring(facts, {name.lower(): name for name in switches})
    open_ends: list[tuple[Spot, Claim]] = []
    for name in sorted(facts, key=natural):
        for port in sorted(facts[name].ports, key=natural):
            own = facts[name].ports[port]
            claim = _claim(own, heard.get(name, {}).get(port), wiring.known)
            if own.bundle:
                wiring.left_out.append(_bundled(Spot(name, port), own.bundle, claim))
            elif claim is not None:
                _take(wiring, Spot(name, port), claim, open_ends)
    _by_network(wiring)
    _by_count(wiring, open_ends)
    wiring.left_out += sorted(_untold(wiring))
    devices = {name: seen for name, (_, seen) in switches.items()} | wiring.hosts
    return Network("roce", devices, tuple(wiring.links.values()), tuple(wiring.left_out))


def _bundled(spot: Spot, bundle: str, claim: Claim | None) -> str:
    to = f" to `{claim.name}`" if claim else ""
    return f"{spot.device}:{spot.port}{to}: a member of `{bundle}`, and no link of an intent is bundled"


def _claim(port: PortFacts, heard: tuple[str, str] | None, known: Mapping[str, str]) -> Claim | None:
    if heard and heard[0]:
        return Claim(*heard)
    if port.neighbor:
        return Claim(*port.neighbor)
    return described(port.description, known)


def described(text: str, known: Mapping[str, str]) -> Claim | None:
    """Return the far end that a description names: `spine1 Ethernet1/1`, `to spine1:Et1/1`, `gpu1 rail0`."""
    said = _LEAD.sub("", text.strip())
    for between in (r"[\s:]+", r"[\s:_]+"):  # a name may have `_` in it, or be divided from its port by it
        words = re.split(between, said)
        for number, word in enumerate(words):
            if _own(word, known):
                return Claim(word, words[number + 1] if number + 1 < len(words) else "")
    found = _FAR.fullmatch(said)
    if found is None or not any(letter.isdigit() for letter in found["name"]):
        return None
    return Claim(found["name"], found["port"] or "")


def _own(word: str, known: Mapping[str, str]) -> str:
    """Return the switch of a name, with or without a domain; empty for none."""
    small = word.lower()
    return known.get(small) or known.get(small.partition(".")[0], "")


def _take(wiring: _Wiring, spot: Spot, claim: Claim, open_ends: list[tuple[Spot, Claim]]) -> None:
    far = _own(claim.name, wiring.known)
    if far:
        port = port_of(claim.port, wiring.facts[far])
        if port:
            wiring.join(spot, Spot(far, port))
        else:
            open_ends.append((spot, Claim(far, claim.port)))
    elif wiring.facts[spot.device].ports[spot.port].session:
        wiring.left_out.append(
            f"{spot.device}:{spot.port} to `{claim.name}`, of which there is no configuration"
        )
    else:
        wiring.hosts.setdefault(claim.name, Seen(claim.name, HOST))
        wiring.join(spot, Spot(claim.name, claim.port or spot.device))


def port_of(text: str, facts: Facts) -> str:
    """Return the port of a switch that a text names, by name, alias or short form; empty for none."""
    if not text or text in facts.ports:
        return text
    wanted = _short(text)
    return next(
        (name for name, port in facts.ports.items() if text == port.alias or _short(name) == wanted), ""
    )


def _short(port: str) -> str:
    """Return `et33/1` for `Ethernet33/1` and `Et33/1`."""
    letters = re.match(r"[A-Za-z]*", port)
    stem = letters[0] if letters else ""
    return stem[:2].lower() + port[len(stem) :]


def _by_network(wiring: _Wiring) -> None:
    """Join ports whose addresses are in one small network."""
    found: dict[object, list[Spot]] = {}
    for name, facts in wiring.facts.items():
        for port, own in facts.ports.items():
            spot = Spot(name, port)
            if own.address and own.address.network.prefixlen >= _LONGEST_P2P and spot not in wiring.used:
                found.setdefault(own.address.network, []).append(spot)
    for spots in found.values():
        if len(spots) == 2:  # noqa: PLR2004 - the two ends
            wiring.join(*spots)


def _by_count(wiring: _Wiring, open_ends: list[tuple[Spot, Claim]]) -> None:
    """Join ports that name each other's switch and no port, where there is one on each side."""
    found: dict[tuple[str, str], list[Spot]] = {}
    for spot, claim in open_ends:
        if spot not in wiring.used:
            found.setdefault((spot.device, claim.name), []).append(spot)
    for (a, b), spots in found.items():
        others = found.get((b, a), [])
        if len(spots) == 1 == len(others) and a < b:
            wiring.join(spots[0], others[0])
    for (a, b), spots in found.items():
        if left := [spot.port for spot in spots if spot not in wiring.used]:
            wiring.left_out.append(
                f"{a}:{', '.join(left)} to `{b}`: nobody says which of its ports; add LLDP"
            )


def _untold(wiring: _Wiring) -> Iterator[str]:
    """Yield ports in use whose far end nobody names."""
    told = " ".join(wiring.left_out)
    for name, facts in wiring.facts.items():
        for port, own in facts.ports.items():
            in_use = own.address or own.session or own.description
            if in_use and Spot(name, port) not in wiring.used and f"{name}:{port}" not in told:
                said = f" (`{own.description}`)" if own.description else ""
                yield f"{name}:{port}{said}: nobody says what is at its far end"


def switch(facts: Facts, platform: str) -> Seen:
    """Return a switch as importers describe one."""
    return Seen(
        facts.hostname,
        SWITCH,
        model=facts.model,
        platform=platform,
        release=facts.release,
        hwsku=facts.hwsku,
        routing_mode=facts.routing_mode,
    )
