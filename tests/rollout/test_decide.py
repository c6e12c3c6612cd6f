"""The next step from plan and journal, and who is admitted."""

from dataclasses import replace

from fake_fleet import plan_for
from hypothesis import given
from hypothesis import strategies as st

from fabric.plan.constraints import PROFILES
from fabric.plan.model import Wave
from fabric.plan.packing import allowed, rules_of
from fabric.rollout.admission import admissible, failures_allowed
from fabric.rollout.decide import Apply, Finish, Hold, Promote, Prove, Settle, TurnBack, Undo, decide
from fabric.rollout.history import replay
from fabric.rollout.journal import Kind, Record
from fabric.rollout.outcome import EXIT_CODES, Outcome
from fabric.rollout.states import State

PLAN = plan_for((("leaf-1",), ("leaf-2", "leaf-3")))


def device(name, *states, turned=False):
    return [Record("r", Kind.DEVICE, s.value, device=name, turned=turned) for s in states]


def wave(number, state):
    return [Record("r", Kind.WAVE, state, epoch=number)]


def control(what):
    return [Record("r", Kind.CONTROL, what, reason="because")]


TURN = [Record("r", Kind.TURN, "back", reason="because")]


def after(*records):
    flat = [record for group in records for record in group]
    return decide(PLAN, replay((n, record, "") for n, record in enumerate(flat, 1)))


def done(name):
    return device(name, State.COMMITTING, State.CONFIRMED, State.DONE)


def test_an_empty_journal_begins_with_the_canary() -> None:
    assert after() == Apply(0, ("leaf-1",))


def test_a_confirmed_wave_is_proven_before_the_next_begins() -> None:
    assert after(device("leaf-1", State.CONFIRMED)) == Prove(0, ("leaf-1",))
    assert after(done("leaf-1"), wave(0, "soaking")) == Prove(0, ("leaf-1",))
    assert after(done("leaf-1"), wave(0, "passed")) == Apply(1, ("leaf-2", "leaf-3"))


def test_what_was_left_in_the_middle_comes_first() -> None:
    assert after(device("leaf-1", State.COMMITTING), control("pause")) == Settle(("leaf-1",))


def test_a_failed_canary_turns_the_rollout_back() -> None:
    step = after(device("leaf-1", State.ROLLED_BACK, turned=True))
    assert isinstance(step, TurnBack)
    assert "`leaf-1`" in step.reason


def test_the_way_back_takes_the_last_wave_first_and_the_last_commit_first() -> None:
    forward = [done("leaf-1"), wave(0, "passed"), done("leaf-3"), done("leaf-2")]
    assert after(*forward, TURN) == Undo(("leaf-2", "leaf-3"))
    back = [device("leaf-2", State.ROLLED_BACK), device("leaf-3", State.ROLLED_BACK)]
    assert after(*forward, TURN, *back) == Undo(("leaf-1",))


def test_devices_that_failed_in_the_middle_are_on_the_way_back_too() -> None:
    assert after(device("leaf-1", State.COMMITTING), TURN) == Undo(("leaf-1",))


def test_everything_back_ends_rolled_back() -> None:
    assert after(done("leaf-1"), TURN, device("leaf-1", State.ROLLED_BACK)).outcome is Outcome.ROLLED_BACK


def test_a_quarantined_device_decides_the_outcome() -> None:
    assert after(done("leaf-1"), TURN, device("leaf-1", State.QUARANTINED)).outcome is Outcome.QUARANTINED


def test_the_way_back_stops_when_too_many_devices_do_not_come_back() -> None:
    forward = [done("leaf-1"), wave(0, "passed"), done("leaf-2"), done("leaf-3")]
    lost = [device("leaf-2", State.QUARANTINED), device("leaf-3", State.QUARANTINED)]
    step = after(*forward, TURN, *lost)
    assert isinstance(step, Finish)
    assert "stopped" in step.reason


def test_drift_alone_is_a_stale_plan() -> None:
    assert after(device("leaf-1", State.DRIFT), TURN).outcome is Outcome.STALE


