"""Playbooks over fake devices: in order, resumed after a kill at any record, and no change made twice."""

import dataclasses

from crash_points import NEVER, Killer, in_child
from fake_fleet import file_fleet, memory_fleet, plan_for, runs

from fabric.rollout import control, store
from fabric.rollout.backend import open_backend
from fabric.rollout.journal import Kind, Record
from fabric.rollout.lease import me, release, take
from fabric.rollout.outcome import EXIT_CODES, Outcome
from fabric.rollout.play import Move, Play, Stage, drained, from_text, next_move, perform, replayed, to_text
from fabric.rollout.playbook import Step
from fabric.rollout.writer import Writer

STEPS = (
    Step("drain", ("leaf-1",)),
    Step("run", command=("echo",)),
    Step("manual", text="swap the fan"),
    Step("gate", ("leaf-1",)),
    Step("undrain", ("leaf-1",)),
)


class Hands:
    """Drains and undrains by changing one leaf of fakes; counts what it did."""

    def __init__(self, folder, fleet, after=None):
        self.folder, self.fleet, self.did = folder, fleet, []
        self.after = after or (lambda _: None)
        self.why, self.outcome, self.known = "", Outcome.DONE, Outcome.DONE

    def unsafe(self, _devices, _around):
        return self.why

    def met(self, devices):
        self.did.append(("met", devices))
        return self.known, "it shows another key"

    def plan(self, devices, around):
        self.did.append(("plan", tuple(sorted(around))))
        plan = plan_for((devices,))
        now = runs(self.fleet.devices[devices[0]])
        if now == "target":  # the way back: nothing is left to change on the fakes
            return dataclasses.replace(plan, devices={}, waves=())
        return plan

    def world(self):
        clock = {"clock": self.fleet.clock} if hasattr(self.fleet.clock, "sleep") else {}
        return self.fleet.world(after=self.after, **clock)

    def roll(self, plan):
        world = self.world()
        begun = [s for s in store.starts(open_backend(self.folder).database) if s.record.state == plan.digest]
        if not begun:
            result = control.apply(plan, self.folder, world, "me")
        else:
            name = begun[-1].record.rollout
            if outcome := control.status(self.folder, name).progress.outcome:
                return Outcome(outcome), ""
            result = control.resume(self.folder, world, "me", name)
        return result.outcome, result.reason

    def roll_back(self, rollout):
        return Outcome.DONE, rollout

    def gate(self, devices, _around):
        self.did.append(("gate", devices))
        return self.outcome, "it is dark"

    def run(self, step):
        self.did.append(("run", step.command))
        return Outcome.DONE, ""

    def soak(self, _seconds):
        return Outcome.DONE, ""


def go(folder, hands, steps=STEPS, after=None):
    kept = open_backend(folder)
    lease = take(kept.database, "play", me())
    records = [item.record for item in store.read(kept.database, "play0001")]
    try:
        with Writer(kept.database) as writer:
            stage = Stage("play0001", kept, writer, lease, "me", lambda _: None, after or (lambda _: None))
            play = replayed(records)
            if not records:
                play.add(stage.say("begun", text=kept.keep(to_text(steps, {}))))
            return perform(steps, play, hands, stage)
    finally:
        release(kept.database, lease)


def sign(folder, number, who="boss"):
    with Writer(open_backend(folder).database) as writer:
        writer.append([Record("play0001", Kind.PLAYBOOK, "signed", epoch=number, actor=who)], None)


def test_steps_are_taken_in_order_and_a_work_order_waits_for_a_signature(tmp_path) -> None:
    fleet = memory_fleet(("leaf-1",))
    hands = Hands(tmp_path / "state", fleet)
    outcome, reason = go(tmp_path / "state", hands)
    assert (outcome, reason) == (Outcome.PAUSED, "step 3, manual: swap the fan")
    assert go(tmp_path / "state", hands)[0] is Outcome.PAUSED
    sign(tmp_path / "state", 2)
    assert go(tmp_path / "state", hands) == (Outcome.DONE, "")
    assert [what for what, _ in hands.did] == ["plan", "run", "gate", "plan"]
    assert hands.did[0][1] == ("leaf-1",)
    assert hands.did[-1][1] == ()
    assert len(fleet.commits("leaf-1")) == 1
    assert control.audit(tmp_path / "state").intact


def in_process(folder, steps, at):
    """Take the steps in a process that is killed at its n-th point; its exit code, or None."""
    killer = Killer(at)
    fleet = file_fleet(folder, ("leaf-1",), make=False)
    return in_child(
        lambda: EXIT_CODES[go(folder / "state", Hands(folder / "state", fleet, killer), steps, killer)[0]]
    )


