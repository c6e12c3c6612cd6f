"""A device that refuses a verb: the rollout ends with an outcome, never with an exception."""

from dataclasses import replace

import pytest
from fake_fleet import memory_fleet, plan_for, runs

from fabric.drivers.contract import UnreachableError
from fabric.plan.model import Gates, sealed
from fabric.rollout import control
from fabric.rollout.outcome import Outcome
from fabric.rollout.states import TERMINAL, State

NAMES = ("leaf-1", "leaf-2", "leaf-3")


def apply(fleet, tmp_path, **world):
    plan = plan_for((NAMES[:1], NAMES[1:]))
    return control.apply(plan, tmp_path / "state", fleet.world(clock=fleet.clock, **world), "me")


def running(fleet):
    return {runs(device) for device in fleet.devices.values()}


@pytest.mark.parametrize("atomic", [True, False], ids=["atomic", "line by line"])
@pytest.mark.parametrize("device", ["leaf-1", "leaf-3"])
def test_a_refused_commit_turns_the_rollout_back(tmp_path, device, atomic) -> None:
    fleet = memory_fleet(NAMES, atomic=atomic)
    fleet.devices[device].change(faults={"commit": ["refuse"]})
    result = apply(fleet, tmp_path)
    assert (result.outcome, result.exit_code) == (Outcome.ROLLED_BACK, 6)
    assert "commit: % Invalid input" in result.progress.of(device).reason
    assert running(fleet) == {"base"}
    assert fleet.commits(device) == []
    assert all(not device.staged and device.pending is None for device in fleet.devices.values())


VERBS = ("identify", "probe", "stage", "commit", "observe", "confirm", "abort", "restore")


@pytest.mark.parametrize("count", [1, 99])
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("state", sorted(set(State) - TERMINAL - {State.DONE}))
def test_a_refusal_of_any_verb_in_any_state_ends_with_an_outcome(tmp_path, state, verb, count) -> None:
    fleet = memory_fleet(NAMES, atomic=count == 1)
    device = fleet.devices["leaf-1"]
    fleet.devices["leaf-3"].change(sick=True)

    def refuse(record):
        if (record.device, record.state) == ("leaf-1", state) or state is State.PENDING:
            device.change(faults={verb: ["refuse"] * count})

    result = apply(fleet, tmp_path, told=refuse)
    assert result.outcome in (Outcome.ROLLED_BACK, Outcome.QUARANTINED, Outcome.PAUSED)
    assert len(fleet.commits("leaf-1")) == len(set(fleet.commits("leaf-1")))
    if result.outcome is Outcome.ROLLED_BACK:
        assert running(fleet) == {"base"}


@pytest.mark.parametrize("atomic", [True, False], ids=["atomic", "line by line"])
def test_a_device_that_would_do_otherwise_than_planned_is_stopped_before_its_commit(tmp_path, atomic) -> None:
    fleet = memory_fleet(NAMES, atomic=atomic)

    def unlike(device, running, shown):
        assert (list(running.values()), shown) == ([fleet.devices[device.name].running], "")
        return "it would do more" if device.name == "leaf-3" else ""

    result = apply(fleet, tmp_path, unlike=unlike)
    assert result.outcome is Outcome.ROLLED_BACK
    assert result.progress.of("leaf-3").state is State.FAILED_CLEAN
    assert result.progress.of("leaf-3").reason == "stage: RefusedError: it would do more"
    assert fleet.commits("leaf-3") == []
    assert not fleet.devices["leaf-3"].staged
    assert running(fleet) == {"base"}


@pytest.mark.parametrize("sick", [False, True], ids=["done", "turned back"])
def test_what_a_device_has_no_diff_of_its_own_for_is_evidence_and_no_reason(tmp_path, sick) -> None:
    fleet = memory_fleet(NAMES)
    fleet.devices["leaf-1"].change(shows="a line\nown diff: none, delete (2)\nown diff: none, restart (1)")
    fleet.devices["leaf-1"].change(sick=sick)
    staged = []

    def keep(record):
        if (record.device, record.state) == ("leaf-1", State.STAGED):
            staged.append(record.reason)

    result = apply(fleet, tmp_path, told=keep)
    assert staged[0] == "own diff: none, delete (2); own diff: none, restart (1)"
    assert "own diff" not in result.progress.of("leaf-1").reason


def test_a_plan_without_that_gate_does_not_ask(tmp_path) -> None:
    fleet = memory_fleet(NAMES)
    plan = plan_for((NAMES,))
    plan = sealed(replace(plan, gates=Gates(pre=("identity",))))
    world = fleet.world(clock=fleet.clock, unlike=lambda *_: "it would do more")
    assert control.apply(plan, tmp_path / "state", world, "me").outcome is Outcome.DONE


def test_a_gate_is_given_up_when_its_time_is_over_and_not_at_the_look_after_that(tmp_path) -> None:
    fleet = memory_fleet(NAMES)
    fleet.devices["leaf-1"].change(sick=True)
    plan = plan_for((NAMES,), check_s=5)
    result = control.apply(plan, tmp_path / "state", fleet.world(clock=fleet.clock), "me")
    assert (result.outcome, fleet.clock.now()) == (Outcome.ROLLED_BACK, 5)


class Connection:
    """One login to a device: what it was let in with holds until it is closed."""

    def __init__(self, device, opened, *, shut_after_commit):
        self.device, self.number, self.shut = device, len(opened), shut_after_commit
        self.during = bool(device.pending)
        opened.append(self)
        self.said = []

    def __getattr__(self, verb):
        if verb in ("identify", "confirm") and self.shut and self.during:
            raise UnreachableError("authentication failed")
        if verb in ("identify", "confirm"):
            self.said.append(verb)
        return getattr(self.device, verb)


@pytest.mark.parametrize("shut", [False, True], ids=["lets us in", "locks us out"])
def test_a_way_in_that_changed_is_confirmed_over_a_new_connection_or_taken_back(tmp_path, shut) -> None:
    fleet, opened = memory_fleet(("leaf-1",)), []
    plan = plan_for((("leaf-1",),))
    changed = {"leaf-1": replace(plan.devices["leaf-1"], access=True)}
    world = replace(
        fleet.world(clock=fleet.clock),
        driver_for=lambda name: Connection(fleet.devices[name], opened, shut_after_commit=shut),
    )
    result = control.apply(sealed(replace(plan, devices=changed)), tmp_path / "state", world, "me")
    if shut:
        assert result.outcome is Outcome.ROLLED_BACK
        assert "a login after the change does not work: authentication failed" in result.reason
        assert running(fleet) == {"base"}
        return
    assert (result.outcome, running(fleet)) == (Outcome.DONE, {"target"})
    [confirming] = [one for one in opened if "confirm" in one.said]
    assert confirming.during, "the connection that confirms was made after the commit"
    assert any("identify" in one.said for one in opened if one.during)
