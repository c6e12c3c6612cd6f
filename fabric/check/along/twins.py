"""Whether units of one kind are set alike: the odd one out is a mistake, or a secret nobody wrote down."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.topology import far_end, near_end

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    from fabric.check.along.walk import Walk

ABSENT = None


def units_of_a_kind_are_set_alike(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-007: of two switches of one model, release and tier, one that is set apart acts apart."""
    kinds: defaultdict[Hashable, dict[str, Mapping[str, str]]] = defaultdict(dict)
    for unit, hop in walk.hops.items():
        if hop.settings is not None:
            kinds[_kind(walk, unit)][unit] = hop.settings
    for units in kinds.values():
        for unit, other, difference in _odd(units):
            yield error(
                "HOP-007", f"`{unit}` {difference} on `{other}`, of the same kind", walk.path(unit), HINT
            )


HINT = "units of one model, release, tier and cabling are set alike"


def ports_of_a_kind_are_set_alike(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-008: of ports with like neighbour, speed and cable, one that is set apart acts apart."""
    kinds: defaultdict[Hashable, dict[str, Mapping[str, str]]] = defaultdict(dict)
    for unit, hop in walk.hops.items():
        if hop.settings is None:
            continue
        kind = _kind(walk, unit)
        for link in walk.design.fabric.links_of.get(unit, ()):
            end = near_end(link, unit)
            port = walk.port(end)
            role = walk.design.device(far_end(link, unit).device).role
            if port is not None:
                key = (kind, role, link.kind, link.speed_gbps, link.length_m, end.port.lanes)
                kinds[key][walk.name(end).strip("`")] = dict(port.settings)
    for ports in kinds.values():
        for port_name, other, difference in _odd(ports):
            unit = port_name.partition(":")[0]
            yield error(
                "HOP-008", f"`{port_name}` {difference} on `{other}`, of the same kind", walk.path(unit), HINT
            )


def _kind(walk: Walk, unit: str) -> Hashable:
    device = walk.design.device(unit)
    links = walk.design.fabric.links_of.get(unit, ())
    cables = frozenset((link.kind, link.speed_gbps, link.length_m) for link in links)
    drained = unit in walk.design.drained
    return device.role, device.platform, device.model, device.release, device.hwsku, cables, drained


def _odd(found: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield (name, one of the others, difference) for what is not set as most are."""
    if len(found) < 2:  # noqa: PLR2004 - one has no twin
        return
    counts: defaultdict[str, Counter[str | None]] = defaultdict(Counter)
    for settings in found.values():
        for key, value in settings.items():
            counts[key][value] += 1
    for key, values in counts.items():
        values[ABSENT] = len(found) - sum(values.values())
        usual, times = values.most_common(1)[0]
        if times == len(found):
            continue
        other = next(name for name, settings in found.items() if settings.get(key) == usual)
        for name, settings in found.items():
            if (own := settings.get(key)) != usual:
                yield name, other, f"has `{key}` {_said(own)}, {_said(usual)}"


def _said(value: str | None) -> str:
    return "not set" if value is None else f"`{value}`" if value else "set"


RULES = (units_of_a_kind_are_set_alike, ports_of_a_kind_are_set_alike)
