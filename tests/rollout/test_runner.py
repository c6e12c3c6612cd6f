"""The runner admits, hears a stop, and survives whatever a task does."""

import logging
import threading
import time
from dataclasses import replace

import pytest

from fabric.rollout.runner import TICK_S, Job, run
from fabric.rollout.stop import Stop

NAMES = tuple(f"leaf-{n}" for n in range(6))


def job(work, *, most=2, stop=None, deadline_s=60.0, cut=lambda _: None):
    def admit(waiting, flying):
        return waiting[: most - len(flying)]

    return Job(work, admit, cut, stop or Stop(), deadline_s, most_lost=0)


def test_every_host_runs_once_and_never_more_at_a_time_than_admitted() -> None:
    flying, most, ran, lock = set(), [], [], threading.Lock()

    def work(name):
        with lock:
            flying.add(name)
            most.append(len(flying))
            ran.append(name)
        with lock:
            flying.discard(name)

    report = run(NAMES, job(work))
    assert sorted(ran) == sorted(report.finished) == sorted(NAMES)
    assert max(most) <= 2


def test_a_stop_is_heard_and_hosts_that_never_started_are_named() -> None:
    stop, ran = Stop(), []

    def work(name):
        ran.append(name)
        stop.request()

    report = run(NAMES, job(work, most=1, stop=stop))
    assert ran == ["leaf-0"]
    assert report.not_started == NAMES[1:]


@pytest.mark.parametrize("raised", [ValueError("x"), SystemExit(3), KeyboardInterrupt()])
def test_whatever_a_task_raises_the_other_hosts_still_run(raised) -> None:
    def work(name):
        if name == "leaf-0":
            raise raised

    report = run(NAMES, job(work))
    assert report.errors == (("leaf-0", raised),)
    assert len(report.finished) == 5


def test_an_overdue_host_loses_its_connection() -> None:
    cut = threading.Event()
    report = run(("leaf-0",), job(lambda _: cut.wait(), deadline_s=0.0, cut=lambda _: cut.set()))
    assert cut.is_set()
    assert report.finished == ("leaf-0",)


def test_a_host_that_does_not_come_back_is_written_off() -> None:
    hung = threading.Event()
    impatient = replace(job(lambda _: hung.wait(), most=1, deadline_s=-1.0), grace_s=0.0)
    report = run(("leaf-0", "leaf-1"), impatient)
    hung.set()
    assert report.written_off[0] == "leaf-0"
    assert "leaf-0" not in report.finished


def test_what_a_device_said_does_not_reach_the_log(caplog) -> None:
    caplog.set_level(logging.DEBUG)

    def work(_name):
        raise ValueError("password hunter2")

    run(("leaf-0",), job(work))
    assert "hunter2" not in caplog.text


def test_hosts_start_no_faster_than_they_may_log_in() -> None:
    started = []
    hurried = replace(job(lambda _: started.append(time.monotonic()), most=6), starts_per_s=20.0)
    report = run(tuple(f"leaf-{n}" for n in range(30)), hurried)
    assert len(report.finished) == 30
    # What was not used of the first tick may be: ten at once, the others one after another.
    assert started[-1] - started[0] >= (30 - 1 - TICK_S * 20) / 20 - 0.01


def test_a_host_that_may_not_log_in_yet_is_waited_for() -> None:
    slow = replace(job(lambda _: None, most=1), starts_per_s=4.0)
    assert len(run(NAMES[:4], slow).finished) == 4


def test_a_stop_is_heard_while_hosts_wait_to_log_in() -> None:
    stop = Stop()
    slow = replace(job(lambda _: stop.request(), most=1, stop=stop), starts_per_s=0.5)
    report = run(NAMES, slow)
    assert len(report.finished) + len(report.not_started) == len(NAMES)
    assert report.not_started
