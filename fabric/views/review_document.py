"""A review for machines: the JSON whose schema is `docs/schema/review.json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from fabric.views.review_words import class_word

if TYPE_CHECKING:
    from fabric.core.diagnostic import Diagnostic
    from fabric.plan.groups import Group, Member, Shown
    from fabric.plan.review import Review

SCHEMA = "fabric-review/1"
Class = Literal[
    "cosmetic", "additive", "tuning", "session-reset", "link-flap", "buffer-reprogram", "restart", "identity"
]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class EditShape(_Shape):
    """One difference of a configuration; secrets are blanked."""

    kind: Literal["add", "remove", "replace"]
    """What happens to the path."""
    path: list[str]
    """Where it stands; `{hostname}` and the like stand for what differs from device to device."""
    old: str | None
    """Value before; null when the path is new."""
    new: str | None
    """Value after; null when the path goes."""
    change_class: Class = Field(serialization_alias="class", validation_alias="class")
    """How much it disturbs."""
    outside: bool
    """Whether it undoes what somebody else changed on the device."""


class DeviceShape(_Shape):
    """One device of a group and what traffic notices while it changes."""

    name: str
    """Its name."""
    wave: int | None
    """Number of the wave in which it goes, from 1; null when it goes in none."""
    flaps: list[str]
    """Ports that go down and come up again."""
    sessions: list[str]
    """Ports whose BGP session goes down and comes up again."""
    cables: list[str]
    """Cables of the ports that flap."""
    stalls: list[str]
    """Ports whose buffers are programmed anew."""
    gpus: int
    """GPUs behind all these ports."""
    capacity: float
    """Per cent of a switch's uplinks that are out meanwhile."""
    variables: dict[str, str]
    """The device's own words in the edits, and what they stand for."""


class GroupShape(_Shape):
    """Devices whose change is the same but for their own words."""

    number: int
    """Its number in this review, from 1."""
    kind: Literal["add", "change", "remove"]
    """Whether the devices come, change or go."""
    platform: str
    """Platform of the devices."""
    role: str
    """Place of the devices in the fabric; that of the first one if they differ."""
    change_class: Class = Field(serialization_alias="class", validation_alias="class")
    """The highest class of its edits."""
    count: int
    """How many devices."""
    waves: list[int]
    """In which waves they go."""
    like: int | None
    """Number of the larger group whose whole change this one contains."""
    gpus: int
    """GPUs behind ports that flap or stall, each counted once."""
    rails: list[int]
    """Rails that notice."""
    links: int
    """Links of a device that comes or goes."""
    devices: list[DeviceShape]
    """The devices, in natural order."""
    edits: list[EditShape]
    """The change."""


class WaveShape(_Shape):
    """Devices that go together."""

    number: int
    """Its number, from 1."""
    name: str
    """Its name."""
    devices: list[str]
    """Who goes."""
    soak_s: int
    """Seconds it is watched before the next."""
    most_s: int
    """Seconds it takes at most when every gate passes, the soak included."""
    batches: int
    """Turns in which its devices go at most."""
    binding: str
    """The limit that keeps them from going all at once; empty when nothing does."""


class ConsentShape(_Shape):
    """What has to be allowed in so many words."""

    flag: str
    """The option of `fabric apply`."""
    devices: list[str]
    """Devices that it is about."""
    paths: list[str]
    """What it is about."""


class FindingShape(_Shape):
    """A finding of the design rules."""

    severity: Literal["error", "warning", "info"]
    """How much it weighs."""
    code: str
    """Its stable code; see docs/codes.md."""
    summary: str
    """What is wrong."""
    file: str | None
    """File of the intent."""
    line: int | None
    """Line, from 1."""


class TotalShape(_Shape):
    """The whole in numbers."""

    add: int
    """Devices that come."""
    change: int
    """Devices that change."""
    remove: int
    """Devices that go."""
    gpus: int
    """GPUs behind ports that flap or stall at any time, each counted once."""
    cables: list[str]
    """Cables whose ports flap at either end, each once."""
    rails: list[int]
    """Rails that notice."""
    capacity: float
    """Most per cent of a switch's uplinks out at once."""
    outside: int
    """Devices that somebody else changed."""
    unmanaged: int
    """Entries that are not ours; 0 offline, where none is known."""
    most_s: int
    """Seconds the rollout takes at most when every gate passes."""


