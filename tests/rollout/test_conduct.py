"""Whatever happens to a rollout in whatever order, its devices end where the journal says.

The second wave goes one by one, so that the n-th point is the same point every time; rules that do not apply
do nothing, because a precondition may not depend on what the engine did.
"""

import tempfile
import threading
from pathlib import Path

import pytest
from fake_device import ARTIFACT
from fake_fleet import Fleet, memory_fleet, plan_for, runs
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from fabric.rollout import control
from fabric.rollout.outcome import Outcome
from fabric.rollout.states import CLEAN, UNDOING, State

NAMES = ("leaf-1", "leaf-2", "leaf-3")
DEVICES = st.sampled_from(NAMES)


class Killed(BaseException):
    """The process ends here; no handler of the engine may catch it."""


class Mortal:
    """Dies at its n-th point, and stays dead for every thread."""

    def __init__(self, at):
        self.left, self.lock = at, threading.Lock()

    def __call__(self, _label):
        with self.lock:
            self.left -= 1
            if self.left <= 0:
                raise Killed


class Rollouts(RuleBasedStateMachine):
    """One plan, one fleet, and everything that can go wrong."""

    @initialize(atomic=st.booleans())
    def begin(self, atomic):
        self.place = tempfile.TemporaryDirectory()
        self.folder = Path(self.place.name) / "state"
        self.fleet: Fleet = memory_fleet(NAMES, atomic=atomic)
        self.edited: set[str] = set()
        self.must_survive: set[str] = set()
        self.begun = False
        self.result = None

    @property
    def over(self):
        return self.result is not None and self.result.outcome not in (
            Outcome.PAUSED,
            Outcome.INTERRUPTED,
            Outcome.LOCKED,
        )

    def go(self, at=1_000_000):
        world = self.fleet.world(clock=self.fleet.clock, after=Mortal(at))
        self.result = None
        try:
            if self.begun:
                self.result = control.resume(self.folder, world, "me")
            else:
                plan = plan_for((NAMES[:1], NAMES[1:]), groups={"leaf-2": "pair", "leaf-3": "pair"})
                self.result = control.apply(plan, self.folder, world, "me")
        except Killed:
            pass
        self.begun = bool(control.rollouts(self.folder))

    @rule()
    def run(self):
        self.go()

    @rule(
        name=DEVICES,
        verb=st.sampled_from(["stage", "commit", "confirm", "abort", "restore", "probe"]),
        kind=st.sampled_from(["before", "after", "partial", "unreachable"]),
        sick=st.booleans(),
        at=st.integers(1, 70),
    )
    def run_in_trouble(self, name, verb, kind, sick, at):
        if not self.over:
            self.fleet.devices[name].change(faults={verb: [kind]}, sick=sick)
        self.go(at)

    @rule(at=st.integers(1, 70))
    def run_and_be_killed(self, at):
        self.go(at)

    @rule(name=DEVICES)
    def fire_timer(self, name):
        self.fleet.devices[name].fire_timer()

    @rule(seconds=st.integers(1, 400))
    def let_time_pass(self, seconds):
        self.fleet.clock.time += seconds

    @rule(name=DEVICES)
    def edit_by_hand(self, name):
        if self.over:
            return
        device = self.fleet.devices[name]
        state = control.status(self.folder).progress.of(name).state if self.begun else State.PENDING
        device.edit("own 3")
        self.edited.add(name)
        if device.pending is None and (device.atomic or state not in UNDOING):
            self.must_survive.add(name)

    @rule(what=st.sampled_from(control.ASKS))
    def somebody_asks(self, what):
        if self.begun:
            control.ask(self.folder, what, "colleague")

    @invariant()
    def no_intent_is_committed_twice(self):
        for name in NAMES:
            commits = self.fleet.commits(name)
            assert len(commits) == len(set(commits))

    @invariant()
    def a_human_is_not_overwritten(self):
        for name in self.must_survive:
            assert "own 3" in self.fleet.devices[name].running

    @invariant()
    def conclusions_are_true(self):
        if not self.begun:
            return
        status = control.status(self.folder)
        for name, standing in status.progress.devices.items():
            device = self.fleet.devices[name]
            if standing.state in CLEAN:
                assert not device.staged
                assert device.pending is None
                assert name in self.edited or runs(device) == "base"
            if standing.state in (State.CONFIRMED, State.SOAKING, State.DONE):
                assert name in self.edited or (runs(device), device.startup) == ("target", device.running)
        assert control.audit(self.folder).intact

    @invariant()
    def a_human_is_called_only_where_one_had_a_part(self):
        if self.begun:
            states = control.status(self.folder).progress.devices
            called = {n for n, standing in states.items() if standing.state is State.QUARANTINED}
            assert called <= self.edited

    def teardown(self):
        if not hasattr(self, "fleet"):
            return
        for device in self.fleet.devices.values():
            device.change(faults={})
        for _ in range(4):
            if not self.over:
                self.go()
        assert self.over
        self.conclusions_are_true()
        if not self.edited:
            wanted = {"target"} if self.result.outcome is Outcome.DONE else {"base"}
            assert (
                self.result.outcome is Outcome.INCOMPLETE
                or {runs(device) for device in self.fleet.devices.values()} == wanted
            )
        assert all(device.fetch()[ARTIFACT] for device in self.fleet.devices.values())
        self.place.cleanup()


def _run(examples, steps):
    run_state_machine_as_test(
        Rollouts,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_devices_end_where_the_journal_says() -> None:
    _run(25, 12)


@pytest.mark.proof
def test_devices_end_where_the_journal_says_after_long_histories() -> None:
    _run(120, 20)
