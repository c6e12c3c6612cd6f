"""Whether an artifact, read back, means what its unit is to do: a template may say something else."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.check.along.walk import codes
from fabric.core.diagnostic import Diagnostic, error
from fabric.core.names import listing
from fabric.device import qos_of
from fabric.device.bgp import bgp, ecmp
from fabric.device.hop import meant
from fabric.device.interfaces import fec, interfaces
from fabric.device.qos import traffic_classes
from fabric.topology import End, Role, near_end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from fabric.check.along.walk import Walk
    from fabric.device import Bgp, Interface
    from fabric.device.hop import Hop, PortHop, Storm, Treatment
    from fabric.topology import Device, Link

    Meant = Callable[[int], Treatment | None]

SWITCHES = frozenset({Role.LEAF, Role.SPINE, Role.CORE})


def ports_do_what_is_meant(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-001: an artifact that says something else than the intent is a switch that nobody described."""
    for unit, hop in walk.hops.items():
        device = walk.design.device(unit)
        found: defaultdict[str, list[str]] = defaultdict(list)
        wanted = _meant(walk, device)
        for link in walk.design.fabric.links_of.get(unit, ()):
            end = near_end(link, unit)
            for difference in _port(walk, device, wanted, (link, walk.port(end))):
                found[difference].append(walk.design.port_name(end))
        for difference, ports in found.items():
            summary = f"the artifact of `{unit}` {difference} ({listing(ports, most=3)})"
            yield error("HOP-001", summary, device.path, HINT)
        if device.role in SWITCHES:
            yield from _routing(walk, device, hop)
            yield from _pools(walk, device, hop)


HINT = "look for a template of your own under `templates/` that prints it"


def _port(walk: Walk, device: Device, wanted: Meant, seen: tuple[Link, PortHop | None]) -> Iterator[str]:
    link, port = seen
    if port is None:
        yield "does not configure a port that has a cable"
        return
    mtu = walk.design.intent.physical.mtu
    if port.mtu != mtu:
        yield f"has an MTU of {port.mtu}, the intent {mtu}"
    if port.speed_gbps != link.speed_gbps:
        yield f"runs a port at {port.speed_gbps}G whose cable gives {link.speed_gbps}G"
    if device.role in SWITCHES:
        name = fec(walk.design, link, at_switch=link.b.device == device.name)
        if port.fec and link.media_a and port.fec != name:
            yield f"corrects errors by `{port.fec}` where the module needs `{name}`"
    if device.role in SWITCHES or port.treatment is not None:
        yield from _treatment(wanted(link.speed_gbps), port.treatment)


def _meant(walk: Walk, device: Device) -> Meant:
    """Return what the ports of a unit are meant to do, by their speed in Gb/s."""
    design = walk.design
    if design.intent.qos is None:
        return lambda _: None
    if device.role not in SWITCHES:
        host = design.once(("meant", "host"), lambda: _of_host(walk))
        return lambda _: host
    qos = qos_of(design, device)
    return lambda speed: design.once(("meant", id(qos), speed), lambda: meant(qos, speed)) if qos else None


def _of_host(walk: Walk) -> Treatment:
    """Return what a NIC is meant to do: as a switch, but it makes no marks and watches nothing."""
    leaf = walk.design.fabric.of_role(Role.LEAF)[0]
    qos = qos_of(walk.design, leaf)
    if qos is None:
        raise ValueError("a fabric without qos has no classes")
    return replace(
        meant(replace(qos, classes=traffic_classes(walk.design, ()), trimming=None), 0), storm=None
    )


def _treatment(wanted: Treatment | None, said: Treatment | None) -> Iterator[str]:
    if wanted is None or said is None:
        if wanted is not None:
            yield "gives a port no classes at all"
        return
    if wanted == said:
        return
    if not said.trusts_dscp:
        yield "does not trust the code points that packets bear"
    astray = [code for code in range(64) if said.dscp_to_class[code] != wanted.dscp_to_class[code]]
    if astray:
        yield (
            f"puts code points {codes(astray)} into class {said.dscp_to_class[astray[0]]}, "
            f"the intent into {wanted.dscp_to_class[astray[0]]}"
        )
    yield from _unused(wanted, said)
    yield from _scheduling(wanted, said)
    if wanted.storm is not None:
        yield from _storm(wanted.storm, said.storm)


def _unused(wanted: Treatment, said: Treatment) -> Iterator[str]:
    """Yield what is wrong with classes, in use or not: each has its own queue, or that of the rest."""
    rest = wanted.dscp_to_class[0]
    for number, (queue, stops) in enumerate(zip(said.class_to_queue, said.pause_to_queue, strict=True)):
        if queue not in {number, rest}:
            yield f"gives class {number} the queue {queue}"
        if stops != queue:
            yield f"lets a pause of priority {number} stop queue {stops}, where class {number} has {queue}"
    for number, (group, meant_group) in enumerate(
        zip(said.class_to_group, wanted.class_to_group, strict=True)
    ):
        if group != meant_group:
            yield f"gives class {number} the priority group {group}, the intent {meant_group}"


