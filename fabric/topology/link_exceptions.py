"""Exceptions from the classes of links: other modules, speeds and lengths for those that a pattern hits."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from fabric.core.diagnostic import Diagnostic, FabricError, error, nearest
from fabric.topology.media import port_gbps
from fabric.topology.model import HOST_LINK, Link
from fabric.topology.names import matcher
from fabric.topology.panels import lanes_of
from fabric.topology.ports import seated
from fabric.topology.seats import contested
from fabric.topology.speeds import LinkClass, nic_gbps, places, too_fast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from fabric.catalog import Catalog
    from fabric.intent.physical import LinkOverride
    from fabric.topology.ground import Ground, Wiring
    from fabric.topology.model import Device, End

HOST = "-host"
"""Between the name of its pod and the number of a host."""


class _Reach(NamedTuple):
    """Which exceptions a device is hit by, as bits: by `match`, and by `to`."""

    match: int
    to: int


@dataclass(frozen=True, slots=True)
class _Exceptions:
    """The exceptions of a fabric, with what was found about names and classes once."""

    ground: Ground
    switches: Mapping[str, Device]
    patterns: tuple[tuple[Callable[[str], bool], Callable[[str], bool]], ...]
    reached: dict[str, _Reach] = field(default_factory=dict)
    made: dict[tuple[int, int], LinkClass] = field(default_factory=dict)

    def hits(self, link: Link) -> int:
        """Return the exceptions that a link is hit by, as bits."""
        a, b = self.reach(link.a.device), self.reach(link.b.device)
        return (a.match & b.to) | (b.match & a.to)

    def reach(self, name: str) -> _Reach:
        """Return what a device is hit by, looked up once."""
        found = self.reached.get(name)
        if found is None:
            bits = [(match(name) << number, to(name) << number) for number, (match, to) in _numbered(self)]
            found = _Reach(sum(bit for bit, _ in bits), sum(bit for _, bit in bits))
            self.reached[name] = found
        return found

    def of(self, link: Link, hits: int) -> LinkClass:
        """Return the class of a link with its exceptions; links of one class share its `given`."""
        key = (hits, id(link.given))
        if key not in self.made:
            cls = LinkClass(
                link.kind, link.speed_gbps, link.media_a, link.media_b, link.fibre, link.length_m,
                given=link.given,
            )  # fmt: skip
            for number, override in enumerate(self.ground.intent.physical.overrides):
                if hits >> number & 1:
                    cls = _changed(cls, override, self.ground.catalog)
            self.made[key] = cls
        return self.made[key]

    def seat(self, end: End, cls: LinkClass) -> End:
        """Return the end of a link in the lanes that its speed takes, in the slot that it has."""
        device = self.switches.get(end.device)
        if device is None:
            return end
        place = replace(device, path=cls.given.get("speed", device.path))
        lanes = lanes_of(place, cls.speed_gbps, self.ground.catalog)
        return end._replace(port=seated(end.port.cage, end.port.lane, lanes))


def _numbered(
    found: _Exceptions,
) -> Iterator[tuple[int, tuple[Callable[[str], bool], Callable[[str], bool]]]]:
    return enumerate(found.patterns)


def with_link_exceptions(wiring: Wiring, ground: Ground) -> Wiring:
    """Return the wiring with the exceptions applied to its links, in order.

    Raises FabricError for one that hits nothing, and for what two links of a cage would both need.
    """
    overrides, links = ground.intent.physical.overrides, wiring.links
    if overrides:
        patterns = tuple((matcher(one.match), matcher(one.to or "*")) for one in overrides)
        links = tuple(_excepted(_Exceptions(ground, wiring.switches, patterns), links))
    if (overrides or not ground.classes.alike) and (problems := tuple(contested(links, wiring.switches))):
        raise FabricError(*problems)
    return replace(wiring, links=links)


def _excepted(exceptions: _Exceptions, links: Iterable[Link]) -> list[Link]:
    seen, found = 0, list[Link]()
    problems: dict[Diagnostic, None] = {}
    for link in links:
        hits = exceptions.hits(link)
        seen |= hits
        try:
            found.append(_applied(link, exceptions, hits) if hits else link)
        except FabricError as failure:
            problems |= dict.fromkeys(failure.diagnostics)
    overrides = exceptions.ground.intent.physical.overrides
    missed = [one for number, one in enumerate(overrides) if not seen >> number & 1]
    if problems or missed:
        raise FabricError(*problems, *(_missed(one, exceptions.reached) for one in missed))
    return found


def _applied(link: Link, exceptions: _Exceptions, hits: int) -> Link:
    cls = exceptions.of(link, hits)
    a, b = link.a, link.b
    if cls.speed_gbps != link.speed_gbps:
        _within_the_nic(link, cls, exceptions)
        a, b = (exceptions.seat(end, cls) for end in (a, b))
    return replace(
        link, a=a, b=b, speed_gbps=cls.speed_gbps, media_a=cls.media_a, media_b=cls.media_b, fibre=cls.fibre,
        length_m=cls.length_m, given=cls.given,
    )  # fmt: skip


def _within_the_nic(link: Link, cls: LinkClass, exceptions: _Exceptions) -> None:
    if link.kind != HOST_LINK:
        return
    ground, name = exceptions.ground, link.a.device.rpartition(HOST)[0]
    pod = next((pod for pod in ground.pods if pod.name == name), None)  # none of a subnet manager
    most = nic_gbps(ground.intent, pod, ground.catalog) if pod else cls.speed_gbps
    if pod and cls.speed_gbps > most:
        raise FabricError(too_fast(pod, cls, most))


def _changed(cls: LinkClass, override: LinkOverride, catalog: Catalog) -> LinkClass:
    lower, upper = override.host or override.both, override.switch or override.both
    module = lower or upper
    speed = override.speed or (port_gbps(module, catalog) if module else cls.speed_gbps)
    return replace(
        cls,
        speed_gbps=int(speed),
        media_a=lower or cls.media_a,
        media_b=upper or cls.media_b,
        fibre=override.fibre or cls.fibre,
        length_m=override.length or cls.length_m,
        given={**cls.given, **places(override)},
    )


def _missed(override: LinkOverride, names: Mapping[str, object]) -> Diagnostic:
    """Return the finding for an exception that no link is hit by, and the nearest name to what it says."""
    for field_name, pattern in (("match", override.match), ("to", override.to or "*")):
        if not any(map(matcher(pattern), names)):
            hint = nearest(pattern, names) or "names are those of `fabric cables`"
            return error("TOP-046", f"`{pattern}` matches no end of a link", override.loc(field_name), hint)
    summary = f"no link joins `{override.match}` and `{override.to}`"
    return error("TOP-046", summary, override.loc("to"), "`fabric cables` lists what is joined to what")
