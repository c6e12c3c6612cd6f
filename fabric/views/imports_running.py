"""Running configurations to a draft of an intent: links and switches, and all that they have in common."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

from fabric.catalog import load_catalog
from fabric.core.names import listing
from fabric.intent.topology import LinkKind
from fabric.inventory import Data, Row
from fabric.views.imports_choices import authorizes, login_lines, telemetry_lines
from fabric.views.imports_facts import TIERS
from fabric.views.imports_faults import BROKEN
from fabric.views.imports_intent import drafted
from fabric.views.imports_lengths import UNKNOWN_M, lengths
from fabric.views.imports_qos import qos_section
from fabric.views.imports_sections import (
    addressing_section,
    host_block,
    pools_of,
    routing_section,
    section,
    services_section,
    usual,
)
from fabric.views.imports_watching import allow_words, observability_section, snmp_lines
from fabric.views.imports_wires import switch, wired

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabric.catalog import Catalog
    from fabric.device.facts import Facts
    from fabric.device.hop import Hop, PortHop
    from fabric.platforms.form import Platform
    from fabric.views.imports import Sight
    from fabric.views.imports_config import Running
    from fabric.views.imports_given import Given
    from fabric.views.imports_intent import Draft
    from fabric.views.imports_sheet import Sheet

_NIC = re.compile(r"(?P<word>[a-z][a-z0-9-]{0,11}[a-z-]|[a-z])(?P<number>\d{1,2})")
RAIL = "rail"
CLASSES = get_args(LinkKind)
LEAST_MTU, MOST_MTU = 1500, 9214
"""The most is the default."""
TOPS = ("spine", "core")


@dataclass(frozen=True, slots=True)
class Site:
    """A draft with what only a live network has."""

    draft: Draft
    seed: str
    """Numbers that its switches have, as `allocate --seed` reads them."""
    hosts: str
    """`hosts.yaml`: how its switches are reached."""
    left_out: tuple[str, ...]
    topology: str = ""
    """Which shape it has, or why it is written link by link."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was read, by the host name of each switch."""

    facts: Mapping[str, Facts]
    hops: Mapping[str, Hop]


def site_of(
    running: Sequence[Running],
    name: str,
    said: Given,
    platforms: Mapping[str, Platform],
    *,
    with_qos: bool = True,
) -> Site:
    """Return a draft of a site. Raises FabricError for names that collide, and for idle patterns.

    Without classes it may compile where those of the network are none that an intent can say.
    """
    left_out: list[str] = []
    catalog = load_catalog()
    seen = _Seen({one.name: one.facts for one in running}, dict(_hops(running, platforms, left_out)))
    switches = {one.name: (one.facts, switch(one.facts, one.platform)) for one in running}
    network = wired(switches, {one.name: one.heard for one in running})
    draft = drafted(
        network, name, said, catalog, lambda sheet: _enriched(sheet, seen, catalog, with_qos=with_qos)
    )
    return Site(
        draft,
        "".join(f"{row}\n" for row in _seed(seen, draft.names)),
        "".join(f"{row}\n" for row in _hosts(running, draft.names)),
        (*network.left_out, *left_out, *_accounts(running)),
    )


def _accounts(running: Sequence[Running]) -> Iterator[str]:
    """Yield the accounts that would become more than they are."""
    found: dict[str, list[str]] = {}
    for one in running:
        for name in one.facts.reach.lesser:
            found.setdefault(name, []).append(one.name)
    for name, devices in found.items():
        where = listing(devices, 4)
        yield f"account `{name}` of {where}: it may not do everything, as accounts of an intent may"


def _hops(
    running: Sequence[Running], platforms: Mapping[str, Platform], left_out: list[str]
) -> Iterator[tuple[str, Hop]]:
    for one in running:
        read = platforms[one.platform].hop
        try:
            if read is not None:
                yield one.name, read(one.artifacts)
        except BROKEN as fault:
            left_out.append(f"classes and paths of {one.name}: {fault}")