class ReviewShape(_Shape):
    """What a change does to every device, how dangerous it is, and in which order it goes."""

    schema_: Literal["fabric-review/1"] = Field(serialization_alias="schema", validation_alias="schema")
    """Schema of this document."""
    site: str
    """Name of the site."""
    fabrics: list[str]
    """Fabrics that were compared."""
    before: str
    """What the change starts from."""
    after: str
    """What it leads to."""
    plan: str | None
    """Digest of the plan; null for a comparison of intents."""
    change_class: Class = Field(serialization_alias="class", validation_alias="class")
    """The highest class of all."""
    total: TotalShape
    """The whole in numbers."""
    groups: list[GroupShape]
    """Equal changes, once with their devices."""
    rewritten: list[str]
    """Units whose text differs and whose meaning does not."""
    waves: list[WaveShape]
    """The order."""
    consents: list[ConsentShape]
    """What `apply` wants to be allowed."""
    findings: list[FindingShape] | None
    """Findings of the design rules; null where they are not known, as in a saved plan."""


def review_json(review: Review) -> str:
    """Return a review as one JSON document."""
    return document(review).model_dump_json(indent=2, by_alias=True)


def document(review: Review) -> ReviewShape:
    """Return a review in the shape of its JSON."""
    return ReviewShape.model_validate(
        {
            "schema": SCHEMA,
            "site": review.site,
            "fabrics": list(review.fabrics),
            "before": review.before,
            "after": review.after,
            "plan": review.plan or None,
            "class": class_word(review.change_class),
            "total": _total(review),
            "groups": [_group(group) for group in review.groups],
            "rewritten": list(review.rewritten),
            "waves": [
                {name: getattr(turn, name) for name in WaveShape.model_fields} for turn in review.turns
            ],
            "consents": [
                {"flag": one.flag, "devices": list(one.devices), "paths": list(one.paths)}
                for one in review.allowances
            ],
            "findings": None if review.findings is None else list(map(_finding, review.findings)),
        }
    )


def _total(review: Review) -> dict[str, object]:
    return {
        **{kind: review.count(kind) for kind in ("add", "change", "remove")},
        "gpus": review.gpus,
        "cables": review.cables,
        "rails": review.rails,
        "capacity": review.capacity,
        "outside": sum(len(group.members) for group in review.groups if group.outside),
        "unmanaged": sum(review.unmanaged.values()),
        "most_s": review.most_s,
    }


def _group(group: Group) -> dict[str, object]:
    first = group.members[0]
    return {
        "number": group.number,
        "kind": group.kind,
        "platform": first.platform,
        "role": first.role,
        "class": class_word(group.change_class),
        "count": len(group.members),
        "waves": group.waves,
        "like": group.like or None,
        "gpus": group.gpus,
        "rails": group.rails,
        "links": first.links,
        "devices": [_device(member) for member in group.members],
        "edits": [_edit(one) for one in group.shown],
    }


def _device(member: Member) -> dict[str, object]:
    impact = member.impact
    return {
        "name": member.name,
        "wave": member.wave or None,
        "flaps": impact.flaps,
        "sessions": impact.sessions,
        "cables": impact.cables,
        "stalls": impact.stalls,
        "gpus": impact.gpus,
        "capacity": impact.capacity,
        "variables": dict(member.variables),
    }


def _edit(one: Shown) -> dict[str, object]:
    edit = one.edit
    return {
        "kind": edit.kind,
        "path": list(edit.path),
        "old": edit.old,
        "new": edit.new,
        "class": class_word(one.change_class),
        "outside": one.outside,
    }


def _finding(found: Diagnostic) -> dict[str, object]:
    place = found.place
    return {
        "severity": str(found.severity),
        "code": found.code,
        "summary": found.summary,
        "file": place.file if place else None,
        "line": place.line if place else None,
    }
