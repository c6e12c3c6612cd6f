"""Changes in groups: equal ones once with all their devices, the odd one out by itself."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from fabric.core.names import natural
from fabric.core.tree import Edit, Path
from fabric.plan.behind import united
from fabric.plan.impact import NOTHING, Impact
from fabric.plan.variables import abstract
from fabric.platforms.form import ChangeClass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Kind = Literal["add", "change", "remove"]
MOST_COMPARED = 8
"""Larger groups of a kind of device that an odd one is compared with."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One edit as a group shows it, with its class."""

    edit: Edit
    change_class: ChangeClass
    outside: bool = False
    """Undoes what somebody else changed on the device."""


@dataclass(frozen=True, slots=True)
class Member:
    """One device that changes."""

    name: str
    platform: str
    role: str
    kind: Kind = "change"
    shown: tuple[Shown, ...] = ()
    change_class: ChangeClass = ChangeClass.COSMETIC
    impact: Impact = NOTHING
    variables: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    links: int = 0
    """Of a device that comes or goes."""
    wave: int = 0
    """In which it goes, from 1; 0 for none."""


@dataclass(frozen=True, slots=True)
class Group:
    """Devices with one change."""

    number: int
    members: tuple[Member, ...]
    """In natural order of their names; equal but for their own words."""
    shown: tuple[Shown, ...]
    """The change, with placeholders where the members' own words differ."""
    like: int = 0
    """Number of the group whose whole change this one contains; 0 for none."""

    @property
    def devices(self) -> tuple[str, ...]:
        """Names of the members."""
        return tuple(member.name for member in self.members)

    @property
    def kind(self) -> Kind:
        """Whether the devices come, change or go."""
        return self.members[0].kind

    @property
    def change_class(self) -> ChangeClass:
        """The class of the change."""
        return max(member.change_class for member in self.members)

    @property
    def waves(self) -> tuple[int, ...]:
        """In which waves the members go."""
        return tuple(sorted({member.wave for member in self.members} - {0}))

    @property
    def gpus(self) -> int:
        """GPUs behind all that goes down or stalls."""
        return united(member.impact.behind for member in self.members)

    @property
    def flaps(self) -> int:
        """How many ports go down and come up again."""
        return sum(len(member.impact.flaps) for member in self.members)

    @property
    def sessions(self) -> int:
        """How many sessions go down and come up again, counted at these devices."""
        return sum(len(member.impact.sessions) for member in self.members)

    @property
    def rails(self) -> tuple[int, ...]:
        """Rails that notice."""
        return tuple(sorted({rail for member in self.members for rail in member.impact.rails}))

    @property
    def capacity(self) -> float:
        """Most per cent of a switch's uplinks that one member takes out."""
        return max(member.impact.capacity for member in self.members)

    @property
    def outside(self) -> int:
        """Edits of it that undo what somebody else changed."""
        return sum(one.outside for one in self.shown)


def grouped(members: Iterable[Member]) -> tuple[Group, ...]:
    """Return the groups in the order in which they go, larger ones first; linear in edits."""
    found: defaultdict[object, list[Member]] = defaultdict(list)
    for member in members:
        found[_key(member)].append(member)
    ordered = sorted((sorted(own, key=_by_name) for own in found.values()), key=_place)
    groups = [Group(number, tuple(own), _shown(own)) for number, own in enumerate(ordered, 1)]
    return tuple(_related(groups))


def _by_name(member: Member) -> tuple[str | int, ...]:
    return natural(member.name)


def _place(members: Sequence[Member]) -> tuple[object, ...]:
    waves = [member.wave for member in members if member.wave]
    return (min(waves, default=0) if waves else 10**9, -len(members), natural(members[0].name))


def _key(member: Member) -> object:
    if member.kind != "change":
        return (member.kind, member.platform, member.role, member.links, len(member.shown))
    edits = tuple(
        (abstract(one.edit, member.variables), one.change_class, one.outside) for one in member.shown
    )
    return (member.platform, edits)


def _shown(members: Sequence[Member]) -> tuple[Shown, ...]:
    """Return the change with the members' own words where they are the same, else what they stand for.

    Of new devices the first one stands for all.
    """
    first, *others = members
    if not others or first.kind != "change":
        return first.shown
    return tuple(
        replace(one, edit=_common([member.shown[number].edit for member in members], first, one))
        for number, one in enumerate(first.shown)
    )


def _common(edits: Sequence[Edit], first: Member, one: Shown) -> Edit:
    distinct = set(edits)
    if len(distinct) == 1:
        return one.edit
    general = abstract(one.edit, first.variables)
    return Edit(
        _path([edit.path for edit in edits], general.path),
        one.edit.old if len({edit.old for edit in distinct}) == 1 else general.old,
        one.edit.new if len({edit.new for edit in distinct}) == 1 else general.new,
    )


def _path(paths: Sequence[Path], general: Path) -> Path:
    return paths[0] if len(set(paths)) == 1 else general


def _related(groups: Sequence[Group]) -> Iterable[Group]:
    """Tell each group whose change holds the whole change of a larger one: the odd one out, and from what."""
    edits = {group.number: _edits(group) for group in groups}
    candidates: defaultdict[object, list[Group]] = defaultdict(list)
    for group in sorted(groups, key=lambda group: -len(group.members)):
        if group.kind == "change" and len(candidates[_sort(group)]) < MOST_COMPARED:
            candidates[_sort(group)].append(group)
    for group in groups:
        own = edits[group.number]
        larger = [
            other
            for other in candidates[_sort(group)]
            if group.kind == "change"
            and len(other.members) > len(group.members)
            and len(edits[other.number]) <= len(own)
            and own >= edits[other.number]
        ]
        best = max(larger, key=lambda other: len(other.shown), default=None)
        yield replace(group, like=best.number) if best else group


def _sort(group: Group) -> object:
    return (group.members[0].platform, group.members[0].role)


def _edits(group: Group) -> frozenset[Edit]:
    """Return the group's edits without what its members' own words are."""
    first = group.members[0]
    return frozenset(abstract(one.edit, first.variables) for one in first.shown)


def having(group: Group, groups: Sequence[Group]) -> tuple[Group, ...]:
    """Return the groups whose change contains that of this one."""
    return tuple(other for other in groups if other.like == group.number)


def beyond(group: Group, groups: Sequence[Group]) -> tuple[Shown, ...]:
    """Return what a group changes beyond the one that it is like; everything, when it is like none."""
    if not group.like:
        return group.shown
    common = _edits(groups[group.like - 1])
    own = group.members[0].variables
    return tuple(one for one in group.shown if abstract(one.edit, own) not in common)
