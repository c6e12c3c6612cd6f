"""What else goes on while a rollout runs: jobs that began since the plan, and other fabrics of the site."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError
from fabric.plan.carried import job_limits, noticed
from fabric.plan.jobs import read_jobs
from fabric.plan.packing import rules_of
from fabric.rollout import admission, claims
from fabric.rollout.journal import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from fabric.plan.packing import Rules
    from fabric.rollout.desk import Desk

FRESH_S = 5.0
"""Seconds for which jobs that were read stand; before what starts later they are asked for again."""
CROWDED_S = 1.0
"""Between two looks whether other fabrics of the site leave room."""


@dataclass(slots=True)
class Around:
    """What may start beside everything else, as it was last looked at."""

    desk: Desk
    rules: Rules = field(init=False)
    """The limits of the plan, with those of the jobs that run."""
    fault: str = ""
    """Why it is unknown which jobs run; then nothing starts."""
    crowded: bool = False
    """Other fabrics of the site left no room when something could have started."""
    _read: float = -math.inf
    _claims: AbstractSet[str] = frozenset()
    """Devices that room of the site was taken for."""

    def __post_init__(self) -> None:
        self.rules = rules_of(self.desk.plan)

    def choose(self, free: Sequence[str], flying: AbstractSet[str], out: AbstractSet[str]) -> tuple[str, ...]:
        """Choose what starts now; jobs are asked for again before anything does."""
        plan, self.crowded = self.desk.plan, False
        chosen = admission.admissible(plan, self.rules, free, flying, out)
        if not flying or (chosen and self._stale()):
            self._ask()
            chosen = admission.admissible(plan, self.rules, free, flying, out)
        if self.fault:
            chosen = ()
        granted = self._claimed(chosen, flying)
        self.crowded = bool(chosen) and not granted
        return granted

    def release(self) -> None:
        """Give the site's room back: nothing is in flight."""
        self._claimed((), frozenset())

    def _claimed(self, chosen: tuple[str, ...], flying: AbstractSet[str]) -> tuple[str, ...]:
        """Take the site's room for what is to start; only what is granted may."""
        desk, most = self.desk, self.desk.plan.constraints.site_most
        if not most or not (chosen or self._claims - flying):
            return chosen
        granted = claims.claim(desk.database, desk.lease, most, chosen, flying)
        self._claims = flying | frozenset(granted)
        return granted

    def wait_or_hold(self, devices: Sequence[str]) -> None:
        """Nothing could start: wait for other fabrics of the site, or stand still and say why."""
        desk = self.desk
        if self.crowded and not self.fault:
            desk.world.clock.sleep(CROWDED_S, desk.world.stop)
            return
        out = admission.out_of_service(desk.plan, desk.progress)
        desk.say(Kind.CONTROL, "pause", reason=self.fault or admission.blocked(self.rules, devices, out))

    def _stale(self) -> bool:
        return self.desk.world.clock.now() - self._read >= FRESH_S

    def _ask(self) -> None:
        """Ask which jobs run, and make the limits anew."""
        plan, ask = self.desk.plan, self.desk.world.jobs
        if plan.carried is None or ask is None:
            return
        try:
            jobs = read_jobs(ask(), "the jobs that run now", plan.carried.hosts)
        except FabricError as failure:
            self.fault = f"nobody knows which jobs run: {failure.diagnostics[0].summary}"
            return
        self.fault, self._read = "", self.desk.world.clock.now()
        new = job_limits(plan.carried, jobs, plan.constraints.job_share)
        limits = [limit for limit in plan.limits if not limit.traffic]
        limits += [noticed(limit, plan.devices.values()) for limit in new]
        self.rules = rules_of(replace(plan, limits=tuple(limits)))