def _scheduling(wanted: Treatment, said: Treatment) -> Iterator[str]:
    if said.pauses != wanted.pauses:
        yield f"pauses priorities {sorted(said.pauses)}, the intent {sorted(wanted.pauses)}"
    if said.marks != wanted.marks:
        yield f"marks {_marks(said)}, the intent {_marks(wanted)}"
    if said.strict != wanted.strict:
        yield f"serves queues {sorted(said.strict)} first, the intent {sorted(wanted.strict)}"
    if said.shares != wanted.shares:
        yield f"gives queues the shares {dict(said.shares)}, the intent {dict(wanted.shares)}"
    if said.trims != wanted.trims:
        yield f"cuts {_trims(said)}, the intent {_trims(wanted)}"


def _marks(treatment: Treatment) -> str:
    rows = (
        f"queue {q} from {m.min_bytes} to {m.max_bytes} B at {m.probability_pct} %"
        for q, m in treatment.marks
    )
    return ", ".join(rows) or "nothing"


def _trims(treatment: Treatment) -> str:
    rows = (
        f"queue {q} to {t.size_bytes} B for queue {t.queue} with code point {t.dscp}"
        for q, t in treatment.trims
    )
    return ", ".join(rows) or "nothing"


def _storm(wanted: Storm, said: Storm | None) -> Iterator[str]:
    """Yield differences of the watchdog; what a platform has no word for is the support rows' matter."""
    if said is None:
        yield "does not watch for storms"
        return
    if not wanted.detect_ms <= said.detect_ms < wanted.detect_ms + max(said.poll_ms, 1):
        yield f"calls a pause of {said.detect_ms} ms a storm, the intent one of {wanted.detect_ms} ms"
    if said.restore_ms not in {None, wanted.restore_ms}:
        yield f"restores after {said.restore_ms} ms, the intent after {wanted.restore_ms} ms"
    if said.action not in {None, wanted.action}:
        yield f"answers a storm by `{said.action}`, the intent by `{wanted.action}`"


def _routing(walk: Walk, device: Device, hop: Hop) -> Iterator[Diagnostic]:
    design = walk.design
    ports = interfaces(design, device.name)
    wanted, hashed = bgp(design, device, ports), ecmp(design, device)
    pairs = (
        ("has the AS", hop.asn, wanted.asn),
        ("has the router id", hop.router_id, wanted.router_id),
        ("hashes over", hop.hash_fields and sorted(hop.hash_fields), sorted(hashed.fields)),
        ("has the hash seed", hop.hash_seed, hashed.seed),
        ("allows equal paths:", hop.max_paths, _paths(hop.max_paths, wanted)),
    )
    for words, said, told in pairs:
        if said is not None and said != told:
            summary = f"the artifact of `{device.name}` {words} {said}, the intent {told}"
            yield error("HOP-001", summary, device.path, HINT)
    for port in ports:
        yield from _session(walk, device, port)


def _pools(walk: Walk, device: Device, hop: Hop) -> Iterator[Diagnostic]:
    qos = qos_of(walk.design, device)
    if qos is None or not qos.lossless:
        return
    deepest = max((row.xoff_bytes for row in qos.headroom), default=0)
    if hop.headroom_bytes not in {None, deepest}:
        summary = (
            f"the artifact of `{device.name}` has headroom of {hop.headroom_bytes} B, its cables {deepest} B"
        )
        yield error("HOP-001", summary, device.path, HINT)
    if hop.pools is None:
        return
    buffers = qos.buffers
    wanted = (buffers.ingress_pool_bytes, buffers.headroom_pool_bytes or None, buffers.egress_pool_bytes)
    for name, said, told in zip(("ingress", "headroom", "egress"), hop.pools, wanted, strict=True):
        if said != told:
            summary = f"the artifact of `{device.name}` has {said} B of {name} pool, its HwSKU {told} B"
            yield error("HOP-001", summary, device.path, HINT)


def _paths(said: int | None, wanted: Bgp) -> int | None:
    """Return how many paths are right: a platform's own limit may be lower, but not below the need."""
    needed = min(wanted.max_paths, len({neighbor.port for neighbor in wanted.neighbors}))
    return said if said is not None and needed <= said <= wanted.max_paths else wanted.max_paths


def _session(walk: Walk, device: Device, wanted: Interface) -> Iterator[Diagnostic]:
    end = End(device.name, wanted.port)
    said = walk.port(end)
    if said is None:
        return
    for words, one, other in (
        ("has the address", said.address, wanted.address),
        ("has the address", said.address6, wanted.address6),
        ("expects at its far end the AS", said.remote_asn, wanted.peer.asn),
        ("expects over IPv6 the AS", said.remote_asn6, wanted.peer.asn if wanted.peer.address6 else None),
    ):
        if one != other:
            summary = f"the artifact of {walk.name(end)} {words} {one}, the intent {other}"
            yield error("HOP-001", summary, device.path, HINT)


RULES = (ports_do_what_is_meant,)