def _enriched(sheet: Sheet, seen: _Seen, catalog: Catalog, *, with_qos: bool) -> Sheet:
    models = {name: found["model"] for name, found in sheet.facts.items()}
    tops = [name for name, found in sheet.facts.items() if found["role"] in TOPS]
    top = [name for name in tops if sheet.facts[name]["role"] == "core"] or tops
    hops, facts = list(seen.hops.values()), list(seen.facts.values())
    names = {queue: word for one in reversed(facts) for queue, word in one.queue_names.items()}
    ports = [port for hop in hops for port in hop.ports.values()]
    known = lengths(sheet.network.links, seen.hops, models, catalog)
    watches, choices = [one.watch for one in facts], [one.choices for one in facts]
    parts = (
        _physical(sheet, ports, known),
        addressing_section(pools_of(seen.facts, seen.hops, top)),
        routing_section(facts, hops),
        qos_section(ports, names, catalog) if with_qos else "",
        services_section(
            [one.reach for one in facts],
            allow_words(watches),
            [*login_lines(choices), *snmp_lines(watches)],
            ", authorize_commands: true" if authorizes(choices) else "",
        ),
        observability_section(watches, telemetry_lines(choices)),
    )
    word, count = _interfaces(sheet)
    pods = _pods(sheet)
    per_switch = len({seen.facts[name].asn for name in top}) > 1
    return replace(
        sheet,
        facts={name: {**found, "pod": pods.get(name, "")} for name, found in sheet.facts.items()},
        rails=count if word == RAIL else 0,
        word="" if word == RAIL else word,
        systems="per-switch" if per_switch else "",
        lengths=known,
        sections="".join(parts),
    )


def _physical(sheet: Sheet, ports: Sequence[PortHop], known: Mapping[Sight, float]) -> str:
    """Return speed and length of each class of links between switches, and an MTU that is not the default."""
    speeds: dict[str, Counter[int]] = {}
    longest: dict[str, float] = {}
    for link in sheet.network.links:
        roles = [sheet.facts[end.device]["role"] for end in (link.a, link.b) if end.device in sheet.facts]
        kind = "-".join(sorted(roles, key=TIERS.index))
        if len(roles) == len((link.a, link.b)) and link.gbps and kind in CLASSES:
            speeds.setdefault(kind, Counter())[link.gbps] += 1
            longest[kind] = max(known.get(link, 0), longest.get(kind, 0))
    lines = [
        f"    {kind}: {{speed: {counts.most_common(1)[0][0]}G, length: {longest[kind] or UNKNOWN_M:g} m}}"
        for kind, counts in speeds.items()
    ]
    mtu = usual(port.mtu for port in ports if port.treatment)
    lines = ["  links:", *lines] if lines else []
    lines += [f"  mtu: {mtu}"] if mtu and LEAST_MTU <= mtu < MOST_MTU else []
    return section("physical", lines)


def _interfaces(sheet: Sheet) -> tuple[str, int]:
    """Return the word and the count of NICs that hosts number from 1; none where they call them otherwise."""
    found = {(pod.ports, len(pod.ports)) for pod in sheet.own.pods}
    words: set[str] = set()
    for ports, _ in found:
        for number, port in enumerate(ports, 1):
            match = _NIC.fullmatch(port)
            words.add(match["word"] if match and int(match["number"]) == number else "")
    counts = {count for _, count in found}
    return (words.pop(), counts.pop()) if len(words) == 1 == len(counts) else ("", 0)


def _pods(sheet: Sheet) -> dict[str, str]:
    """Return the pod of each leaf, which all its hosts are in, and of each spine below cores."""
    found: dict[str, str] = {}
    cores = any(known["role"] == "core" for known in sheet.facts.values())
    for role in ("leaf", "spine") if cores else ("leaf",):
        around: dict[str, set[str]] = {}
        for link in sheet.network.links:
            for own, far in ((link.a, link.b), (link.b, link.a)):
                if own.device in sheet.facts and sheet.facts[own.device]["role"] == role:
                    pod = sheet.own.pod_of.get(far.device)
                    name = pod.name if pod else found.get(far.device, "")
                    around.setdefault(own.device, set()).update({name} - {""})
        found |= {name: pods.pop() for name, pods in around.items() if len(pods) == 1}
    return found


def _seed(seen: _Seen, names: Mapping[str, str]) -> Iterator[str]:
    yield "name,loopback,asn,hosts"
    for name, facts in seen.facts.items():
        block = host_block(seen.hops[name]) if name in seen.hops else None
        yield f"{names[name]},{facts.loopback or ''},{facts.asn or ''},{block or ''}"


def _hosts(running: Sequence[Running], names: Mapping[str, str]) -> Iterator[str]:
    yield "# Devices as their configurations have them. What proves that the right one answers, `serial` and"
    yield "# `mac`, stands in no configuration: add it, or import with `--inventory`."
    for one in running:
        address = one.facts.reach.management
        row, data = (one.row, one.row.data) if one.row else (Row(), Data())
        reach = {
            "hostname": row.hostname or (str(address.ip) if address else ""),
            "port": str(row.port or ""),
            "username": row.username,
            "password": row.password or "",
        }
        proof = {"management": str(address or ""), "serial": data.serial, "mac": data.mac}
        words = [*_pairs(reach), f"data: {{{', '.join(_pairs(proof))}}}"]
        yield f"{names[one.name]}: {{{', '.join(words)}}}"


def _pairs(fields: Mapping[str, str]) -> Iterator[str]:
    yield from (f"{name}: {json.dumps(value)}" for name, value in fields.items() if value)
