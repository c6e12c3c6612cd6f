"""Leases under clocks that jump, and a lease that ran out unseen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_device import FakeClock
from fake_fleet import memory_fleet, plan_for

from fabric.rollout import control
from fabric.rollout.backend import open_backend
from fabric.rollout.database import open_database
from fabric.rollout.lease import HEARTBEAT_S, TTL_S, HeldError, is_alive, me, release, renew, take
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
    assert take(database, first.scope, me(), clock=FakeClock()).fence == first.fence + 1
    with pytest.raises(HeldError):
        take(database, first.scope, "third-host:1:1")


@pytest.mark.parametrize("jump", [-HOURS, HOURS])
def test_two_engines_that_hold_one_lease_by_a_clock_that_jumped_do_nothing_twice(shared, jump) -> None:
    """One whose heartbeats do not arrive goes on while another is let in: the fence lets one of them act."""
    one, two = shared
    fleet, second = memory_fleet(("leaf-1", "leaf-2")), []

    def meanwhile(record):
        if record.state == "committed" and not second:
            database = open_backend(two).database
            change_lease(
                database, "dc1/backend", lambda found, _: replace(found, expires=found.expires - jump)
            )
            second.append(take(database, "dc1/backend", "other-host:1:1", clock=FakeClock()))

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


class Beating(FakeClock):
    """A watcher's clock: what the watched one does meanwhile comes with the second look."""

    def __init__(self, beat):
        super().__init__()
        self.beat = beat

    def sleep(self, seconds, stop):
        super().sleep(seconds, stop)
        if self.time > HEARTBEAT_S:
            self.beat()


@pytest.mark.parametrize("jump", [-HOURS, HOURS])
def test_a_holder_that_lives_keeps_its_lease_whatever_the_clock_of_the_database_says(
    jump, postgres_url
) -> None:
    database = open_database(postgres_url)
    held = take(database, "dc1/backend", "other-host:1:1")
    change_lease(database, held.scope, lambda found, _: replace(found, expires=found.expires - jump))
    with pytest.raises(HeldError, match="last seen 0 s ago"):
        take(database, held.scope, me(), clock=Beating(lambda: renew(database, held)))
    renew(database, held)


def test_a_holder_that_is_not_heard_for_a_whole_lease_is_followed_and_not_earlier(postgres_url) -> None:
    database, clock = open_database(postgres_url), FakeClock()
    held = take(database, "dc1/backend", "other-host:1:1")
    change_lease(database, held.scope, lambda found, moment: replace(found, expires=moment - HOURS))
    assert take(database, held.scope, me(), clock=clock).fence == held.fence + 1
    assert TTL_S <= clock.now() < 2 * TTL_S


def test_of_two_that_watch_one_holder_one_follows_it(postgres_url) -> None:
    database = open_database(postgres_url)
    held = take(database, "dc1/backend", "other-host:1:1")
    change_lease(database, held.scope, lambda found, moment: replace(found, expires=moment - HOURS))
    with pytest.raises(HeldError, match="third-host"):
        take(
            database,
            held.scope,
            me(),
            clock=Beating(lambda: take(database, held.scope, "third-host:1:1", clock=FakeClock())),
        )


def test_who_takes_a_lease_knows_from_then_on_how_long_it_holds(tmp_path) -> None:
    stop = Stop()
    take(open_backend(tmp_path).database, "dc1/backend", me(), stop)
    assert not stop.overslept
    assert stop.held_until <= uptime() + TTL_S


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
