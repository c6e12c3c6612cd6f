"""Kill a rollout with SIGKILL at its n-th point, start it again, and look at the devices.

A harness makes the devices and says what they went through, so the same matrix runs on fakes and on the lab.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from fake_device import FakeClock
from fake_fleet import file_fleet, plan_for, runs

from fabric.rollout import control
from fabric.rollout.journal import Kind

if TYPE_CHECKING:
    from pathlib import Path

NEVER = 1_000_000
NAMES = ("leaf-1", "leaf-2", "leaf-3")


class Harness(Protocol):
    """What the matrix needs of a fleet; it must outlive the killed process."""

    def plan(self): ...
    def world(self, folder: Path, after): ...
    def make(self, folder: Path) -> None: ...
    def fire_timers(self, folder: Path) -> None: ...
    def make_sick(self, folder: Path) -> None: ...
    def fates(self, folder: Path) -> dict[str, Fate]: ...


@dataclass(frozen=True)
class Fate:
    """What one device went through, by its own log."""

    runs: str
    persistent: bool
    left_over: bool
    log: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class FakeHarness:
    """The fleet of fakes, in files."""

    atomic: bool

    def plan(self):
        return plan_for((NAMES[:1], NAMES[1:]), groups={"leaf-2": "pair", "leaf-3": "pair"})

    def make(self, folder):
        file_fleet(folder, NAMES, atomic=self.atomic)

    def fleet(self, folder):
        return file_fleet(folder, NAMES, make=False)

    def world(self, folder, after):
        return self.fleet(folder).world(after=after, clock=FakeClock())

    def fire_timers(self, folder):
        for device in self.fleet(folder).devices.values():
            device.fire_timer()

    def make_sick(self, folder):
        self.fleet(folder).devices["leaf-3"].change(sick=True)

    def fates(self, folder):
        return {
            name: Fate(
                runs(device),
                device.startup == device.running,
                bool(device.pending or device.staged),
                tuple((verb, token) for verb, token in device.log),
            )
            for name, device in self.fleet(folder).devices.items()
        }


class Killer:
    """Counts points, and ends the process at one of them as the kernel would."""

    def __init__(self, at):
        self.left, self.lock = at, threading.Lock()

    def __call__(self, _label):
        with self.lock:
            self.left -= 1
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
                threading.Event().wait()


def in_child(work) -> int | None:
    """Run in a forked process; its exit code, or None when it was killed."""
    pid = os.fork()
    if pid == 0:
        gc.freeze()  # what is shared with this process is not copied by a collection
        code = 70
        try:
            code = work()
        except BaseException:  # noqa: BLE001 - whatever ended it would go unseen
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(pid, 0)
    return None if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def start(harness, folder, at):
    return in_child(
        lambda: (
            control.apply(harness.plan(), folder / "state", harness.world(folder, Killer(at)), "me").exit_code
        )
    )


def again(harness, folder, at=NEVER):
    return in_child(
        lambda: control.resume(folder / "state", harness.world(folder, Killer(at)), "me").exit_code
    )


def go_on(harness, folder, at=NEVER) -> int:
    """Resume in this process what has begun, or begin it; the exit code."""
    world = harness.world(folder, Killer(at))
    if (folder / "state").exists() and begun(folder):
        return control.resume(folder / "state", world, "me").exit_code
    return control.apply(harness.plan(), folder / "state", world, "me").exit_code


def begun(folder) -> bool:
    """Whether the journal knows of a rollout yet."""
    return bool(control.rollouts(folder / "state"))


def judge(harness, folder, code, wanted) -> None:
    """Compare the devices' own logs with what was promised."""
    fates = harness.fates(folder)
    assert code == wanted
    assert {fate.runs for fate in fates.values()} == {"target" if wanted == 0 else "base"}
    records = control.status(folder / "state").records
    announced = {(r.record.device, r.record.token) for r in records if r.record.state == "committing"}
    for name, fate in fates.items():
        assert fate.persistent
        assert not fate.left_over
        commits = [token for verb, token in fate.log if verb == "commit"]
        assert len(commits) == len(set(commits))
        assert {(name, token) for token in commits} <= announced
        _commits_are_apart(fate.log)
    ends = [r for r in records if r.record.kind is Kind.END]
    assert len(ends) == 1
    assert control.audit(folder / "state").intact


def _commits_are_apart(log) -> None:
    """Between two commits of a device the first was taken back."""
    live = False
    for verb, _ in log:
        assert not (verb == "commit" and live)
        live = verb == "commit" or (live and verb not in ("revert", "abort", "restore"))


def matrix(folder, harness, scenario, step=1, first=1) -> int:
    """Kill at every `step`-th point until a run comes through; returns at which it did."""
    wanted = 6 if "gate fails" in scenario else 0
    for at in range(first, NEVER, step):
        here = folder / str(at)
        here.mkdir()
        harness.make(here)
        if "gate fails" in scenario:
            harness.make_sick(here)
        code = start(harness, here, at)
        if code is not None:
            judge(harness, here, code, wanted)
            return at
        if not begun(here):
            assert all(fate.log == () for fate in harness.fates(here).values())
            continue
        if "timers fire" in scenario:
            harness.fire_timers(here)
        judge(harness, here, again(harness, here), wanted)
    raise AssertionError("no run came through")