def test_a_pause_holds_and_a_promotion_takes_a_wave_as_proven() -> None:
    assert after(control("pause")) == Hold("because")
    assert after(control("pause"), control("resume")) == Apply(0, ("leaf-1",))
    held = [device("leaf-1", State.CONFIRMED), control("pause"), control("promote")]
    assert after(*held) == Promote(0, ("leaf-1",))


def test_a_promotion_is_of_its_wave_alone() -> None:
    late = [done("leaf-1"), wave(0, "passed"), control("promote")]
    assert after(*late) == Apply(1, ("leaf-2", "leaf-3"))
    second = [device(n, State.CONFIRMED) for n in ("leaf-2", "leaf-3")]
    assert after(*late, *second) == Prove(1, ("leaf-2", "leaf-3"))
    again = [device("leaf-1", State.CONFIRMED)]
    assert after(*late, *second, wave(1, "soaking"), *again) == Prove(0, ("leaf-1",))


def test_all_waves_proven_is_done() -> None:
    every = [done("leaf-1"), wave(0, "passed"), done("leaf-2"), done("leaf-3"), wave(1, "passed")]
    assert after(*every) == Finish(Outcome.DONE)


@given(st.lists(st.sampled_from(list(State)), min_size=3, max_size=3), st.booleans())
def test_a_later_wave_never_begins_before_the_gate_of_an_earlier_one(states, turned) -> None:
    names = ("leaf-1", "leaf-2", "leaf-3")
    records = [device(n, s) for n, s in zip(names, states, strict=True)]
    step = after(*records, TURN if turned else [])
    assert not (isinstance(step, Apply | Prove) and step.wave > 0)


def test_every_outcome_has_an_exit_code() -> None:
    assert set(EXIT_CODES) == set(Outcome)
    assert len(set(EXIT_CODES.values())) == len(EXIT_CODES)


def test_a_share_always_allows_one_device() -> None:
    assert [allowed(12.5, size) for size in (1, 2, 8, 16, 64)] == [1, 1, 1, 2, 8]


def test_a_canary_may_not_fail_and_a_later_wave_a_little() -> None:
    plan = replace(PLAN, constraints=PROFILES["default"])
    assert [failures_allowed(plan, wave) for wave in (0, 1)] == [0, 1]


def test_every_part_of_a_canary_is_one() -> None:
    names = ("canary, part 1", "canary, part 2", "leaf rest")
    waves = tuple(Wave(name, (f"leaf-{number}",), 0) for number, name in enumerate(names, 1))
    plan = replace(PLAN, constraints=PROFILES["default"], waves=waves)
    assert [failures_allowed(plan, wave) for wave in (0, 1, 2)] == [0, 0, 1]


@given(
    st.dictionaries(
        st.integers(0, 40).map(lambda n: f"leaf-{n}"), st.sampled_from(["a", "b", "c"]), min_size=1
    ),
    st.data(),
)
def test_admission_never_takes_more_of_a_group_than_its_share(groups_of, data) -> None:
    plan = plan_for((tuple(groups_of),), constraints=PROFILES["default"], groups=groups_of)
    rules = rules_of(plan)
    flying: set[str] = set()
    waiting = list(groups_of)
    while waiting:
        chosen = admissible(plan, rules, waiting, flying, frozenset())
        assert chosen or flying
        flying |= set(chosen)
        waiting = [name for name in waiting if name not in flying]
        for limit in rules.limits:
            assert sum(name in limit.weights for name in flying) <= limit.most
        back = data.draw(st.sampled_from(sorted(flying)))
        flying.discard(back)


def test_a_missing_member_keeps_the_others_of_its_group_in_service() -> None:
    plan = plan_for((("leaf-1", "leaf-2"),), groups={"leaf-1": "pair", "leaf-2": "pair"})
    assert admissible(plan, rules_of(plan), ("leaf-2",), frozenset(), {"leaf-1"}) == ()


def test_roles_are_not_mixed_in_flight_outside_the_lab() -> None:
    plan = plan_for((("leaf-1", "spine-1"),), constraints=PROFILES["default"])
    spine = replace(plan.devices["spine-1"], role="spine")
    plan = replace(plan, devices={**plan.devices, "spine-1": spine})
    assert admissible(plan, rules_of(plan), ("leaf-1", "spine-1"), frozenset(), frozenset()) == ("leaf-1",)
