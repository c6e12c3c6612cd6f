"""What a playbook does outside: plans, rollouts in the same journal, looks, commands of the user."""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.cli.compiling import compile_project
from fabric.cli.limiting import asking_jobs, read_provider, running_jobs
from fabric.cli.live import limited, live
from fabric.cli.meeting import Books, stranger
from fabric.cli.planning import live_plan
from fabric.cli.rolling import world_of
from fabric.cli.three_ways import known_of
from fabric.core.program import plain_environment
from fabric.drivers import connect
from fabric.drivers.contract import DriverError
from fabric.drivers.entry import coming
from fabric.health import GATES, Baseline, Verdict, judge, reasons, worst
from fabric.pipeline import open_project
from fabric.plan.draining import asked
from fabric.plan.expect import expectation
from fabric.plan.jobs import NOBODY
from fabric.plan.limits import constraints_of, every_limit
from fabric.plan.model import sealed
from fabric.rollout import control, store
from fabric.rollout.backend import open_backend
from fabric.rollout.outcome import Outcome
from fabric.rollout.preflight import preflight, refuse_impossible
from fabric.rollout.quiet import Quietness, until_quiet
from fabric.rollout.world import RealClock

if TYPE_CHECKING:
    from pathlib import Path

    from fabric.cli.live import Live
    from fabric.plan import Plan
    from fabric.rollout.playbook import Step
    from fabric.rollout.stop import Stop
    from fabric.rollout.world import World

GATE_S = 120
"""Most seconds for a gate to turn good."""
POLL_S = 2.0
LOOKS = ("bgp", "lldp", "oper-up")


