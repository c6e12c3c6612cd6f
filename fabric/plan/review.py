"""A change as its reviewer sees it: what, where, how dangerous, in which order. Every view prints this."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.core.source import Folder
from fabric.plan.allow import Allowance, wanted
from fabric.plan.behind import united
from fabric.plan.constraints import Limit
from fabric.plan.eta import Pace, span, timing_of
from fabric.plan.expect import gpus_behind, redundancy_group
from fabric.plan.groups import Group, Member, Shown, grouped
from fabric.plan.impact import impact_of
from fabric.plan.judge import classes_of
from fabric.plan.limits import constraints_of, lane, limits_of
from fabric.plan.packing import Rules, allowed, rules_of
from fabric.plan.redact import redacted
from fabric.plan.variables import own_words
from fabric.plan.waves import strategy_of, waves
from fabric.platforms.form import ChangeClass
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.core.diagnostic import Diagnostic
    from fabric.device import Design, Unit
    from fabric.pipeline import Build
    from fabric.plan.changes import Changes
    from fabric.plan.model import Plan, PlannedDevice, Wave
    from fabric.platforms.form import Patch


@dataclass(frozen=True, slots=True)
class Turn:
    """One wave with the longest it may take."""

    number: int
    name: str
    devices: tuple[str, ...]
    soak_s: int
    most_s: int
    batches: int = 1
    """Turns in which its devices go at most."""
    binding: str = ""
    """The limit that keeps them from going all at once."""


@dataclass(frozen=True, slots=True)
class Review:
    """A change of a site or of one of its fabrics."""

    site: str
    fabrics: tuple[str, ...]
    before: str
    """What the change starts from, for people: a revision, a folder, `live`."""
    after: str
    groups: tuple[Group, ...]
    turns: tuple[Turn, ...]
    rewritten: tuple[str, ...] = ()
    """Units whose text differs and whose meaning does not."""
    unmanaged: Mapping[str, int] = field(default_factory=dict)
    """Entries that are not ours, by device; nothing is known offline."""
    findings: tuple[Diagnostic, ...] | None = None
    """Of the design rules; None where they are not known, as in a saved plan."""
    allowances: tuple[Allowance, ...] = ()
    gates: tuple[str, ...] = ()
    """What the site's own gates ask and run; nothing is known offline."""
    plan: str = ""
    """Digest of the plan; empty for a comparison of intents."""
    created: str = ""
    expires: str = ""

    @property
    def empty(self) -> bool:
        """Say whether no device would notice."""
        return not self.groups

    @property
    def change_class(self) -> ChangeClass:
        """The class of the whole."""
        return max((group.change_class for group in self.groups), default=ChangeClass.COSMETIC)

    @property
    def gpus(self) -> int:
        """GPUs behind all that goes down or stalls at any time."""
        return united(member.impact.behind for group in self.groups for member in group.members)

    @property
    def cables(self) -> tuple[str, ...]:
        """Cables whose ports flap at either end, each once."""
        found = {c for group in self.groups for member in group.members for c in member.impact.cables}
        return tuple(sorted(found, key=natural))

    @property
    def rails(self) -> tuple[int, ...]:
        """Rails that notice."""
        return tuple(sorted({rail for group in self.groups for rail in group.rails}))

    @property
    def capacity(self) -> float:
        """Most per cent of a switch's uplinks that one device takes out while it changes."""
        return max((group.capacity for group in self.groups), default=0.0)

    @property
    def most_s(self) -> int:
        """The longest the rollout takes when every gate passes."""
        return sum(turn.most_s for turn in self.turns)

    def count(self, kind: str) -> int:
        """Return how many devices come, change or go."""
        return sum(len(group.members) for group in self.groups if group.kind == kind)


def review_of_plan(plan: Plan) -> Review:
    """Return what a reviewer sees of a plan against live devices."""
    number = {name: place for place, wave in enumerate(plan.waves, 1) for name in wave.devices}
    members = tuple(_planned(device, number[device.name]) for device in plan.devices.values())
    groups = grouped(members)
    pace = Pace(rules_of(plan), plan.timing, frozenset(plan.down))
    return Review(
        site=plan.site,
        fabrics=(plan.fabric,),
        before="live",
        after=plan.source or plan.intent_digest[:12],
        groups=groups,
        turns=_turns(plan.waves, pace),
        unmanaged={device.name: device.unmanaged for device in plan.devices.values()},
        allowances=wanted(groups),
        gates=tuple(map(str, plan.gates.own.gates)),
        plan=plan.digest,
        created=plan.created,
        expires=plan.expires,
    )


def review_of_drift(plan: Plan) -> Review:
    """Return what a reader sees of live devices that differ: a plan that nobody applies has no end."""
    return replace(review_of_plan(plan), plan="", created="", expires="")


def _planned(device: PlannedDevice, wave: int) -> Member:
    outside = frozenset(device.outside)
    pairs = zip(device.patch.edits, classes_of(device.patch), strict=True)
    shown = tuple(Shown(edit, kind, n in outside) for n, (edit, kind) in enumerate(pairs))
    return Member(
        device.name,
        device.platform,
        device.role,
        kind="add" if device.fresh else "change",
        shown=shown,
        links=device.links,
        change_class=device.change_class,
        impact=device.impact,
        variables=device.variables,
        wave=wave,
    )


