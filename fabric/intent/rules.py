"""What the fields of an intent must be to each other, before anything is made from them."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error, nearest
from fabric.core.names import listing
from fabric.intent import dpu, engines, floor_rules, management_rules, service_rules, shapes, shared_hosts
from fabric.intent.qos import CODE_POINTS, Thresholds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.intent.fabric import Fabric, SubnetManager
    from fabric.intent.qos import Qos
    from fabric.intent.site import Site

WHOLE_LINK_PCT = 100
DEFAULT_PKEY = "0x7fff"


def problems(site: Site) -> Iterator[Diagnostic]:
    """Yield every contradiction in a site."""
    yield from service_rules.problems(site)
    yield from _apart(site)
    yield from shared_hosts.problems(site)
    yield from floor_rules.problems(site)
    yield from management_rules.problems(site)
    yield from dpu.problems(site)
    for fabric in site.fabrics.values():
        yield from _transport(fabric)
        yield from shapes.problems(fabric.topology)
        yield from shapes.foreign_links(fabric)
        yield from engines.problems(fabric)
        if fabric.qos is not None:
            yield from _code_points(fabric.qos)
            yield from _empty(fabric.qos)
            yield from _numbers(fabric.qos)
            yield from _scheduling(fabric.qos)
            yield from _marking(fabric.qos)
            yield from _trimming(fabric.qos)
        if fabric.subnet is not None:
            yield from _partitions(site, fabric.subnet)


def _apart(site: Site) -> Iterator[Diagnostic]:
    """Yield what two fabrics, or two pools, may not share: names of switches and addresses."""
    taken: dict[str, str] = {}
    for name, fabric in site.fabrics.items():
        if fabric.prefix in taken:
            summary = f"switches of `{name}` would be called like those of `{taken[fabric.prefix]}`"
            yield error("INT-009", summary, fabric.loc("prefix"), "give each fabric its own `prefix`")
        taken.setdefault(fabric.prefix, name)
    pools = [
        (f"{field} of `{name}`", getattr(fabric.addressing, field), fabric.addressing.loc(field))
        for name, fabric in site.fabrics.items()
        if fabric.transport != "infiniband"
        for field in (*_pools(fabric), *(("dpus",) if dpu.has_dpus(site, name) else ()))
    ]
    for (first, one, _), (second, other, path) in combinations(pools, 2):
        if one.version == other.version and one.overlaps(other):
            summary = f"the pool {second}, {other}, overlaps {first}, {one}"
            yield error("INT-010", summary, path, "an address belongs to one pool: take another network")


def _pools(fabric: Fabric) -> tuple[str, ...]:
    """Return the pools that a fabric takes addresses from."""
    fields = ("loopbacks", "hosts", *(("links",) if fabric.numbered else ()))
    return (*fields, *(f"{field}6" for field in fields)) if fabric.routing.dual_stack else fields


def _transport(fabric: Fabric) -> Iterator[Diagnostic]:
    if fabric.transport != "infiniband" and fabric.subnet is not None:
        yield error(
            "INT-007", "an Ethernet fabric has no subnet manager", fabric.loc("subnet"), "remove `subnet`"
        )
    if fabric.transport == "ethernet" and fabric.qos is not None:
        for found in (one for one in fabric.qos.classes if one.lossless):
            summary = f"class `{found.name}` is lossless on a fabric without RoCE"
            yield error("INT-007", summary, found.loc("lossless"), "make it `transport: roce`")
    if fabric.transport == "infiniband":
        if fabric.subnet is None:
            hint = "add `subnet: {release: ...}`"
            yield error(
                "INT-008", "an InfiniBand fabric needs a subnet manager", fabric.loc("topology"), hint
            )
        if fabric.qos is not None:
            hint = "InfiniBand has `service_levels` under `subnet`"
            yield error("INT-007", "`qos` is for RoCE", fabric.loc("qos"), hint)


def _code_points(qos: Qos) -> Iterator[Diagnostic]:
    holders: defaultdict[int, list[str]] = defaultdict(list)
    for found in qos.classes:
        for point in found.dscp or ():
            holders[point].append(found.name)
    for found in qos.classes:
        twice = sorted(point for point in found.dscp or () if holders[point][0] != found.name)
        if twice:
            first = holders[twice[0]][0]
            summary = f"code points {listing([str(p) for p in twice])} of `{found.name}` are in `{first}` too"
            yield error("QOS-001", summary, found.loc("dscp"), "a code point belongs to one class")
    rest = [found for found in qos.classes if found.dscp is None]
    for found in rest[1:]:
        summary = f"`{found.name}` and `{rest[0].name}` both take the rest"
        yield error("QOS-002", summary, found.loc("dscp"), "only one class takes the rest")
    left = [str(point) for point in range(CODE_POINTS) if point not in holders]
    if left and not rest:
        summary = f"no class takes code points {listing(left)}"
        yield error("QOS-002", summary, qos.loc("classes"), "give one class `dscp: rest`: the map is total")


def _empty(qos: Qos) -> Iterator[Diagnostic]:
    named = {point for found in qos.classes for point in found.dscp or ()}
    for found in qos.classes:
        points = range(CODE_POINTS - len(named)) if found.dscp is None else found.dscp
        if not points:
            hint = "give it code points that no other class has, or remove it: nothing would be in it"
            yield error("QOS-009", f"no code point is left for class `{found.name}`", found.loc("dscp"), hint)


def _numbers(qos: Qos) -> Iterator[Diagnostic]:
    for key, code in (("traffic_class", "QOS-003"), ("name", "QOS-008")):
        seen: set[object] = set()
        for found in qos.classes:
            value = getattr(found, key)
            if value in seen:
                hint = "each class has its own"
                yield error(code, f"two classes have {key.replace('_', ' ')} `{value}`", found.loc(key), hint)
            seen.add(value)


def _scheduling(qos: Qos) -> Iterator[Diagnostic]:
    for found in qos.classes:
        if found.strict and found.bandwidth is not None:
            hint = "remove `bandwidth`: a strict class takes what it needs"
            yield error("QOS-005", f"strict class `{found.name}` has a share", found.loc("bandwidth"), hint)
        if found.strict and found.lossless:
            hint = "a paused strict queue starves nobody but proves nothing: make it weighted"
            summary = f"`{found.name}` is strict and lossless"
            yield error("QOS-006", summary, found.loc("lossless"), hint)
        if not found.strict and found.bandwidth is None:
            hint = "add `bandwidth`, such as `20 %`, or `strict: true`"
            yield error("QOS-004", f"class `{found.name}` has no share of the link", found.loc(), hint)
    shares = [found.bandwidth for found in qos.classes if found.bandwidth is not None]
    if shares and sum(shares) != WHOLE_LINK_PCT:
        summary = f"the shares of the weighted classes add up to {sum(shares)} %"
        yield error("QOS-004", summary, qos.loc("classes"), "make them 100 %")


def _marking(qos: Qos) -> Iterator[Diagnostic]:
    for found in qos.classes:
        ecn = found.ecn
        if isinstance(ecn, Thresholds) and not 0 < ecn.min < ecn.max:
            summary = f"marking of `{found.name}` begins at {ecn.min:,.0f} B and is total at {ecn.max:,.0f} B"
            yield error("QOS-007", summary, ecn.loc("min"), "`min` is above 0 and below `max`")


def _trimming(qos: Qos) -> Iterator[Diagnostic]:
    trimming = qos.trimming
    if trimming is None:
        return
    of = {found.name: found for found in qos.classes}
    named = [(name, trimming.loc("classes", place)) for place, name in enumerate(trimming.classes)]
    for name, path in (*named, (trimming.to, trimming.loc("to"))):
        if name not in of:
            yield error("QOS-015", f"no class is called `{name}`", path, nearest(name, of))
        elif of[name].lossless:
            hint = "trimming is for classes that may drop"
            yield error("QOS-015", f"lossless class `{name}` drops nothing that could be cut", path, hint)
    if trimming.to in trimming.classes:
        hint = "send what is left to another class: the queue of this one is full"
        yield error("QOS-015", f"`{trimming.to}` would carry its own remains", trimming.loc("to"), hint)
    elif trimming.to in of and of[trimming.to].dscp is None:
        summary = f"`{trimming.to}` has no code point of its own to mark what is left"
        yield error("QOS-015", summary, trimming.loc("to"), "give it one instead of `rest`")


def _partitions(site: Site, subnet: SubnetManager) -> Iterator[Diagnostic]:
    keys = Counter(int(partition.pkey, 16) for partition in subnet.partitions)
    for partition in subnet.partitions:
        key = int(partition.pkey, 16)
        if key == 0 or key > int(DEFAULT_PKEY, 16) or keys[key] > 1:
            summary = f"key `{partition.pkey}` of partition `{partition.name}` is not free"
            hint = f"use a key of its own up to `0x7ffe`; `{DEFAULT_PKEY}` is the default partition"
            yield error("SUB-001", summary, partition.loc("pkey"), hint)
        for index, pod in enumerate(partition.pods or ()):
            if pod not in site.hosts:
                hint = nearest(pod, site.hosts) or f"pods here: {listing(list(site.hosts))}"
                yield error("SUB-002", f"there is no pod `{pod}`", partition.loc("pods", index), hint)