@dataclass(frozen=True)
class LiveHands:
    """A site, its devices and its journal."""

    intent: str
    inventory: str
    fabric: str
    state: Path
    actor: str
    stop: Stop

    def side(self, gone_around: frozenset[str]) -> Live:
        """Return the live side of the intent as it is written now, while others go around some devices."""
        return live(compile_project(open_project(self.intent, self.inventory or None), drained=gone_around))

    def unsafe(self, devices: tuple[str, ...], gone_around: frozenset[str]) -> str:
        """Say which limit forbids that devices are drained beside those that are."""
        design = self.side(gone_around).build.designs[self.fabric]
        limits = every_limit(design, constraints_of(design.site.rollout), running_jobs(design, None))
        answer = asked(limits, devices, gone_around | design.drained.difference(devices))
        return "" if answer.safe else f"it may not be drained now: {answer.shares[0]}"

    def met(self, devices: tuple[str, ...]) -> tuple[Outcome, str]:
        """Wait for the enrolment of devices that are not trusted, or are not the right ones."""
        books = Books(limited(self.side(frozenset()), devices))
        for name in devices:
            if why := stranger(books, name):
                return Outcome.PAUSED, f"{why}; then `fabric enrol {self.intent} {name}`, and resume"
        return Outcome.DONE, ""

    def plan(self, devices: tuple[str, ...], gone_around: frozenset[str]) -> Plan:
        """Return the plan of some devices."""
        side = limited(self.side(gone_around), devices)
        plan = live_plan(side, self.fabric, known_of(side.build, self.fabric, self.state))
        # A device that others go around carries nothing, so that its soak is not asked for traffic.
        return _without_traffic(plan) if gone_around & set(devices) else plan

    def roll(self, plan: Plan) -> tuple[Outcome, str]:
        """Go on with the rollout of this very plan, or start it."""
        world = replace(self._world(plan), stop=self.stop)
        begun = [
            item
            for item in store.starts(open_backend(self.state).database)
            if item.record.state == plan.digest
        ]
        if not begun:
            refuse_impossible(plan)
            result = control.apply(plan, self.state, world, self.actor, first=preflight)
            return result.outcome, result.reason
        name = begun[-1].record.rollout
        if outcome := control.status(self.state, name).progress.outcome:
            return Outcome(outcome), f"rollout {name}"
        result = control.resume(self.state, world, self.actor, name)
        return result.outcome, result.reason

    def roll_back(self, rollout: str) -> tuple[Outcome, str]:
        """Take a rollout back; done when every device runs its base again."""
        found = control.status(self.state, rollout)
        if found.progress.turned and found.progress.outcome:
            return Outcome.DONE, ""
        world = replace(self._world(found.plan), stop=self.stop)
        result = control.roll_back(self.state, world, self.actor, found.rollout)
        back = result.outcome is Outcome.ROLLED_BACK
        return (Outcome.DONE, "") if back else (result.outcome, result.reason)

    def gate(self, devices: tuple[str, ...], gone_around: frozenset[str]) -> tuple[Outcome, str]:
        """Look until every device shows what the intent expects, or until the time is over."""
        side = self.side(gone_around)
        end, waiting, reason = time.monotonic() + GATE_S, list(devices), ""
        while waiting and not self.stop.draining:
            found = {name: self._look(side, name) for name in waiting}
            waiting = [name for name in waiting if found[name]]
            if waiting and time.monotonic() >= end:
                return Outcome.INCOMPLETE, f"`{waiting[0]}`: {found[waiting[0]]}"
            if waiting:
                reason = found[waiting[0]]
                self.stop.wait(POLL_S)
        return (Outcome.INTERRUPTED, reason) if waiting else (Outcome.DONE, "")

    def quiet(self, step: Step, gone_around: frozenset[str]) -> tuple[Outcome, str]:
        """Look at the ports between switches until no traffic is on them."""
        side = self.side(gone_around)
        asked = Quietness(step.devices, step.below, step.lasting, step.seconds)

        def look() -> dict[str, dict[str, int | None]]:
            found = {name: self._frames(side, name) for name in step.devices}
            return {name: ports for name, ports in found.items() if ports is not None}

        return until_quiet(asked, look, RealClock(), self.stop)

    def _frames(self, side: Live, name: str) -> dict[str, int | None] | None:
        driver = side.driver(name)
        try:
            seen = driver.observe()
        except DriverError:
            return None
        finally:
            driver.close()
        watched = expectation(side.build.designs[self.fabric], name).lldp
        return {port: seen.ports.get(port, {}).get("frames") for port in watched}

    def _look(self, side: Live, name: str) -> str:
        design = side.build.designs[self.fabric]
        driver = side.driver(name)
        try:
            seen = driver.observe()
        except DriverError as failure:
            return side.secrets.mask(str(failure))
        finally:
            driver.close()
        judged = judge([gate for gate in LOOKS if gate in GATES], expectation(design, name), seen, Baseline())
        return self._locked_out(side, name) if worst(judged) is Verdict.PASS else reasons(judged)

    def _locked_out(self, side: Live, name: str) -> str:
        """Say why the login that is coming does not work; empty where it does, and where none is coming."""
        entry = coming(side.entry(name))
        driver = connect(entry, side.secrets) if entry else None
        if driver is None:
            return ""
        try:
            driver.identify()
        except DriverError as failure:
            return side.secrets.mask(f"the login that is coming does not work: {failure}")
        finally:
            driver.close()
        return ""

    def run(self, step: Step) -> tuple[Outcome, str]:
        """Run a command, without a shell and without the secrets of devices that it does not name."""
        environment = plain_environment(os.environ, step.environment)
        try:
            done = subprocess.run(step.command, timeout=step.seconds, check=False, env=environment)  # noqa: S603
        except (OSError, subprocess.SubprocessError) as failure:
            return Outcome.INCOMPLETE, str(failure)
        return (
            (Outcome.DONE, "")
            if done.returncode == 0
            else (Outcome.INCOMPLETE, f"it left with {done.returncode}")
        )

    def soak(self, seconds: int) -> tuple[Outcome, str]:
        """Wait; a resumed soak starts anew."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not self.stop.draining:
            self.stop.wait(min(left, 1.0))
        return (
            (Outcome.INTERRUPTED, "it starts anew when resumed") if self.stop.draining else (Outcome.DONE, "")
        )

    def _world(self, plan: Plan) -> World:
        provider = read_provider(self.intent) if plan.carried else NOBODY
        return world_of(self.inventory or f"inventory/{plan.site}", plan, asking_jobs(plan, provider))


def _without_traffic(plan: Plan) -> Plan:
    own = replace(plan.gates.own, traffic=None)
    return sealed(replace(plan, gates=replace(plan.gates, own=own)))
