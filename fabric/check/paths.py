"""Whether traffic flows: no circle of pauses, no valley, no unequal choice, a spare for each switch."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from fabric.analysis.dependencies import RANKS, circle, valleys
from fabric.core.diagnostic import Diagnostic, error, info, warning
from fabric.core.names import listing, natural
from fabric.topology import Role, far_end

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.device import Design
    from fabric.topology import Device, Link

HALF = 0.5
PLURAL = {Role.LEAF: "leaves", Role.SPINE: "spines", Role.CORE: "cores"}
ENTROPY = "src-port"
"""RoCEv2 tells flows apart by the UDP source port alone: all else is equal between two hosts."""

QUEUE_PAIR = "dst-qp"
"""Which queue pair of a NIC a packet of RoCE is for."""


def pauses_wait_in_no_circle(design: Design) -> Iterable[Diagnostic]:
    """DLK-001: switches whose pauses wait for each other in a circle never send again."""
    qos = design.intent.qos
    lossless = [found for found in qos.classes if found.lossless] if qos else []
    if design.intent.transport != "roce" or not lossless:
        return
    if (found := circle(design.fabric)) is not None:
        way = " -> ".join(f"`{name}`" for name in found)
        summary = f"pauses of priority {lossless[0].traffic_class} can wait for each other in a circle: {way}"
        hint = "make every class lossy, or join switches of one tier through the tier above"
        yield error("DLK-001", summary, design.intent.topology.loc(), hint)


def switches_carry_nothing_between_those_above(design: Design) -> Iterable[Diagnostic]:
    """DLK-002: a switch that carries traffic of those above it makes valleys, and with pauses circles."""
    if design.intent.transport != "roce":
        return
    numbers, fabric = design.numbers, design.fabric
    asn = {d.name: numbers.asn(d) for d in fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE)}
    for name, first, second in valleys(fabric, asn):
        summary = f"`{name}` would carry traffic between `{first}` and `{second}` above it: their AS differ"
        yield error("DLK-002", summary, design.device(name).path, "give the switches above one AS")
        return


def equal_paths_are_equally_fast(design: Design) -> Iterable[Diagnostic]:
    """PTH-001: ECMP sends as many flows over a slow path as over a fast one, so the slow one decides."""
    seen: set[tuple[object, ...]] = set()
    for device, links in _choices(design):
        speeds = Counter(link.speed_gbps for link in links)
        key = (device.role, *sorted(speeds.items()))
        if len(speeds) > 1 and key not in seen:
            seen.add(key)
            parts = " and ".join(f"{times} of {speed}G" for speed, times in sorted(speeds.items()))
            summary = f"`{device.name}` spreads flows equally over {parts}"
            hint = "use one speed in a group, or a plane for each speed"
            yield warning("PTH-001", summary, device.path, hint)


def successive_choices_differ(design: Design) -> Iterable[Diagnostic]:
    """PTH-002: a tier that chooses by the hash of the tier below sees only the flows of one outcome."""
    ecmp = design.intent.routing.ecmp
    if design.intent.transport != "roce" or ecmp.seed != "equal":
        return
    choosing = {device.role for device, links in _choices(design) if len(links) > 1}
    if len(choosing) > 1:
        roles = " and ".join(PLURAL[role] for role in sorted(choosing, key=lambda role: RANKS[role]))
        summary = f"{roles} choose by the same fields and the same seed"
        yield warning("PTH-002", summary, ecmp.loc("seed"), "write `seed: per-tier`")


def flows_can_be_told_apart(design: Design) -> Iterable[Diagnostic]:
    """HST-003: RoCE flows of two hosts differ in the UDP source port alone; without it they share a path."""
    ecmp = design.intent.routing.ecmp
    if design.intent.transport == "roce" and ENTROPY not in ecmp.hash:
        summary = f"paths are chosen without `{ENTROPY}`"
        yield warning("HST-003", summary, ecmp.loc("hash"), f"add `{ENTROPY}`")


def flows_are_placed_by_one_means(design: Design) -> Iterable[Diagnostic]:
    """PTH-005: queue pairs in the hash and path choice by load are two answers to few flows."""
    routing = design.intent.routing
    if QUEUE_PAIR in routing.ecmp.hash and routing.adaptive != "off":
        summary = f"flows are spread by `{QUEUE_PAIR}` and by load (`adaptive: {routing.adaptive}`) at once"
        hint = f"leave `{QUEUE_PAIR}` out, or write `adaptive: off`; nobody is known to run both"
        yield warning("PTH-005", summary, routing.ecmp.loc("hash"), hint)


def each_tier_can_lose_a_switch(design: Design) -> Iterable[Diagnostic]:
    """PTH-003: a tier of which one switch carries more than half has nothing that stands in for it."""
    worst: dict[Role, tuple[float, str, str]] = {}
    for device in design.fabric.of_role(Role.LEAF, Role.SPINE):
        above: Counter[str] = Counter()
        for link in _up(design, device):
            above[far_end(link, device.name).device] += link.speed_gbps
        if above:
            (name, most), *_ = above.most_common(1)
            share = most / above.total()
            if share > worst.get(device.role, (HALF, "", ""))[0]:
                worst[device.role] = (share, device.name, name)
    for share, name, lost in worst.values():
        summary = f"without `{lost}`, `{name}` keeps {1 - share:.0%} of its way up"
        yield warning("PTH-003", summary, design.device(lost).path, "use at least two switches above each")


def a_drain_leaves_another_way(design: Design) -> Iterable[Diagnostic]:
    """PTH-004: a switch all of whose ways up are drained goes on using them: longer paths still are paths."""
    stuck: dict[frozenset[str], list[str]] = {}
    for device in design.fabric.of_role(Role.LEAF, Role.SPINE) if design.drained else ():
        above = frozenset(far_end(link, device.name).device for link in _up(design, device))
        if above and device.name not in design.drained and above <= design.drained:
            stuck.setdefault(above, []).append(device.name)
    for above, below in stuck.items():
        summary = (
            f"{listing(sorted(above, key=natural))} are all ways up of {listing(below)}, and all are drained"
        )
        hint = "traffic stays where it is; drain some of them, then the others"
        yield warning("PTH-004", summary, design.intent.routing.loc("drained"), hint)


def nics_have_one_factory(design: Design) -> Iterable[Diagnostic]:
    """QOS-014: NICs of makers with other code points need a map of their own, or they miss the class."""
    if design.intent.qos is None:
        return
    factory: defaultdict[tuple[object, ...], list[str]] = defaultdict(list)
    for model in _nics(design):
        nic = design.catalog.nic(model)
        factory[nic.roce_dscp, nic.roce_priority, nic.cnp_dscp, nic.cnp_priority].append(model)
    if len(factory) > 1:
        names = listing([name for found in factory.values() for name in found])
        hint = "the script of each host sets the map of the intent; no NIC may keep its own"
        summary = f"the NICs {names} differ in the code points they have from the factory"
        yield info("QOS-014", summary, design.intent.qos.loc("classes"), hint)


def lossy_rdma_needs_repeats(design: Design) -> Iterable[Diagnostic]:
    """HST-001: RDMA in a class that may drop sends a whole window again for every loss, on most NICs."""
    qos = design.intent.qos
    if qos is not None and not any(found.lossless for found in qos.classes):
        hint = "make the class of RDMA lossless, unless every NIC repeats single packets"
        yield warning("HST-001", "no class is lossless", qos.loc("classes"), hint)


def _nics(design: Design) -> list[str]:
    hosts, name = design.site.hosts, design.fabric.name
    return sorted({hosts[host.pod].nics[name].model for host in design.fabric.of_role(Role.HOST)})


def _up(design: Design, device: Device) -> Iterator[Link]:
    rank = RANKS[device.role]
    for link in design.fabric.links_of.get(device.name, ()):
        other = design.device(far_end(link, device.name).device)
        if RANKS.get(other.role, 0) > rank:
            yield link


def _choices(design: Design) -> Iterator[tuple[Device, list[Link]]]:
    """Yield each group of equal paths: all ways up of a switch, and its cables to one switch below."""
    for device in design.fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE):
        below: defaultdict[str, list[Link]] = defaultdict(list)
        up: list[Link] = []
        for link in design.fabric.links_of.get(device.name, ()):
            other = design.device(far_end(link, device.name).device)
            rank = RANKS.get(other.role, 0)
            if rank > RANKS[device.role]:
                up.append(link)
            elif rank:
                below[other.name].append(link)
        yield from ((device, links) for links in (up, *below.values()) if links)


CHECKS = (
    pauses_wait_in_no_circle,
    switches_carry_nothing_between_those_above,
    equal_paths_are_equally_fast,
    successive_choices_differ,
    flows_can_be_told_apart,
    flows_are_placed_by_one_means,
    each_tier_can_lose_a_switch,
    a_drain_leaves_another_way,
    nics_have_one_factory,
    lossy_rdma_needs_repeats,
)
