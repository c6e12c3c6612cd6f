"""From a build and its live devices to a plan."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fabric.cli.limiting import NOTHING_ELSE, devices_named, impossible, running_jobs, window_of
from fabric.cli.live import fetch_all
from fabric.cli.three_ways import ADOPT, FAIL, OVERWRITE, adopting, changed_by_others
from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.core.names import listing
from fabric.drivers import DRIVERS
from fabric.drivers.vantage import own_address
from fabric.pipeline.exclusions import unmanaged
from fabric.plan import Target, Terms, make_plan, strategy_of
from fabric.plan.carried import carried_of
from fabric.plan.eta import timing_of
from fabric.plan.expect import expectation, gpus_behind, groups_of, redundancy_group
from fabric.plan.limits import constraints_of, limits_of
from fabric.plan.model import ExpectedIdentity, Gates
from fabric.plan.owned import own_gates

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.cli.limiting import Outside
    from fabric.cli.live import Live, Seen
    from fabric.cli.three_ways import Known
    from fabric.device import Design, Unit
    from fabric.plan import Plan


def live_plan(
    side: Live, fabric: str, known: Known, policy: str = OVERWRITE, around: Outside = NOTHING_ELSE
) -> Plan:
    """Read every device of a fabric and return the plan that brings it to the intent.

    Raises FabricError when one of them cannot be read, or when a change would do harm.
    """
    seen, unread = fetch_all(side)
    if unread:
        raise FabricError(*unread)
    plan = plan_of(side, fabric, seen, known, around)
    if policy == ADOPT:
        plan = plan_of(side, fabric, seen, adopting(plan, known, side.build.registry.platforms), around)
    stopped = changed_by_others(plan) if policy == FAIL else ()
    wrong = (*_lockouts(side, plan), *_shut_out(side, plan), *_unpushable(side, plan))
    if refused := (*wrong, *stopped, *impossible(side, plan)):
        raise FabricError(*refused)
    return plan


def plan_of(
    side: Live, fabric: str, seen: Mapping[str, Seen], known: Known, around: Outside = NOTHING_ELSE
) -> Plan:
    """Return the plan for the devices that were seen."""
    return make_plan(terms_of(side, fabric, known, around), targets(side, fabric, seen, known))


def terms_of(side: Live, fabric: str, known: Known, around: Outside = NOTHING_ELSE) -> Terms:
    """Return what holds for a whole plan of a fabric."""
    site = side.build.site
    design = side.build.designs[fabric]
    constraints = constraints_of(site.rollout)
    own = own_gates(site.rollout, design, side.build.project.source)
    return Terms(
        site=site.name,
        fabric=fabric,
        intent_digest=side.build.digest,
        created=datetime.now(UTC),
        constraints=constraints,
        groups=groups_of(design),
        looked_at=_looked_at(side, design),
        drained=design.drained,
        limits=limits_of(design, constraints, running_jobs(design, around.jobs)),
        down=devices_named(design, around.down),
        window=window_of(site.rollout),
        how=strategy_of(site),
        gates=Gates(own=own),
        timing=timing_of(site.rollout, own.post_s),
        source=side.build.project.source.label,
        approvals=site.rollout.approvals,
        inventory=side.build.project.other_inventory,
        carried=carried_of(design) if site.rollout.limits.job.provider else None,
        journal=known.journal,
    )


def _looked_at(side: Live, design: Design) -> dict[str, str]:
    """Return the platform of each unit of a fabric that is in reach, whether a plan is about it or not."""
    known = design.inventory.rows
    units = (unit for own, unit in side.build.units() if own is design)
    return {unit.name: unit.platform for unit in units if unit.platform in DRIVERS and unit.name in known}


def _unpushable(side: Live, plan: Plan) -> Iterator[Diagnostic]:
    """Yield the devices whose change would be taken and not come into effect."""
    for name, device in plan.devices.items():
        form = side.build.registry.platforms[device.platform]
        beyond = form.beyond
        found = [" > ".join(edit.path) for edit in device.patch.edits if beyond and beyond(edit)]
        if found:
            summary = f"`{name}` needs a reload for {listing(found, 3)}"
            yield error("DEV-007", summary, hint=form.by_hand)


def _lockouts(side: Live, plan: Plan) -> Iterator[Diagnostic]:
    """Yield the devices whose change would remove the account that we log in with."""
    rows = next(iter(side.build.designs.values())).inventory.rows
    for name, device in plan.devices.items():
        login = rows[name].username if name in rows else ""
        removed = (edit for edit in device.patch.edits if edit.kind == "remove")
        if login and any(login in part.split() for edit in removed for part in edit.path):
            hint = "add it to `services.aaa.users`, or log in with an account that a server knows"
            path = side.build.site.services.aaa.loc("users")
            summary = f"the change of `{name}` removes account `{login}`, which we log in with"
            yield error("DEV-006", summary, path, hint).at(side.build.document.place(path))


def _shut_out(side: Live, plan: Plan) -> Iterator[Diagnostic]:
    """Yield the devices that we reach from where their list of the allowed would not let us in."""
    network = side.build.site.services.management
    rows = next(iter(side.build.designs.values())).inventory.rows
    if network is None or not network.allow:
        return
    for name, device in plan.devices.items():
        ours = own_address(rows[name].hostname) if device.patch.edits and name in rows else None
        if ours is not None and not any(ours in allowed for allowed in network.allow):
            path = network.loc("allow")
            summary = f"`allow` leaves out {ours}, from where we reach `{name}`"
            hint = "add the network that we come from"
            yield error("DEV-008", summary, path, hint).at(side.build.document.place(path))


def targets(side: Live, fabric: str, seen: Mapping[str, Seen], known: Known) -> Iterator[Target]:
    """Yield what each device that was seen should run beside what it runs."""
    for design, unit in side.units:
        if design.fabric.name == fabric and unit.name in seen:
            target = _target(side, design, unit, seen[unit.name])
            kept = {one.path: one.value for one in known.kept.get(unit.name, ())}
            yield replace(target, base=known.bases.get(unit.name), kept=kept)


def _target(side: Live, design: Design, unit: Unit, seen: Seen) -> Target:
    device = design.device(unit.name)
    known = design.inventory.data(unit.name)
    said = seen.identity
    identity = ExpectedIdentity(said.hostname, known.serial, known.mac, said.model, said.release)
    return Target(
        name=unit.name,
        platform=side.build.registry.platforms[unit.platform],
        role=str(unit.role),
        group=redundancy_group(design, unit.name),
        identity=identity,
        artifacts=side.build.texts(unit),
        running=seen.running,
        pod=device.pod,
        rail=device.rail,
        expectation=expectation(design, unit.name),
        gpus=gpus_behind(design, unit.name),
        design=design,
        unmanaged=unmanaged(side.build.site.unmanaged, unit.name),
    )


def only_fabric(side: Live, wanted: str | None) -> str:
    """Return the fabric to work on: the named one, or the only one. Raises FabricError."""
    names = list(side.build.designs)
    if wanted is not None and wanted not in names:
        raise FabricError(error("PRJ-002", f"there is no fabric `{wanted}`", hint=f"one of {listing(names)}"))
    if wanted is None and len(names) > 1:
        hint = f"add `--fabric` with one of {listing(names)}: locks and rollouts are per fabric"
        raise FabricError(error("PRJ-002", "the site has several fabrics", hint=hint))
    return wanted or names[0]
