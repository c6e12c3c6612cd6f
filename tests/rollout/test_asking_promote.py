"""Waves that somebody takes as proven, at the right moment and at wrong ones."""

import dataclasses
import time

import pytest
from fake_fleet import memory_fleet, plan_for, runs

from fabric.core.diagnostic import FabricError
from fabric.plan.constraints import PROFILES
from fabric.plan.model import sealed
from fabric.rollout import asking, control
from fabric.rollout.backend import open_backend
from fabric.rollout.desk import LISTEN_S
from fabric.rollout.journal import Kind, Record
from fabric.rollout.outcome import Outcome
from fabric.rollout.writer import Writer

NAMES = ("leaf-1", "leaf-2", "leaf-3")
WAVES = (("leaf-1",), ("leaf-2", "leaf-3"))


@pytest.fixture
def fleet():
    return memory_fleet(NAMES)


def apply(fleet, tmp_path, plan, told):
    world = fleet.world(clock=fleet.clock, told=told)
    return control.apply(plan, tmp_path / "state", world, "me")


def one_by_one():
    return plan_for(WAVES, constraints=dataclasses.replace(PROFILES["lab"], max_in_flight=1))


def test_a_wave_that_soaks_is_taken_as_proven_and_the_next_one_soaks_itself(fleet, tmp_path) -> None:
    heard = []

    def promote(record):
        heard.append((record.kind, record.state, record.epoch))
        if (record.kind, record.state, record.epoch) == (Kind.WAVE, "soaking", 0):
            asking.promote(tmp_path / "state", "boss", "seen by eye")

    assert apply(fleet, tmp_path, plan_for(WAVES, soak_s=3600), promote).outcome is Outcome.DONE
    waves = [(state, epoch) for kind, state, epoch in heard if kind is Kind.WAVE]
    assert waves == [("soaking", 0), ("promoted", 0), ("soaking", 1), ("passed", 1)]
    assert fleet.clock.now() < 2 * 3600


def test_a_wave_that_is_still_being_changed_is_not_promoted(fleet, tmp_path) -> None:
    refused = []

    def promote(record):
        if record.device == "leaf-2" and record.state == "committed":
            with pytest.raises(FabricError, match=r"no wave of rollout .* soaks") as found:
                asking.promote(tmp_path / "state", "boss", "in a hurry")
            refused.append(found)

    assert apply(fleet, tmp_path, one_by_one(), promote).outcome is Outcome.DONE
    assert len(refused) == 1


def test_a_promotion_that_comes_too_late_stops_nobody(fleet, tmp_path) -> None:
    """The wave passed between the look and the word: devices of the next one begin all the same."""

    def late(record):
        if record.device == "leaf-2" and record.state == "committed":
            promote = Record(record.rollout, Kind.CONTROL, "promote", epoch=0, actor="boss")
            with Writer(open_backend(tmp_path / "state").database) as writer:
                writer.append([promote], None)
            time.sleep(LISTEN_S)

    result = apply(fleet, tmp_path, one_by_one(), late)
    assert result.outcome is Outcome.DONE
    assert {runs(device) for device in fleet.devices.values()} == {"target"}
    assert result.progress.waves == {0: "passed", 1: "passed"}


def test_where_plans_need_approval_somebody_else_promotes(fleet, tmp_path) -> None:
    plan = sealed(dataclasses.replace(plan_for(WAVES, soak_s=3600), approvals=1))
    said = []

    def promote(record):
        if (record.kind, record.state) == (Kind.WAVE, "soaking"):
            with pytest.raises(FabricError, match="`me` began rollout") as found:
                asking.promote(tmp_path / "state", "me", "I am sure")
            said.append(found.value.diagnostics[0].hint)
            asking.promote(tmp_path / "state", "boss", "seen by eye")

    assert apply(fleet, tmp_path, plan, promote).outcome is Outcome.DONE
    assert said == ["somebody else has to take the wave as proven"] * 2


def test_a_rollout_that_is_over_has_no_wave_to_promote(fleet, tmp_path) -> None:
    apply(fleet, tmp_path, plan_for(WAVES), lambda _record: None)
    with pytest.raises(FabricError, match="is over: done"):
        asking.promote(tmp_path / "state", "boss", "seen by eye")
