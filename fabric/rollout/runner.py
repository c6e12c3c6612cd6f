"""Nornir's inventory and tasks under our own scheduling. The one module that knows Nornir.

Nornir's threaded runner cannot be stopped: after Ctrl-C the interpreter still drains its queue (nornir 3.6,
measured: 60 of 60 hosts pushed). Here one loop admits hosts, threads are daemons, and what was never started
is said. Results travel through the journal, not through Nornir, whose log writes task arguments in clear.
"""

from __future__ import annotations

import logging
import math
import queue
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nornir.core import Nornir
from nornir.core.configuration import Config, LoggingConfig
from nornir.core.inventory import Defaults, Groups, Host, Hosts, Inventory
from nornir.core.task import AggregatedResult, MultiResult, Result, Task

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from fabric.rollout.stop import Stop

TICK_S = 0.5
GRACE_S = 10.0
"""Between cutting an overdue host's connection and writing its thread off."""


@dataclass(frozen=True, slots=True)
class Report:
    """How a run went; what happened to each host stands in the journal."""

    finished: tuple[str, ...]
    not_started: tuple[str, ...]
    written_off: tuple[str, ...]
    """Hosts whose thread did not come back: where they stand is unknown, so they are probed."""
    errors: tuple[tuple[str, BaseException], ...]


@dataclass(frozen=True, slots=True)
class Job:
    """What to run over hosts, and when."""

    work: Callable[[str], None]
    admit: Callable[[Sequence[str], AbstractSet[str]], Sequence[str]]
    """(waiting in order, in flight) to those that start now."""
    cut: Callable[[str], None]
    """Closes the connection of a host that is overdue."""
    stop: Stop
    deadline_s: float
    """Most seconds for one host, everything included."""
    most_lost: int
    """Written-off threads beyond which nothing starts any more."""
    grace_s: float = GRACE_S
    starts_per_s: float = math.inf
    """Hosts that may start within a second: each logs in, and all ask one AAA server."""


@dataclass(slots=True)
class AdmittingRunner:
    """A Nornir runner: a thread per admitted host, a deadline per host, and a stop that is heard at once."""

    job: Job
    finished: list[str] = field(default_factory=list)
    written_off: list[str] = field(default_factory=list)
    errors: list[tuple[str, BaseException]] = field(default_factory=list)
    _due: dict[str, float] = field(default_factory=dict)
    _next: float = -math.inf
    """When the next host may start."""
    _cut: set[str] = field(default_factory=set)
    _back: queue.SimpleQueue[tuple[str, MultiResult | BaseException]] = field(
        default_factory=queue.SimpleQueue
    )

    def run(self, task: Task, hosts: list[Host]) -> AggregatedResult:
        """Run the task over the hosts as they are admitted."""
        result = AggregatedResult(task.name)
        waiting = {host.name: host for host in hosts}
        while waiting or self._due:
            self._start(task, waiting)
            if not self._due and not self._waits():
                break
            self._collect(result)
            self._watch()
        return result

    def _start(self, task: Task, waiting: dict[str, Host]) -> None:
        if self.job.stop.draining or len(self.written_off) > self.job.most_lost:
            return
        for name in self.job.admit(tuple(waiting), frozenset(self._due) | frozenset(self.written_off)):
            if not self._may_log_in():
                return
            host = waiting.pop(name)
            self._due[name] = time.monotonic() + self.job.deadline_s
            threading.Thread(target=self._one, args=(task.copy(), host), name=name, daemon=True).start()

    def _waits(self) -> bool:
        """Whether nothing runs only because the next host may not log in yet; it is waited for."""
        early = self._next - time.monotonic()
        if early <= 0 or self.job.stop.draining:
            return False
        time.sleep(early)
        return True

    def _may_log_in(self) -> bool:
        """Whether a host may start now, and if so, when the next one may."""
        now = time.monotonic()
        if now < self._next:
            return False
        # A tick late is no reason to be late for ever: what was not used lately may be, up to one tick of it.
        self._next = max(self._next, now - TICK_S) + 1 / self.job.starts_per_s
        return True

    def _one(self, task: Task, host: Host) -> None:
        """Run in the host's thread. A task may raise anything; it must not take the others down."""
        try:
            outcome: MultiResult | BaseException = task.start(host)
        except BaseException as error:  # noqa: BLE001  SystemExit in a task would end nornir's run
            outcome = error
        self._back.put((host.name, outcome))

    def _collect(self, result: AggregatedResult) -> None:
        try:
            name, outcome = self._back.get(timeout=TICK_S)
        except queue.Empty:
            return
        if self._due.pop(name, None) is None:
            return  # written off before, and its successor may be at work: what it says no longer counts
        error = outcome if isinstance(outcome, BaseException) else outcome[0].exception
        if error is None:
            self.finished.append(name)
        else:
            self.errors.append((name, error))
        if isinstance(outcome, MultiResult):
            result[name] = outcome

    def _watch(self) -> None:
        """Cut the connection of hosts that are overdue; write off those that still do not come back."""
        now = time.monotonic()
        for name, due in tuple(self._due.items()):
            if now > due + self.job.grace_s:
                del self._due[name]
                self.written_off.append(name)
            elif now > due and name not in self._cut:
                self._cut.add(name)
                threading.Thread(target=self.job.cut, args=(name,), daemon=True).start()


def run(names: Sequence[str], job: Job) -> Report:
    """Run a job over hosts with a fresh Nornir: a used one skips the hosts that failed before."""
    # The records of a failed task hold its traceback, and with it what a device said.
    logging.getLogger("nornir").setLevel(logging.CRITICAL + 1)
    runner = AdmittingRunner(job)
    hosts = Hosts({name: Host(name) for name in names})
    nornir = Nornir(
        Inventory(hosts, Groups(), Defaults()),
        config=Config(logging=LoggingConfig(enabled=False)),
        runner=runner,
    )

    def device(task: Task) -> Result:
        job.work(task.host.name)
        return Result(host=task.host)

    nornir.run(device, raise_on_error=False)
    started = {*runner.finished, *runner.written_off, *(name for name, _ in runner.errors)}
    return Report(
        tuple(runner.finished),
        tuple(name for name in names if name not in started),
        tuple(runner.written_off),
        tuple(runner.errors),
    )
