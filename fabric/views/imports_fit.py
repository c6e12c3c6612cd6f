"""Which shape a network has, if one gives it exactly: every switch, port and cable, by expansion."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError
from fabric.core.names import natural
from fabric.intent.explicit import Explicit
from fabric.intent.topology import rails_of
from fabric.pipeline import expanded
from fabric.topology.model import HOST_LINK, Role
from fabric.topology.names import pod_number
from fabric.views.imports_called import counterparts, names_lines
from fabric.views.imports_shape_text import (
    physical_lines,
    topology_lines,
    with_section,
    without_exceptions,
)
from fabric.views.imports_shapes import Counted, Shape, shapes
from fabric.views.imports_taken import beside, edits, over, taken

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabric.pipeline import Project, Registry
    from fabric.topology import Fabric, Link
    from fabric.topology.model import End
    from fabric.views.imports_config import Running
    from fabric.views.imports_intent import Draft
    from fabric.views.imports_running import Site
    from fabric.views.imports_taken import Taken

EXPLICIT = "explicit"
BY_HAND = "link by link"
SITE, LINKS = "site.yaml", "links.csv"


@dataclass(frozen=True, slots=True)
class Fit:
    """What came of it."""

    draft: Draft
    kind: str
    """Shape of the draft: `explicit` if no other has every link."""
    words: str


@dataclass(frozen=True, slots=True)
class Settled:
    """A site in its shape, or link by link, and what becomes of it."""

    site: Site
    taken: Taken


def settled(project: Project, site: Site, running: Sequence[Running], registry: Registry) -> Settled:
    """Return a site in the shape it has, unless that changed more of what runs than links by hand do."""
    fit = fitted(project, site.draft, registry)
    shaped = replace(site, draft=fit.draft, topology=fit.words)
    made = taken(project, shaped, running, registry)
    if fit.kind == EXPLICIT or not (made.refused or edits(made)):
        return Settled(shaped, made)
    by_hand = taken(project, site, running, registry)
    more = edits(made) - edits(by_hand)
    if len(made.refused) > len(by_hand.refused):
        why = f"`{fit.kind}` has every link, and {made.refused[0].summary}"
    elif more:
        counts = ", ".join(f"{name} {count}" for name, count in sorted(more.items()))
        why = f"`{fit.kind}` has every link, and would change more of what runs: {counts}"
    else:
        return Settled(shaped, made)
    return Settled(replace(site, topology=f"{BY_HAND}, {why}"), by_hand)


@dataclass(frozen=True, slots=True)
class _Tried:
    """A shape, and where it differs."""

    shape: Shape
    draft: Draft
    differing: int
    first: str


def fitted(project: Project, draft: Draft, registry: Registry) -> Fit:
    """Return a draft in a shape that gives each switch and link of a hand-written one, or that one again."""
    try:
        build = expanded(over(project, beside(project, draft.files)), registry)
    except FabricError as failure:
        why = f"no shape is looked for until it compiles: {failure.diagnostics[0].summary}"
        return _by_hand(draft, why)
    (design,) = build.designs.values()
    topology = design.intent.topology
    if isinstance(topology, Explicit) and topology.systems == "per-switch":
        return _by_hand(draft, "its spines have AS numbers of their own, those of a shape share one")
    pods = build.site.hosts.items()
    numbers = {name: group.number or pod_number(name) or 0 for name, group in pods}
    rails = rails_of(topology) or max((link.rail or 0 for link in design.fabric.links), default=0)
    counted = Counted(design.fabric, numbers, rails)
    return _nearest(_Trial(project, draft, registry, counted, design.intent.physical.mtu))


def _nearest(trial: _Trial) -> Fit:
    tried: list[_Tried] = []
    for shape in shapes(trial.counted):
        for variant in shape.variants():
            found = trial.of(variant)
            if not found.differing:
                return _said(trial.lean(found), trial.counted)
            tried.append(found)
    if not tried:
        return _by_hand(trial.draft, "no shape has such tiers")
    nearest = min(tried, key=lambda one: one.differing)
    words = f"no shape gives all of it; nearest is `{nearest.shape.kind}`: {nearest.first}"
    return _by_hand(trial.draft, words)


def _by_hand(draft: Draft, why: str) -> Fit:
    return Fit(draft, EXPLICIT, f"{BY_HAND}, {why}")


def _said(found: _Tried, counted: Counted) -> Fit:
    fabric = counted.fabric
    hosts = len(fabric.of_role(Role.HOST))
    switches, links = len(fabric.devices) - hosts, len(fabric.links)
    words = f"`{found.shape.kind}` gives all {switches} switches, {hosts} hosts and {links} links as they are"
    return Fit(found.draft, found.shape.kind, words)


@dataclass(frozen=True, slots=True)
class _Trial:
    """What shapes are tried on."""

    project: Project
    draft: Draft
    registry: Registry
    counted: Counted
    mtu: int
    called: dict[tuple[object, ...], list[str]] = field(default_factory=dict)
    """Names of switches, by shape."""

    def of(self, shape: Shape) -> _Tried:
        """Expand a shape with the names of the network and compare the two."""
        topology = topology_lines(shape, self.counted.fabric, self._names(shape))
        draft = self._draft(topology, physical_lines(shape, self.counted, self.mtu))
        wanted = self.counted.fabric
        try:
            made = self._expanded(draft)
        except FabricError as failure:
            return _Tried(shape, draft, len(wanted.links) + 1, failure.diagnostics[0].summary)
        found = [*differences(wanted, made, with_rails=bool(self.counted.rails))]
        return _Tried(shape, draft, len(found), found[0] if found else "")

    def _names(self, shape: Shape) -> list[str]:
        """Return what its switches are called, if that is not what the shape calls them."""
        key = (shape.kind, *shape.head.items())
        if key not in self.called:
            topology = without_exceptions(topology_lines(shape, self.counted.fabric))
            physical = without_exceptions(physical_lines(shape, self.counted, self.mtu))
            try:
                made = self._expanded(self._draft(topology, physical))
            except FabricError:
                return []
            found = counterparts(self.counted.fabric, made)
            self.called[key] = names_lines(found, made, self.counted.numbers)
        return self.called[key]

    def _draft(self, topology: list[str], physical: list[str]) -> Draft:
        text = with_section(self.draft.files[SITE], "topology", topology)
        text = with_section(text, "physical", physical)
        files = {name: held for name, held in self.draft.files.items() if name != LINKS}
        return replace(self.draft, files={**files, SITE: text})

    def _expanded(self, draft: Draft) -> Fabric:
        project = over(self.project, beside(self.project, draft.files))
        (design,) = expanded(project, self.registry).designs.values()
        return design.fabric

    def lean(self, found: _Tried) -> _Tried:
        """Leave out what follows by itself."""
        for told in found.shape.told:
            leaner = self.of(found.shape.without(told))
            found = found if leaner.differing else leaner
        return found


def differences(wanted: Fabric, made: Fabric, *, with_rails: bool) -> Iterator[str]:
    """Yield where two fabrics differ, in words: switches and hosts, then links by their ports."""
    for name in sorted(wanted.devices.keys() | made.devices.keys(), key=natural):
        one, other = wanted.devices.get(name), made.devices.get(name)
        if one is None or other is None:
            yield f"`{name}` is not there" if one is None else f"there is no `{name}` in it"
        elif _known(one) != _known(other):
            yield f"`{name}` is another switch"
    here, there = _by_end(wanted), _by_end(made)
    for end in sorted(here.keys() | there.keys(), key=lambda end: (natural(end.device), end.port)):
        link, made_link = here.get(end), there.get(end)
        if not (link and made_link and _alike(link, made_link, end, with_rails=with_rails)):
            yield _words(end, link, made_link)


def _known(device: object) -> tuple[object, ...]:
    return tuple(
        getattr(device, name)
        for name in ("role", "model", "platform", "release", "hwsku", "routing_mode", "pod")
    )


def _by_end(fabric: Fabric) -> dict[End, Link]:
    return {end: link for link in fabric.links for end in (link.a, link.b)}


def _far(link: Link, end: End) -> End:
    return link.b if link.a == end else link.a


def _alike(one: Link, other: Link, end: End, *, with_rails: bool) -> bool:
    rails = one.rail == other.rail or not with_rails or one.kind != HOST_LINK
    long = one.length_m in {other.length_m, 0}  # nobody knows it
    same = (_far(one, end), one.speed_gbps, one.kind) == (_far(other, end), other.speed_gbps, other.kind)
    return same and long and rails


def _words(end: End, here: Link | None, there: Link | None) -> str:
    if here is None or there is None or _far(here, end) != _far(there, end):
        ways = [f"`{_far(link, end)}`" if link else "nothing" for link in (here, there)]
        return f"`{end}` leads to {ways[0]}, in the shape to {ways[1]}"
    what = "speed" if here.speed_gbps != there.speed_gbps else "length or rail"
    return f"`{end}` has another {what} than in the shape"
