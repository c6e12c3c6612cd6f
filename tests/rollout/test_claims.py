"""However many engines a site has, no more devices are in flight than it allows."""

from __future__ import annotations

import dataclasses
import threading

import pytest
from fake_fleet import memory_fleet, plan_for

from fabric.plan.constraints import PROFILES
from fabric.plan.model import sealed
from fabric.rollout import control
from fabric.rollout.claims import claim
from fabric.rollout.journal import Kind, Record
from fabric.rollout.lease import TTL_S, me, release, take
from fabric.rollout.outcome import Outcome
from fabric.rollout.states import State
from fabric.rollout.store import LeaseLostError, change_lease
from fabric.rollout.writer import Writer

NAMES = ("leaf-1", "leaf-2", "leaf-3", "leaf-4")
OTHERS = ("spine-1", "spine-2", "spine-3", "spine-4")


def moved(rollout, state, names):
    return [Record(rollout, Kind.DEVICE, state.value, device=name, epoch=1) for name in names]


def test_devices_of_other_fabrics_of_the_site_take_their_part(either) -> None:
    database = either()
    mine = take(database, "dc1/backend", me())
    assert claim(database, mine, 3, NAMES, frozenset()) == NAMES[:3]
    with Writer(database) as writer:
        starts = [Record(f"other00{n}", Kind.START, "sha256:0", reason=f"dc{n}/storage") for n in (1, 2)]
        busy = moved("other001", State.COMMITTED, ("s1", "s2")) + moved("other001", State.DONE, ("s9",))
        writer.append([*starts, *busy, *moved("other002", State.COMMITTED, ("t1",))], None)
    assert claim(database, mine, 3, NAMES, frozenset()) == NAMES[:1]
    assert claim(database, mine, 3, NAMES[1:], frozenset(NAMES[:1])) == ()


def test_a_fabric_that_is_worked_on_keeps_its_part(either) -> None:
    database = either()
    mine = take(database, "dc1/backend", me())
    take(database, "dc1/storage", me())
    take(database, "dc2/backend", me())
    assert claim(database, mine, 6, NAMES, frozenset()) == NAMES[:3]


def test_what_was_claimed_is_nobody_elses_until_it_is_given_back(either) -> None:
    database, elsewhere = either(), either()
    mine, other = take(database, "dc1/backend", me()), take(elsewhere, "dc1/storage", me())
    assert claim(database, mine, 1, NAMES, frozenset()) == NAMES[:1]
    assert claim(elsewhere, other, 1, OTHERS, frozenset()) == ()
    assert claim(database, mine, 1, (), frozenset()) == ()
    assert claim(elsewhere, other, 1, OTHERS, frozenset()) == OTHERS[:1]


def test_a_claim_ends_with_its_lease_and_a_lost_one_claims_nothing(either) -> None:
    database = either()
    mine, other = take(database, "dc1/backend", "other-host:1:1"), take(database, "dc1/storage", me())
    assert len(claim(database, mine, 1, NAMES, frozenset())) == 1
    release(database, mine)
    assert len(claim(database, other, 1, OTHERS, frozenset())) == 1
    with pytest.raises(LeaseLostError):
        claim(database, mine, 1, NAMES, frozenset())


def test_a_lease_that_ran_out_keeps_no_room(either) -> None:
    database = either()
    mine, other = take(database, "dc1/backend", "other-host:1:1"), take(database, "dc1/storage", me())
    claim(database, mine, 1, NAMES, frozenset())

    def older(found, _moment):
        return dataclasses.replace(found, expires=found.expires - TTL_S)

    change_lease(database, "dc1/backend", older)
    assert len(claim(database, other, 1, OTHERS, frozenset())) == 1


def test_many_engines_at_once_never_take_more_than_there_is(either) -> None:
    granted, ready = [], threading.Barrier(4)

    def work(number):
        database = either()
        lease = take(database, f"dc1/fabric-{number}", me())
        ready.wait()
        granted.extend(claim(database, lease, 3, [f"{number}-{n}" for n in range(3)], frozenset()))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(granted) == 3


class Crowd:
    """Counts devices in flight over all fabrics, and keeps those of the first from going on."""

    def __init__(self):
        self.flying, self.most = set(), 0
        self.lock, self.go, self.full = threading.Lock(), threading.Event(), threading.Event()

    def driver_for(self, fleet, holds):
        def made(name):
            crowd, driver = self, fleet.devices[name]

            class Watched:
                def __getattr__(self, verb):
                    return getattr(driver, verb)

                def identify(self):
                    with crowd.lock:
                        crowd.flying.add(name)
                        crowd.most = max(crowd.most, len(crowd.flying))
                    if len(crowd.flying) == 2:
                        crowd.full.set()
                    if holds:
                        assert crowd.go.wait(30)
                    return driver.identify()

                def close(self):
                    with crowd.lock:
                        crowd.flying.discard(name)

            return Watched()

        return made


def plan(fabric, names):
    limits = dataclasses.replace(PROFILES["lab"], site_most=2)
    return sealed(dataclasses.replace(plan_for((names,), constraints=limits), fabric=fabric))


def test_two_engines_of_one_site_never_have_more_in_flight_than_it_allows(shared) -> None:
    crowd, results = Crowd(), {}
    fleets = {"backend": memory_fleet(NAMES), "storage": memory_fleet(OTHERS)}

    class Waits:
        """The second engine lets the first go on once it has seen that there is no room."""

        now = fleets["storage"].clock.now

        def sleep(self, seconds, stop):
            crowd.go.set()
            stop.wait(0.01)
            fleets["storage"].clock.sleep(seconds, stop)

    def run(fabric, folder, names, clock, *, holds):
        world = fleets[fabric].world(clock=clock)
        world = dataclasses.replace(world, driver_for=crowd.driver_for(fleets[fabric], holds))
        results[fabric] = control.apply(plan(fabric, names), folder, world, "me")

    first = threading.Thread(
        target=run, args=("backend", shared[0], NAMES, fleets["backend"].clock), kwargs={"holds": True}
    )
    first.start()
    assert crowd.full.wait(30)
    run("storage", shared[1], OTHERS, Waits(), holds=False)
    first.join()
    assert {fabric: result.outcome for fabric, result in results.items()} == dict.fromkeys(
        fleets, Outcome.DONE
    )
    assert crowd.most == 2