def test_a_playbook_killed_at_any_record_or_call_is_finished_and_changes_nothing_twice(tmp_path) -> None:
    steps = tuple(step for step in STEPS if step.kind not in ("manual", "run"))
    for at in range(1, NEVER, 2):
        folder = tmp_path / str(at)
        folder.mkdir()
        fleet = file_fleet(folder, ("leaf-1",))
        code = in_process(folder, steps, at)
        came_through = code is not None
        if not came_through:
            code = in_process(folder, steps, NEVER)
        assert code == 0
        device = fleet.devices["leaf-1"]
        assert runs(device) == "target"
        commits = [token for verb, token in device.log if verb == "commit"]
        assert len(commits) == len(set(commits))
        assert len(store.starts(open_backend(folder / "state").database)) == 1
        if came_through:
            assert at > 15
            return


def test_a_command_that_may_have_run_is_not_run_again_by_itself() -> None:
    play = Play(done={0}, doing={1: ""})
    assert next_move(STEPS, play).what == "wait"
    again = (STEPS[0], dataclasses.replace(STEPS[1], flag=True))
    assert next_move(again, play) == Move(1, "go on")


def test_a_drain_that_a_limit_forbids_waits_and_nothing_was_done(tmp_path) -> None:
    fleet = memory_fleet(("leaf-1",))
    hands = Hands(tmp_path / "state", fleet)
    hands.why = "job `train7` on rail 0"
    outcome, reason = go(tmp_path / "state", hands)
    assert (outcome, reason) == (Outcome.PAUSED, "step 1, drain: job `train7` on rail 0")
    assert fleet.commits("leaf-1") == []


def test_a_step_that_failed_is_taken_again_when_resumed(tmp_path) -> None:
    fleet = memory_fleet(("leaf-1",))
    hands = Hands(tmp_path / "state", fleet)
    hands.outcome = Outcome.INCOMPLETE
    steps = (Step("gate", ("leaf-1",)),)
    assert go(tmp_path / "state", hands, steps)[0] is Outcome.INCOMPLETE
    hands.outcome = Outcome.DONE
    assert go(tmp_path / "state", hands, steps) == (Outcome.DONE, "")


def test_devices_stay_drained_from_their_drain_to_their_undrain() -> None:
    assert [drained(STEPS, n) for n in range(5)] == [frozenset({"leaf-1"})] * 4 + [frozenset()]
    fresh = (Step("apply", ("leaf-1",), flag=True), Step("undrain", ("leaf-1",)))
    assert [drained(fresh, n) for n in range(2)] == [frozenset({"leaf-1"}), frozenset()]


def test_what_is_kept_is_read_back() -> None:
    assert from_text(to_text(STEPS, {"intent": "x"})) == (STEPS, {"intent": "x"})


class Blind(Hands):
    """Its devices do not count."""

    def quiet(self, step, _around):
        self.did.append(("quiet", step.devices))
        return self.outcome, "unverifiable, `leaf-1` does not count frames"


def test_a_step_that_nobody_can_verify_waits_for_a_signature(tmp_path):
    folder = tmp_path / "state"
    hands = Blind(folder, memory_fleet(("leaf-1",)))
    hands.outcome = Outcome.PAUSED
    steps = (Step("quiet", ("leaf-1",), below=100, lasting=60, seconds=600),)
    assert "does not count" in go(folder, hands, steps)[1]
    assert "does not count" in go(folder, hands, steps)[1]
    assert hands.did == [("quiet", ("leaf-1",))]
    sign(folder, 0)
    assert go(folder, hands, steps) == (Outcome.DONE, "")


def test_a_step_that_is_still_loud_is_taken_again(tmp_path):
    folder = tmp_path / "state"
    hands = Blind(folder, memory_fleet(("leaf-1",)))
    hands.outcome = Outcome.INCOMPLETE
    steps = (Step("quiet", ("leaf-1",), below=100, lasting=60, seconds=600),)
    assert go(folder, hands, steps)[0] is Outcome.INCOMPLETE
    hands.outcome = Outcome.DONE
    assert go(folder, hands, steps) == (Outcome.DONE, "")


def test_a_device_that_nobody_met_is_waited_for(tmp_path) -> None:
    hands = Hands(tmp_path / "state", memory_fleet(("leaf-1",)))
    steps = (Step("enrol", ("leaf-1",)), Step("gate", ("leaf-1",)))
    hands.known = Outcome.PAUSED
    assert go(tmp_path / "state", hands, steps) == (Outcome.PAUSED, "step 1, enrol: it shows another key")
    hands.known = Outcome.DONE
    assert go(tmp_path / "state", hands, steps) == (Outcome.DONE, "")
    assert [what for what, _ in hands.did] == ["met", "met", "gate"]
