"""The database dies, falls silent or hangs up in the middle of a rollout: one error, then the next."""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import replace

import pytest
import sqlalchemy as sa
from fake_fleet import memory_fleet, plan_for

from fabric.rollout import control, patience
from fabric.rollout.backend import open_backend, set_backend
from fabric.rollout.database import open_database
from fabric.rollout.outcome import Outcome
from fabric.rollout.statedir import StateError
from fabric.rollout.store import change_lease

WAVES = (("leaf-1",), ("leaf-2", "leaf-3"))
MOMENTS = ("prechecked", "staging", "committing", "committed", "confirming", "soaking")
SAMPLED = ("committing", "committed")
"""What every run asks; the rest is for the proof."""


@pytest.fixture
def folder(tmp_path, postgres_url):
    set_backend(tmp_path / "state", postgres_url)
    return tmp_path / "state"


@pytest.fixture
def fleet():
    return memory_fleet([name for wave in WAVES for name in wave])


def run(folder, fleet, **world):
    return control.apply(plan_for(WAVES), folder, fleet.world(clock=fleet.clock, **world), "me")


def ended(folder, fleet) -> None:
    """Let the next process finish it, and look at the devices' own logs."""
    change_lease(open_backend(folder).database, "dc1/backend", lambda found, _: replace(found, expires=0.0))
    assert control.resume(folder, fleet.world(clock=fleet.clock), "me").outcome is Outcome.DONE
    assert control.audit(folder).intact
    for name, device in fleet.devices.items():
        live = [verb for verb, _ in device.log if verb in ("commit", "revert", "abort", "confirm")]
        tokens = fleet.commits(name)
        assert len(tokens) == len(set(tokens))
        assert live[-1] == "confirm"
        assert "commit commit" not in " ".join(live)


def once(state, do):
    """Do it at the first record of a state."""
    seen = []

    def told(record):
        if record.state == state and not seen:
            seen.append(True)
            do()

    return told


def confirmed(fleet) -> bool:
    return any(verb == "confirm" for device in fleet.devices.values() for verb, _ in device.log)


moments = pytest.mark.parametrize(
    "state", [pytest.param(m, marks=() if m in SAMPLED else pytest.mark.proof) for m in MOMENTS]
)


@moments
def test_a_server_that_is_killed_stops_the_rollout_and_nothing_more_happens(
    folder, fleet, postgres, state
) -> None:
    with pytest.raises(StateError, match="cannot be used") as stopped:
        run(folder, fleet, told=once(state, postgres.kill))
    postgres.start()
    assert "\n" not in str(stopped.value)
    assert confirmed(fleet) == (state in ("confirming", "soaking"))
    ended(folder, fleet)


@moments
def test_a_connection_that_is_cut_within_a_transaction_leaves_all_of_it_or_nothing(
    folder, fleet, state
) -> None:
    threads = []

    def cut():
        threads.append(Cutter(open_backend(folder).database))
        threads[0].start()
        threads[0].holds.wait()

    with pytest.raises(StateError, match="cannot be used") as stopped:
        run(folder, fleet, told=once(state, cut))
    threads[0].join()
    assert "\n" not in str(stopped.value)
    ended(folder, fleet)


class Cutter(threading.Thread):
    """Keeps the journal's writer waiting within its transaction, and hangs up on it there."""

    def __init__(self, database):
        super().__init__()
        self.database, self.holds = database, threading.Event()

    def run(self):
        with self.database.begin():
            self.holds.set()
            while not self._hung_up():
                time.sleep(0.01)

    def _hung_up(self) -> bool:
        with self.database.connect().execution_options(fabric_reads=True) as connection:
            waiting = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'advisory'"
            return bool(connection.execute(sa.text(waiting)).all())


@pytest.fixture
def silence(postgres):
    """Return what silences the server until the test is over, or sooner."""
    with contextlib.ExitStack() as until:
        yield lambda: (until.enter_context(postgres.silent()), until)[1]


def test_a_server_that_falls_silent_is_given_up(tmp_path, postgres_url, fleet, monkeypatch, silence) -> None:
    monkeypatch.setattr(patience, "LONGEST_S", 1.0)
    folder = tmp_path / "state"
    set_backend(folder, f"{postgres_url}&connect_timeout=1")
    held = []
    with pytest.raises(StateError, match="cannot be used") as stopped:
        run(folder, fleet, told=once("committed", lambda: held.append(silence())))
    held[0].close()
    assert "\n" not in str(stopped.value)
    assert not confirmed(fleet)
    ended(folder, fleet)


def test_no_answer_is_waited_for_without_end(postgres_url, monkeypatch, silence) -> None:
    monkeypatch.setattr(patience, "LONGEST_S", 0.5)
    database = open_database(postgres_url)
    with database.connect() as connection:
        connection.execute(sa.text("SELECT 1"))
        until = silence()
        with pytest.raises(sa.exc.OperationalError, match="the server has not answered for 0 s"):
            connection.execute(sa.text("SELECT 1"))
        until.close()
