"""An engine that stood still past its lease (SIGSTOP) wakes up beside its successor: it does nothing more."""

from __future__ import annotations

import contextlib
import os
import signal
from dataclasses import replace

import pytest
from crash_points import NAMES, FakeHarness
from fake_device import FakeClock

from fabric.rollout import control
from fabric.rollout.backend import open_backend
from fabric.rollout.lease import TTL_S
from fabric.rollout.outcome import EXIT_CODES, Outcome
from fabric.rollout.stop import Stop
from fabric.rollout.store import change_lease

HARNESS = FakeHarness(atomic=True)
SUCCESSORS = {"resume": (control.resume, Outcome.DONE), "rollback": (control.roll_back, Outcome.ROLLED_BACK)}


class OverAtOnce(Stop):
    """As if the whole lease had gone by when the process wakes up."""

    slept = False

    def hold_lease(self, until):
        super().hold_lease(until - TTL_S if self.slept else until)


def first_engine(folder, shared, at):
    """Roll out in a forked process that stops itself after a record; its process id."""
    pid = os.fork()
    if pid:
        assert os.WIFSTOPPED(os.waitpid(pid, os.WUNTRACED)[1])
        return pid
    code, stop = 70, OverAtOnce()

    def after(label):
        if label == f"journal leaf-1 {at}" and not stop.slept:
            os.kill(os.getpid(), signal.SIGSTOP)
            stop.slept = True
            stop.hold_lease(0.0)

    with contextlib.suppress(BaseException):
        world = HARNESS.fleet(folder).world(after=after, clock=FakeClock(), stop=stop)
        code = control.apply(HARNESS.plan(), shared[0], world, "first").exit_code
    os._exit(code)


def second_engine(folder, shared, how):
    world = HARNESS.fleet(folder).world(clock=FakeClock())
    return how(shared[1], world, "second").outcome


def boxes(folder):
    return {name: (folder / f"{name}.json").read_text() for name in NAMES}


@pytest.mark.parametrize("how", SUCCESSORS)
@pytest.mark.parametrize("at", ["staging", "committing", "committed", "confirming"])
def test_it_touches_nothing_after_it_wakes_up(tmp_path, shared, at, how) -> None:
    HARNESS.make(tmp_path)
    first = first_engine(tmp_path, shared, at)
    do, wanted = SUCCESSORS[how]
    try:
        assert second_engine(tmp_path, shared, do) is Outcome.LOCKED
        change_lease(
            open_backend(shared[1]).database,
            "dc1/backend",
            lambda found, moment: replace(found, expires=moment - 1),
        )
        assert second_engine(tmp_path, shared, do) is wanted
        left = boxes(tmp_path)
    finally:
        os.kill(first, signal.SIGCONT)
        code = os.waitstatus_to_exitcode(os.waitpid(first, 0)[1])
    assert code == EXIT_CODES[Outcome.LOCKED]
    assert boxes(tmp_path) == left
    assert control.audit(shared[1]).intact


def test_who_comes_second_is_told_who_works_there_where_and_since_when(tmp_path, shared) -> None:
    HARNESS.make(tmp_path)
    first = first_engine(tmp_path, shared, "staging")
    try:
        told = control.apply(
            HARNESS.plan(), shared[1], HARNESS.fleet(tmp_path).world(clock=FakeClock()), "me"
        )
    finally:
        os.kill(first, signal.SIGKILL)
        os.waitpid(first, 0)
    began = control.status(shared[1])
    assert told.outcome is Outcome.LOCKED
    assert f":{first}:" in told.reason
    assert os.uname().nodename in told.reason
    assert f"rollout `{began.rollout}` of first, begun {began.started}" in told.reason
