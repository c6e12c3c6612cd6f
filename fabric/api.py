"""The commands as functions with typed results. The examples of `docs/api.md` run as tests.

Functions raise `FabricError` with all findings, each with its place; live ones also what drivers raise.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError
from fabric.plan.allow import DELETE, IDENTITY
from fabric.plan.review import Review, review_of_drift, review_of_plan

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from fabric.pipeline import Build
    from fabric.plan import Plan
    from fabric.render import Artifact
    from fabric.rollout.control import Result

STATE = Path(".fabric/state")
OVERWRITE = "overwrite"


@dataclass(frozen=True, slots=True)
class Validation:
    """What the rules say of an intent."""

    ok: bool
    """Whether no finding is an error."""
    findings: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Where:
    """Which devices, and what is known of them."""

    inventory: str | None = None
    """Inventory folder instead of the site's."""
    fabric: str | None = None
    """Fabric of the site; needed when it has several."""
    limit: tuple[str, ...] = ()
    """Patterns of devices, such as `pod1-leaf[1-4]`."""
    state: Path = STATE
    """State folder: what was last applied."""


HERE = Where()


@dataclass(frozen=True, slots=True)
class Drift:
    """How live devices differ from their intent."""

    review: Review
    unread: tuple[Diagnostic, ...]
    """Why some devices could not be read."""
    read: tuple[str, ...]
    """Devices that were read."""

    @property
    def clean(self) -> bool:
        """Whether every device was read and runs what the intent says."""
        return self.review.empty and not self.unread


def validate(intent: str) -> Validation:
    """Check an intent folder; findings are returned, not raised."""
    try:
        return Validation(ok=True, findings=compile_intent(intent).diagnostics)
    except FabricError as failure:
        return Validation(ok=False, findings=failure.diagnostics)


def compile_intent(intent: str, inventory: str | None = None, *, frozen: bool = False) -> Build:
    """Read, check and number an intent folder; `frozen` refuses to need new numbers."""
    from fabric.cli.compiling import compiled

    return compiled(intent, frozen=frozen, inventory=inventory)


def artifacts(build: Build) -> Iterator[Artifact]:
    """Yield the artifacts of every unit, with placeholders where secrets go."""
    for _, unit in build.units():
        yield from build.artifacts(unit)


def diff(intent: str, against: str) -> Review:
    """Return what an intent changes against a git revision, another intent or a written build."""
    from fabric.cli.against import compared
    from fabric.cli.compiling import compiled

    return compared(compiled(intent, keeping=True), against)


def plan(intent: str, where: Where = HERE, outside: str = OVERWRITE) -> Plan:
    """Return the plan that brings live devices to an intent; nothing is changed.

    `outside` says what becomes of what somebody else changed since the last rollout: `overwrite`, `fail`
    or `adopt`.
    """
    from fabric.cli.live import limited, live
    from fabric.cli.planning import live_plan, only_fabric
    from fabric.cli.three_ways import known_of

    side = limited(live(compile_intent(intent, where.inventory)), where.limit)
    fabric = only_fabric(side, where.fabric)
    return live_plan(side, fabric, known_of(side.build, fabric, where.state), outside)


def drift(intent: str, where: Where = HERE) -> Drift:
    """Return how live devices differ from an intent; those that cannot be read are named."""
    from fabric.cli.live import fetch_all, limited, live
    from fabric.cli.planning import only_fabric, plan_of
    from fabric.cli.three_ways import known_of

    side = limited(live(compile_intent(intent, where.inventory)), where.limit)
    fabric = only_fabric(side, where.fabric)
    seen, unread = fetch_all(side)
    made = plan_of(side, fabric, seen, known_of(side.build, fabric, where.state))
    return Drift(review_of_drift(made), unread, tuple(seen))


def review(made: Plan) -> Review:
    """Return what a reviewer sees of a plan."""
    return review_of_plan(made)


def save(made: Plan, path: Path) -> None:
    """Write a plan file, which `load` and `fabric apply` take."""
    from fabric.plan import save as write

    write(made, path)


def load(path: Path) -> Plan:
    """Read a plan file; raises PlanError for one that is altered or expired."""
    from fabric.plan import load as read

    return read(path, datetime.now(UTC))


def apply(made: Plan, where: Where = HERE, allow: Collection[str] = ()) -> Result:
    """Roll a plan out: canary, waves, gates, and back by itself when a gate fails.

    `allow` holds `delete` and `identity` where the plan takes something away or changes who a device is.
    """
    from fabric.cli.limiting import asking_jobs
    from fabric.cli.rolling import actor, inventory_for, world_of
    from fabric.plan.allow import refusals
    from fabric.rollout import control
    from fabric.rollout.preflight import preflight

    if unknown := sorted(set(allow) - {DELETE, IDENTITY}):
        raise ValueError(f"nothing is allowed by `{unknown[0]}`: `{DELETE}` or `{IDENTITY}`")
    if refused := refusals(review_of_plan(made).allowances, allow):
        raise FabricError(*refused)
    world = world_of(inventory_for(made, where.inventory), made, asking_jobs(made))
    return control.apply(made, where.state, world, actor(), first=preflight)


def text(found: Review, width: int = 110) -> str:
    """Return a review for people, without colour."""
    from fabric.views.review_text import review_text

    return review_text(found, width=width)


def as_json(found: Review) -> str:
    """Return a review as JSON; its schema is `docs/schema/review.json`."""
    from fabric.views.review_document import review_json

    return review_json(found)


def markdown(found: Review) -> str:
    """Return a review as the comment of a pull request, at most 60,000 bytes."""
    from fabric.views.review_markdown import review_markdown

    return review_markdown(found)


def html(found: Review, build: Build | None = None) -> str:
    """Return a review as one page, with a picture where the build is given."""
    from fabric.cli.reviewing import formed

    return formed(found, "html", build)


def sarif(findings: Sequence[Diagnostic]) -> str:
    """Return findings as SARIF 2.1.0."""
    from fabric.views.findings_sarif import findings_sarif

    return findings_sarif(findings)
