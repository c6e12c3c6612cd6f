"""How changes go out: waves, limits on what may be out at once, and the window for changes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from fabric.core.calendar import cron, zone
from fabric.intent.base import Listed, Milliseconds, Model, Percent, Text, Whole
from fabric.intent.gates import Gates, Variables
from fabric.intent.written import Written

WEEK_MS = 7 * 24 * 3600 * 1000
Loss = Annotated[Percent | Literal["none"], Written("share, or `none`", example="12.5 %")]


class GroupLimit(Model):
    """Limit on members of a redundancy group: leaves that stand in for each other below the same hosts."""

    max_unavailable: Annotated[Whole, Field(ge=1, le=16)] = 1
    """Members that may be out at once."""


class TierLimit(Model):
    """Limit on switches of one tier in one pod, or of one plane of the top."""

    max_unavailable: Percent
    """Share that may be out at once; one device always may."""


class CapacityLimit(Model):
    """Limit on the capacity that is lost at once."""

    max_capacity_loss: Percent
    """Share of the uplinks that may be out at once; one device always may."""


class JobLimit(Model):
    """Limit on what running jobs lose, on each rail by itself: no leaf stands in for that of a rail."""

    max_capacity_loss: Loss = "none"
    """Share of a job's ports on a rail that may be out at once; `none`: no device that disturbs it starts."""
    provider: Annotated[tuple[Text, ...], Listed] = ()
    """Command, and its arguments, that prints the jobs as JSON; run without a shell when a plan is made, and
    again before each of its batches starts."""
    environment: Variables = ()
    """Environment variables that the command gets beside the plain ones; their values are masked in what it
    says."""


class InFlight(Model):
    """Limit on changes at once."""

    most: Annotated[Whole, Field(ge=1, le=1000)]
    """Devices that change at the same time."""
    site: Annotated[Whole, Field(ge=2, le=10_000)] | None = None
    """Devices that change at the same time on all fabrics of the site together; default: any number."""
    logins: Annotated[float, Field(gt=0, le=1000)] | None = None
    """Devices that are logged into within a second: one AAA server bears them all; default: the profile's."""


class FailureLimit(Model):
    """Failures after which the rollout turns back."""

    canary: Annotated[Whole, Field(ge=0, le=100)] = 0
    """Devices of the first wave that may fail."""
    wave: Loss = "none"
    """Share of a later wave that may fail; one device always may, unless `none`."""


class BlastRadius(Model):
    """Limit on what one wave exposes to a change that has not soaked."""

    devices: Percent | None = None
    """Share of all changed devices in one wave; one device always may."""
    gpus: Annotated[Whole, Field(ge=1, le=10_000_000)] | None = None
    """GPUs behind the devices of one wave; one device always may."""


class Constraints(Model):
    """Limits; what is left out is that of the profile."""

    profile: Literal["default", "lab"] = "default"
    """Profile of limits that these replace."""
    redundancy_group: GroupLimit | None = None
    """Leaves below the same hosts."""
    tier: TierLimit | None = None
    """Switches of one tier."""
    pod: CapacityLimit | None = None
    """Uplinks of a pod."""
    job: JobLimit = Field(default_factory=JobLimit)
    """Running jobs."""
    planes: Annotated[Whole, Field(ge=1, le=64)] | None = None
    """Planes, and rails of leaves, in which devices change at the same time."""
    in_flight: InFlight | None = None
    """Changes at once."""
    failures: FailureLimit | None = None
    """Failures that are tolerated."""
    blast_radius: BlastRadius = Field(default_factory=BlastRadius)
    """What a wave exposes."""


def _comes(line: str) -> str:
    cron(line)
    return line


class Window(Model):
    """When changes may start: each time that `cron` names, for `duration`."""

    cron: Annotated[Text, AfterValidator(_comes)]
    """Minute, hour, day, month and day of the week: `0 1 * * 2-4`; day and weekday must both fit."""
    duration: Annotated[Milliseconds, Field(le=WEEK_MS)]
    """How long it stays open; a change and the way back of its wave must fit."""
    tz: Annotated[Text, AfterValidator(zone)] = "UTC"
    """Time zone, as the tz database names it: `Europe/Berlin`."""


class Rollout(Model):
    """How changes go out."""

    waves: Annotated[tuple[Literal["canary", "rest"] | Percent, ...], Listed] = ("canary", "rest")
    """Waves in order: `canary`, shares such as `10 %`, `rest`."""
    soak: Milliseconds = 600_000.0
    """How long a wave is watched before the next."""
    constraints: Literal["default", "lab"] | Constraints = "default"
    """Limits on what may be out at once: a profile, or its limits one by one."""
    gates: Literal["default"] | Gates = "default"
    """Health gates: those that are always asked, or gates of your own beside them (`docs/gates.md`)."""
    window: Literal["any"] | Window = "any"
    """When changes may go out."""
    approvals: Annotated[Whole, Field(ge=0, le=16)] = 0
    """People other than its author who must sign a plan (`fabric approve`) before it is applied."""

    @property
    def limits(self) -> Constraints:
        """Return the limits, whichever way they are written."""
        return (
            self.constraints
            if isinstance(self.constraints, Constraints)
            else Constraints(profile=self.constraints)
        )
