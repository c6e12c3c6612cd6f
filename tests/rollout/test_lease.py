"""Leases under clocks that jump, and a lease that ran out unseen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_fleet import memory_fleet, plan_for

from fabric.rollout import control
from fabric.rollout.backend import open_backend
from fabric.rollout.lease import TTL_S, HeldError, is_alive, me, release, take
from fabric.rollout.outcome import Outcome
from fabric.rollout.stop import Stop
from fabric.rollout.store import Lease, change_lease
from fabric.rollout.uptime import uptime

HOURS = 5 * 3600.0


@pytest.mark.parametrize("jump", [-HOURS, HOURS])
def test_the_wall_clock_of_a_machine_has_no_say_in_its_leases(tmp_path, monkeypatch, jump) -> None:
    fleet, seen = memory_fleet(("leaf-1",)), []

    def meanwhile(record):
        if record.state == "committed":
            monkeypatch.setattr("time.time", lambda: uptime() + jump)
            seen.append(
                control.apply(plan_for((("leaf-1",),)), tmp_path, fleet.world(clock=fleet.clock), "x")
            )

    world = fleet.world(clock=fleet.clock, told=meanwhile)
    assert control.apply(plan_for((("leaf-1",),)), tmp_path, world, "me").outcome is Outcome.DONE
    assert [result.outcome for result in seen] == [Outcome.LOCKED]


@pytest.mark.parametrize(
    ("left", "alive"),
    [(-HOURS, False), (0, False), (1, True), (TTL_S, True), (TTL_S + 1, False), (HOURS, False)],
)
def test_a_lease_that_ends_later_than_it_could_is_of_a_clock_that_went_back(left, alive) -> None:
    assert is_alive(Lease("dc1/backend", "other-host:1:1", 1, expires=1000.0 + left), 1000.0) is alive


@pytest.mark.parametrize("jump", [-HOURS, HOURS])
def test_a_database_whose_clock_jumped_blocks_nobody_for_hours(either, jump) -> None:
    database = either()
    first = take(database, "dc1/backend", "other-host:1:1")
    change_lease(database, first.scope, lambda found, _: replace(found, expires=found.expires - jump))
    assert take(database, first.scope, me()).fence == first.fence + 1
    with pytest.raises(HeldError):
        take(database, first.scope, "third-host:1:1")


@pytest.mark.parametrize("jump", [-HOURS, HOURS])
def test_two_engines_that_hold_one_lease_by_a_clock_that_jumped_do_nothing_twice(shared, jump) -> None:
    """The clock of the database lets another in while the first goes on: the fence lets one of them act."""
    one, two = shared
    fleet, second = memory_fleet(("leaf-1", "leaf-2")), []

    def meanwhile(record):
        if record.state == "committed" and not second:
            database = open_backend(two).database
            change_lease(
                database, "dc1/backend", lambda found, _: replace(found, expires=found.expires - jump)
            )
            second.append(take(database, "dc1/backend", "other-host:1:1"))

    world = fleet.world(clock=fleet.clock, told=meanwhile)
    first = control.apply(plan_for((("leaf-1", "leaf-2"),)), one, world, "first")
    assert first.outcome is Outcome.LOCKED
    assert not [
        verb for name in ("leaf-1", "leaf-2") for verb, _ in fleet.devices[name].log if verb == "confirm"
    ]
    release(open_backend(two).database, second[-1])
    assert control.resume(two, fleet.world(clock=fleet.clock), "second").outcome is Outcome.DONE
    assert [len(fleet.commits(name)) for name in ("leaf-1", "leaf-2")] == [1, 1]
    assert control.audit(two).intact


def test_an_engine_whose_lease_ran_out_unseen_does_nothing_to_a_device(tmp_path) -> None:
    fleet, stop = memory_fleet(("leaf-1",)), Stop()
    asleep = fleet.world(
        clock=fleet.clock,
        stop=stop,
        told=lambda record: stop.hold_lease(uptime()) if record.state == "committing" else None,
    )
    result = control.apply(plan_for((("leaf-1",),)), tmp_path, asleep, "me")
    assert (result.outcome, fleet.commits("leaf-1")) == (Outcome.LOCKED, [])
    assert "the lease of `dc1/backend` ran out" in result.reason
    assert control.resume(tmp_path, fleet.world(clock=fleet.clock), "me").outcome is Outcome.DONE
    assert len(fleet.commits("leaf-1")) == 1
