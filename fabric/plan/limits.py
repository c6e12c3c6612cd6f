"""What must not be lost at once: uplinks of pods, leaves of the same hosts, rails of jobs."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fabric.core.names import listing, natural
from fabric.intent.topology import rails_of
from fabric.plan.carried import carried_of, job_limits
from fabric.plan.constraints import PROFILES, Limit
from fabric.plan.expect import SWITCHES, groups_of
from fabric.plan.packing import allowed
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.device import Design
    from fabric.intent.rollout import Rollout
    from fabric.plan.constraints import Constraints
    from fabric.plan.jobs import Job


def constraints_of(rollout: Rollout) -> Constraints:
    """Return the limits that an intent asks for: those of its profile, and what it says instead."""
    said = rollout.limits
    failures, job = said.failures, said.job.max_capacity_loss
    instead: dict[str, Any] = {
        "max_in_flight": said.in_flight and said.in_flight.most,
        "site_most": said.in_flight and said.in_flight.site,
        "logins_per_s": said.in_flight and said.in_flight.logins,
        "group_share": said.tier and said.tier.max_unavailable,
        "failures_canary": failures and failures.canary,
        "failures_share": failures and _share(failures.wave),
        "pod_share": said.pod and said.pod.max_capacity_loss,
        "group_most": said.redundancy_group and said.redundancy_group.max_unavailable,
        "job_share": _share(job),
        "lanes": said.planes,
        "exposed_share": said.blast_radius.devices,
        "exposed_gpus": said.blast_radius.gpus,
    }
    return replace(
        PROFILES[said.profile], **{name: value for name, value in instead.items() if value is not None}
    )


def _share(loss: float | str) -> float:
    return loss if isinstance(loss, float) else 0.0


def limits_of(design: Design, constraints: Constraints, jobs: Iterable[Job] = ()) -> tuple[Limit, ...]:
    """Return the limits of a fabric, beside the shares of its redundancy groups."""
    return (
        *_pods(design, constraints.pod_share),
        *_same_hosts(design, constraints.group_most),
        *(job_limits(carried_of(design), running, constraints.job_share) if (running := tuple(jobs)) else ()),
    )


def every_limit(design: Design, constraints: Constraints, jobs: Iterable[Job] = ()) -> tuple[Limit, ...]:
    """Return all limits of a fabric: shares of its redundancy groups, and the rest."""
    shares = (
        Limit(group, allowed(constraints.group_share, len(names)), dict.fromkeys(names, 1))
        for group, names in groups_of(design).items()
    )
    return (*shares, *limits_of(design, constraints, jobs))


def lane(design: Design, name: str) -> str:
    """Return a device's plane, or the rail of a leaf that serves one alone; empty for none."""
    device = design.device(name)
    if device.plane:
        return f"plane {device.plane}"
    return f"rail {device.rail}" if device.role is Role.LEAF and device.rail is not None else ""


def _pods(design: Design, share: float) -> Iterator[Limit]:
    """Yield a limit on the uplinks of each pod: a leaf takes its own, a spine those that end on it."""
    taken: defaultdict[str, Counter[str]] = defaultdict(Counter)
    total: Counter[str] = Counter()
    for link in design.fabric.links:
        lower, upper = design.device(link.a.device), design.device(link.b.device)
        if lower.role is Role.LEAF and upper.role in SWITCHES:
            total[lower.pod] += link.speed_gbps
            taken[lower.pod].update({lower.name: link.speed_gbps, upper.name: link.speed_gbps})
    for pod in sorted(total, key=natural):
        name = f"uplinks of pod `{pod}`" if pod else "uplinks of the leaves"
        yield Limit(name, int(total[pod] * share / 100), _sorted(taken[pod]), whole=total[pod])


def _same_hosts(design: Design, most: int) -> Iterator[Limit]:
    """Yield a limit on each set of leaves that the same hosts are on; on rails none stands in for another."""
    if rails_of(design.intent.topology):
        return
    hosts: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, links in design.fabric.links_of.items():
        if design.device(name).role is Role.HOST:
            leaves = {link.b.device for link in links if design.device(link.b.device).role is Role.LEAF}
            hosts[tuple(sorted(leaves, key=natural))].append(name)
    for members, names in sorted(hosts.items(), key=lambda pair: [natural(name) for name in pair[0]]):
        if len(members) > 1:
            yield Limit(
                f"leaves of {listing(sorted(names, key=natural), 2)}",
                min(most, len(members) - 1),  # whatever an intent says, never all of them
                dict.fromkeys(members, 1),
            )


def _sorted(weights: Counter[str]) -> dict[str, int]:
    return {name: weights[name] for name in sorted(weights, key=natural)}
