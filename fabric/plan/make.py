"""Wanted artifacts and what devices run, to a plan. Pure: the caller reads devices and clock."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.core.tree import apply, everything, fingerprint, nothing
from fabric.health.model import Expectation
from fabric.plan.carried import noticed
from fabric.plan.constraints import PROFILES
from fabric.plan.drift import left_alone, outside, overlaid
from fabric.plan.impact import NOTHING, impact_of
from fabric.plan.judge import is_fresh, judged
from fabric.plan.limits import lane
from fabric.plan.model import Gates, Plan, PlannedDevice, Timing, sealed
from fabric.plan.redact import redacted, references
from fabric.plan.variables import own_words
from fabric.plan.waves import STRATEGIES, Strategy, waves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from fabric.core.tree import Path, Tree
    from fabric.device import Design
    from fabric.plan.carried import Carried
    from fabric.plan.constraints import Constraints, Limit
    from fabric.plan.model import ExpectedIdentity
    from fabric.plan.window import Window
    from fabric.platforms.form import Patch, Platform

LIFETIME = timedelta(hours=24)
TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True)
class Target:
    """One device: what it should run, what it runs, and what the plan must know about it."""

    name: str
    platform: Platform
    role: str
    group: str
    identity: ExpectedIdentity
    artifacts: Mapping[str, str]
    """Rendered, with placeholders for secrets."""
    running: Mapping[str, str]
    """As the driver fetched it."""
    pod: str = ""
    rail: int | None = None
    inventory_key: str = ""
    """Empty means the name."""
    expectation: Expectation = field(default_factory=Expectation)
    gpus: int = 0
    design: Design | None = None
    """What its impact and its own words are read from; None tells neither."""
    base: Tree | None = None
    """What we last brought it to, as far as that is known."""
    kept: Mapping[Path, str | None] = field(default_factory=dict)
    """What people changed on it and wanted to keep; None keeps an entry away."""
    unmanaged: frozenset[str] = frozenset()
    """Features that are not ours yet: they stay as they run."""
    tree: Tree | None = None
    """What it runs, where somebody parsed that already."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for the whole plan."""

    site: str
    fabric: str
    intent_digest: str
    created: datetime
    lifetime: timedelta = LIFETIME
    profile: str = "default"
    constraints: Constraints | None = None
    """None takes those of the profile."""
    limits: tuple[Limit, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """All members of each redundancy group; one absent here has its targets alone."""
    looked_at: Mapping[str, str] = field(default_factory=dict)
    """Platform of each device that can be looked at, changed or not."""
    drained: frozenset[str] = frozenset()
    """Devices that others go around: one that is not changed is out."""
    down: tuple[str, ...] = ()
    window: Window | None = None
    how: Strategy | None = None
    """None takes the strategy of the profile."""
    gates: Gates = field(default_factory=Gates)
    timing: Timing = field(default_factory=Timing)
    source: str = ""
    approvals: int = 0
    inventory: str = ""
    carried: Carried | None = None
    journal: str = ""


def make_plan(terms: Terms, targets: Iterable[Target]) -> Plan:
    """Return the sealed plan of all devices that would change; raises KeyError for an unknown profile.

    `targets` are all devices of the fabric, changed or not, and may stream: only changed ones are kept.
    """
    groups: defaultdict[str, list[str]] = defaultdict(list)
    groups.update((group, list(members)) for group, members in terms.groups.items())
    devices: list[PlannedDevice] = []
    for target in targets:
        if target.group not in terms.groups:
            groups[target.group].append(target.name)
        if (planned := planned_device(target)) is not None:
            devices.append(planned)
    devices.sort(key=lambda device: natural(device.name))
    created = terms.created.astimezone(UTC)
    down = _out(terms, devices)
    plan = Plan(
        digest="",
        site=terms.site,
        fabric=terms.fabric,
        created=created.strftime(TIME_FORMAT),
        expires=(created + terms.lifetime).strftime(TIME_FORMAT),
        intent_digest=terms.intent_digest,
        waves=waves(devices, terms.how or STRATEGIES[terms.profile]),
        devices={device.name: device for device in devices},
        constraints=terms.constraints or PROFILES[terms.profile],
        gates=terms.gates,
        timing=terms.timing,
        groups={group: tuple(sorted(groups[group], key=natural)) for group in sorted(groups) if group},
        beside=_beside(terms, groups, devices, down),
        limits=tuple(noticed(limit, devices) for limit in terms.limits),
        down=down,
        window=terms.window,
        source=terms.source,
        approvals=terms.approvals,
        inventory=terms.inventory,
        carried=terms.carried,
        journal=terms.journal,
    )
    return sealed(plan)


def _out(terms: Terms, devices: Iterable[PlannedDevice]) -> tuple[str, ...]:
    """Return the devices that are out anyway; one that is drained and changes takes its part as any other."""
    drained = terms.drained - {device.name for device in devices}
    return (*terms.down, *sorted(drained.difference(terms.down), key=natural))


def _beside(
    terms: Terms, groups: Mapping[str, Iterable[str]], devices: Iterable[PlannedDevice], down: Iterable[str]
) -> Mapping[str, str]:
    """Return who stands in for a planned device without being one, as far as it can be looked at."""
    planned = {device.name: device.group for device in devices}
    members = {name for group in {*planned.values()} if group for name in groups[group]}
    left = members.difference(planned, down).intersection(terms.looked_at)
    return {name: terms.looked_at[name] for name in sorted(left, key=natural)}


def planned_device(target: Target) -> PlannedDevice | None:
    """Return the change of one device, or None when it runs what it should within what we own."""
    platform = target.platform
    if platform.parse is None or platform.patch is None:
        return None
    owned = platform.owned or everything
    running = platform.parse(target.running) if target.tree is None else target.tree
    wanted = overlaid(platform.parse(target.artifacts), target.kept)
    others = _others(platform, target.unmanaged)
    if target.unmanaged:
        wanted = left_alone(wanted, running, others)
    patch = judged(platform, running, platform.patch(running, wanted))
    if not patch.edits:
        return None
    design = target.design
    return PlannedDevice(
        name=target.name,
        platform=platform.name,
        role=target.role,
        pod=target.pod,
        rail=target.rail,
        group=target.group,
        inventory_key=target.inventory_key or target.name,
        identity=target.identity,
        patch=_shown(patch),
        base_fingerprint=fingerprint(running, owned),
        target_fingerprint=fingerprint(apply(running, patch.edits), owned),
        artifacts_digest=artifacts_digest(target.artifacts),
        expectation=target.expectation,
        gpus=target.gpus,
        secrets=references((*target.artifacts.values(), *(target.base or {}).values())),
        impact=impact_of(design, target.name, platform, patch) if design else NOTHING,
        variables=own_words(design, target.name, patch.edits) if design else {},
        outside=outside(target.base, running, patch.edits),
        fresh=is_fresh(platform, running),
        lane=lane(design, target.name) if design else "",
        links=len(design.fabric.links_of.get(target.name, ())) if design else 0,
        access=any(platform.access(edit.path) for edit in patch.edits) if platform.access else False,
        unmanaged=sum(others(path) or not owned(path) for path in running),
    )


def waiting(target: Target) -> Mapping[str, int]:
    """Return how many edits each unmanaged feature would need if it were managed."""
    feature = target.platform.feature
    if feature is None or not target.unmanaged:
        return {}
    whole = planned_device(replace(target, unmanaged=frozenset()))
    edits = whole.patch.edits if whole else ()
    return Counter(name for edit in edits if (name := feature(edit.path)) in target.unmanaged)


def _others(platform: Platform, features: frozenset[str]) -> Callable[[Path], bool]:
    """Return whether a path belongs to one of some features."""
    feature = platform.feature
    if feature is None or not features:
        return nothing
    return lambda path: feature(path) in features


def artifacts_digest(artifacts: Mapping[str, str]) -> str:
    """Return the sha256 over all artifacts of a unit, by name."""
    digest = hashlib.sha256()
    for name in sorted(artifacts):
        body = artifacts[name].encode()
        digest.update(f"{name}\0{len(body)}\0".encode() + body)
    return digest.hexdigest()


def _shown(patch: Patch) -> Patch:
    return replace(patch, edits=tuple(redacted(edit) for edit in patch.edits))
