"""What begins beside a rollout is seen before anything else starts: jobs, and other fabrics of the site."""

from __future__ import annotations

import dataclasses
import json

import pytest
from fake_fleet import memory_fleet, plan_for

from fabric.core.diagnostic import FabricError, error
from fabric.plan.carried import Carried, job_limits
from fabric.plan.constraints import PROFILES
from fabric.plan.impact import Impact
from fabric.plan.jobs import Job
from fabric.plan.model import sealed
from fabric.rollout import control, store
from fabric.rollout.backend import open_backend
from fabric.rollout.journal import Kind, Record
from fabric.rollout.outcome import Outcome
from fabric.rollout.states import State
from fabric.rollout.writer import Writer

NAMES = ("leaf-1", "leaf-2", "spine-1")
CARRIED = Carried(
    {"h1": (("leaf-1", 0),), "h2": (("leaf-2", 0),), "h3": (("leaf-3", 0),)},
    {"leaf-1": {"spine-1": 400}, "leaf-2": {"spine-1": 400}, "leaf-3": {"spine-9": 400}},
)


def plan_of(waves, **more):
    plan = plan_for(waves)
    seen = {
        name: dataclasses.replace(device, impact=Impact(flaps=("eth1",)))
        for name, device in plan.devices.items()
    }
    return sealed(dataclasses.replace(plan, devices=seen, carried=CARRIED, **more))


def running(*hosts):
    return json.dumps({"jobs": [{"name": "train7", "hosts": list(hosts)}] if hosts else []})


@pytest.fixture
def fleet():
    return memory_fleet(NAMES)


class Scheduler:
    """Prints the jobs of each moment, and counts how often it was asked."""

    def __init__(self, *answers):
        self.answers, self.asked = answers, 0

    def __call__(self):
        answer = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        if isinstance(answer, Exception):
            raise answer
        return answer


def apply(fleet, tmp_path, plan, scheduler):
    world = fleet.world(clock=fleet.clock, jobs=scheduler)
    return control.apply(plan, tmp_path / "state", world, "me")


def resume(fleet, tmp_path, scheduler):
    return control.resume(tmp_path / "state", fleet.world(clock=fleet.clock, jobs=scheduler), "me")


def pauses(tmp_path):
    records = control.status(tmp_path / "state").records
    return [one.record.reason for one in records if one.record.state == "pause"]


def test_a_job_that_began_since_the_plan_holds_the_next_batch_until_it_ends(fleet, tmp_path):
    plan = plan_of((("leaf-1",), ("leaf-2",)))
    result = apply(fleet, tmp_path, plan, Scheduler(running(), running("h2")))
    assert result.outcome is Outcome.PAUSED
    assert pauses(tmp_path) == ["`leaf-2` may not start: job `train7` on rail 0"]
    assert len(fleet.commits("leaf-1")) == 1
    assert fleet.commits("leaf-2") == []
    assert resume(fleet, tmp_path, Scheduler(running("h2"))).outcome is Outcome.PAUSED
    assert resume(fleet, tmp_path, Scheduler(running("h1"))).outcome is Outcome.DONE
    assert len(fleet.commits("leaf-1")) == 1


def test_a_job_that_ended_since_the_plan_holds_nothing_back(fleet, tmp_path):
    limits = tuple(job_limits(CARRIED, [Job("train7", ("h1",))], 0.0))
    plan = plan_of((("leaf-1",),), limits=limits)
    assert apply(fleet, tmp_path, plan, Scheduler(running())).outcome is Outcome.DONE


def test_only_what_the_job_notices_waits(fleet, tmp_path):
    plan = plan_of((("leaf-1", "leaf-2"), ("spine-1",)))
    result = apply(fleet, tmp_path, plan, Scheduler(running("h1")))
    assert result.outcome is Outcome.PAUSED
    assert (len(fleet.commits("leaf-1")), len(fleet.commits("leaf-2"))) == (0, 1)


def test_nothing_starts_while_nobody_knows_which_jobs_run(fleet, tmp_path):
    broken = FabricError(error("ROL-006", "`squeue` failed: no route to host"))
    result = apply(fleet, tmp_path, plan_of((("leaf-1",), ("leaf-2",))), Scheduler(running(), broken))
    assert result.outcome is Outcome.PAUSED
    assert pauses(tmp_path) == ["nobody knows which jobs run: `squeue` failed: no route to host"]
    assert fleet.commits("leaf-2") == []
    assert resume(fleet, tmp_path, Scheduler(running())).outcome is Outcome.DONE


def test_they_are_asked_for_before_every_batch(fleet, tmp_path):
    scheduler = Scheduler(running())
    one_by_one = dataclasses.replace(PROFILES["lab"], max_in_flight=1)
    plan = plan_of((("leaf-1", "leaf-2"), ("spine-1",)), constraints=one_by_one)
    assert apply(fleet, tmp_path, plan, scheduler).outcome is Outcome.DONE
    assert scheduler.asked >= 3


def test_a_rollout_waits_for_another_fabric_and_goes_on_by_itself(fleet, tmp_path):
    kept = open_backend(tmp_path / "state")
    busy = [Record("other001", Kind.DEVICE, State.COMMITTED.value, device=f"s{n}", epoch=1) for n in range(2)]
    done = [Record("other001", Kind.DEVICE, State.DONE.value, device=f"s{n}", epoch=1) for n in range(2)]
    with Writer(kept.database) as writer:
        writer.append([Record("other001", Kind.START, "sha256:0", reason="dc1/storage"), *busy], None)
    waited = []

    class Clock:
        now = fleet.clock.now

        def sleep(self, seconds, stop):
            fleet.clock.sleep(seconds, stop)
            if not waited:
                assert fleet.commits("leaf-1") == []
                with Writer(kept.database) as writer:
                    writer.append(done, None)
            waited.append(seconds)

    plan = plan_of((("leaf-1",),), constraints=dataclasses.replace(PROFILES["lab"], site_most=2))
    result = control.apply(plan, tmp_path / "state", fleet.world(clock=Clock()), "me")
    assert result.outcome is Outcome.DONE
    assert waited
    assert store.verify(kept.database).intact