def review_of_builds(old: Mapping[str, Member], new: Build, changes: Changes, before: str) -> Review:
    """Return what a reviewer sees of a change of the intent, without any device.

    `old` are the units before, as `units_gone` has them; one that is not among them goes without particulars.
    """
    members = tuple(_changed(old, new, changes))
    turns, number = _order(new, members)
    groups = grouped(replace(member, wave=number.get(member.name, 0)) for member in members)
    return Review(
        site=new.site.name,
        fabrics=tuple(new.designs),
        before=before,
        after="work tree" if isinstance(new.project.source, Folder) else new.project.source.label,
        groups=groups,
        turns=turns,
        rewritten=changes.rewritten,
        findings=new.diagnostics,
        allowances=wanted(groups),
    )


def _changed(old: Mapping[str, Member], new: Build, changes: Changes) -> Iterator[Member]:
    added = frozenset(changes.added)
    for design, unit in new.units():
        if unit.name in changes.changed:
            yield _member(new, design, unit, changes.changed[unit.name])
        elif unit.name in added:
            links = _links(design, unit.name)
            new_one = Member(unit.name, unit.platform, str(unit.role), "add", links=links)
            yield replace(new_one, change_class=ChangeClass.ADDITIVE)
    for name in changes.removed:
        yield old.get(name) or gone(name, "", "device", 0)


def _member(build: Build, design: Design, unit: Unit, patch: Patch) -> Member:
    platform = build.registry.platforms[unit.platform]
    edits = tuple(redacted(edit) for edit in patch.edits)
    return Member(
        unit.name,
        unit.platform,
        str(unit.role),
        shown=tuple(Shown(edit, kind) for edit, kind in zip(edits, classes_of(patch), strict=True)),
        change_class=patch.change_class,
        impact=impact_of(design, unit.name, platform, patch),
        variables=own_words(design, unit.name, edits),
    )


def units_gone(build: Build) -> dict[str, Member]:
    """Return every unit of a build as one that goes."""
    return {
        unit.name: gone(unit.name, unit.platform, str(unit.role), _links(design, unit.name))
        for design, unit in build.units()
    }


def _links(design: Design, name: str) -> int:
    """Return how many links end at a unit; those of a host with a DPU end there."""
    return len(design.fabric.links_of.get(design.device(name).host or name, ()))


def gone(name: str, platform: str, role: str, links: int) -> Member:
    """Return a unit that goes."""
    return Member(name, platform, role, "remove", change_class=ChangeClass.IDENTITY, links=links)


@dataclass(frozen=True, slots=True)
class _Seat:
    name: str
    role: str
    pod: str
    rail: int | None
    gpus: int
    sort: tuple[str, ...]
    risky: bool = False
    """Told by a plan alone: between two revisions nobody knows what a device runs."""


def _order(build: Build, members: Iterable[Member]) -> tuple[tuple[Turn, ...], dict[str, int]]:
    """Return the waves of every fabric, one fabric after the other, and the number of each device's wave."""
    going = {member.name for member in members if member.kind != "remove"}
    site, made = build.site, []
    rules = _rules(build)
    for name, design in build.designs.items():
        seats = []
        for device in design.fabric.devices.values():
            if device.name in going:
                going.discard(device.name)
                if device.role is Role.HOST:
                    continue  # no driver pushes it: it goes when its owner likes
                kind = (device.role, device.platform, device.release, device.model)
                gpus = 0 if device.role in _ENDS else gpus_behind(design, device.name)
                seats.append(_Seat(device.name, device.role, device.pod, device.rail, gpus, kind))
        prefix = f"{name} " if len(build.designs) > 1 else ""
        made += [replace(wave, name=prefix + wave.name) for wave in waves(seats, strategy_of(site))]
    turns = _turns(made, Pace(rules, timing_of(site.rollout)))
    return turns, {name: turn.number for turn in turns for name in turn.devices}


def _rules(build: Build) -> Rules:
    """Return the limits of all fabrics of a build; what one of them allows, it allows beside the others."""
    constraints = constraints_of(build.site.rollout)
    groups: defaultdict[str, list[str]] = defaultdict(list)
    limits: list[Limit] = []
    roles: dict[str, str] = {}
    lanes: dict[str, str] = {}
    for name, design in build.designs.items():
        limits += limits_of(design, constraints)
        for device in design.fabric.devices.values():
            groups[f"{name} {redundancy_group(design, device.name)}"].append(device.name)
            roles[device.name] = device.role
            if found := lane(design, device.name):
                lanes[device.name] = found
    shares = (
        Limit(group, allowed(constraints.group_share, len(names)), dict.fromkeys(names, 1))
        for group, names in groups.items()
    )
    return Rules(constraints, (*shares, *limits), roles, lanes)


_ENDS = frozenset({"host", "subnet-manager"})


def _turns(found: Iterable[Wave], pace: Pace) -> tuple[Turn, ...]:
    spans = ((wave, span(wave, pace)) for wave in found)
    return tuple(
        Turn(number, wave.name, wave.devices, wave.soak_s, one.most_s, one.batches, one.binding)
        for number, (wave, one) in enumerate(spans, 1)
    )
