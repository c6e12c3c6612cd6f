"""What each verb does, and what a process remembers of a device between two looks."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fabric.drivers.contract import RefusedError
from fabric.health import Judgement, Verdict, baseline, reasons, worst
from fabric.rollout import gates, own
from fabric.rollout.states import State, Verb
from fabric.rollout.store import DoubleCommitError, LeaseLostError
from fabric.rollout.timer import revert_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.drivers.contract import Driver
    from fabric.plan.model import PlannedDevice
    from fabric.rollout.desk import Desk
    from fabric.rollout.history import Standing

NONE = "own diff: none, "
"""Begins a line of a driver about a part of a change that its device has no diff of its own for."""
POLL_S = 2.0


class HoldError(Exception):
    """A gate could not look: nothing was done to the device, and a human decides."""


@dataclass(slots=True)
class Memory:
    """What this process knows beside the journal; a crash loses it, and nothing breaks."""

    answered: Verb | None = None
    tries: Counter[tuple[State, str]] = field(default_factory=Counter)
    waiting_since: float | None = None
    error: str = ""
    running: Mapping[str, str] = field(default_factory=dict)
    """What the device ran when it was last looked at."""
    unsaid: str = ""
    """What of the change the device has no diff of its own for."""
    prints: dict[tuple[tuple[str, str], ...], str] = field(default_factory=dict)
    """Fingerprint by running configuration: a device is looked at five times and mostly runs two texts."""


@dataclass(frozen=True, slots=True)
class Way:
    """One device on its way."""

    desk: Desk
    device: PlannedDevice
    driver: Driver
    settling: bool = False
    """Only bring it to rest: a new epoch starts when it is admitted again."""
    memory: Memory = field(default_factory=Memory)
    cancelled: threading.Event = field(default_factory=threading.Event)
    """Set when this thread was written off: another may be at work, so it must not act any more."""

    @property
    def name(self) -> str:
        """The device's name."""
        return self.device.name

    @property
    def standing(self) -> Standing:
        """Where it stands by the journal."""
        return self.desk.of(self.name)

    @property
    def over(self) -> bool:
        """Whether no further call may begin."""
        return self.cancelled.is_set() or self.desk.world.stop.leaving


def timer(way: Way) -> int:
    """Return the commit timer in seconds."""
    return revert_in(way.desk.plan.timing, way.driver.capabilities)


def said(error: Exception) -> str:
    """Write an error as a reason."""
    return f"{type(error).__name__}: {error}"


def act(way: Way, verb: Verb) -> None:
    """Do it once. Without an answer nothing is assumed: the next look tells."""
    if way.desk.world.stop.overslept:
        raise LeaseLostError(f"the lease of `{way.desk.lease.scope}` ran out: somebody else may act by now")
    way.memory.answered = None
    try:
        _VERBS[verb](way)
    except RefusedError as error:
        way.memory.error = f"{verb}: {said(error)}"
        if verb in (Verb.STAGE, Verb.COMMIT, Verb.CONFIRM):
            # One epoch announces one commit, so its refusal is not written as a second `committing`.
            state = State.ROLLING_BACK if verb is Verb.COMMIT else way.standing.state
            way.desk.move(way.name, state, turned=True, reason=way.memory.error)
    except (HoldError, LeaseLostError, DoubleCommitError):
        raise
    except Exception as error:  # noqa: BLE001  whether it took effect is unknown, whatever the error: probe
        way.memory.error = f"{verb}: {said(error)}"
    way.desk.world.after(f"call {way.name} {verb}")


def _answered(way: Way, verb: Verb) -> None:
    way.memory.answered = verb
    way.memory.error = ""


def _precheck(way: Way) -> None:
    """Ask the gates that come before the change, and keep what is good now."""
    names = way.desk.plan.gates.pre
    judgements = [_timer_fits(way)]
    if "identity" in names:
        judgements.append(gates.identity(way.device.identity, way.driver.identify()))
    if "peers" in names:
        judgements.append(gates.peers(way.desk, way.device))
    metrics: dict[str, float] = {}
    if worst(judgements) is Verdict.PASS:
        metrics, blind = own.before(way.desk, way.name)
        judgements += [*blind, *own.of_device(way.desk, way.name, "pre")]
    verdict = worst(judgements)
    if verdict is Verdict.FAIL:
        way.desk.move(way.name, State.FAILED_CLEAN, reason=reasons(judgements))
        return
    if verdict is Verdict.UNKNOWN:
        raise HoldError(f"`{way.name}`: {reasons(judgements)}")
    before = replace(baseline(way.driver.observe()), metrics=metrics)
    way.desk.move(way.name, State.PRECHECKED, baseline=way.desk.keep_baseline(before))
    _answered(way, Verb.PRECHECK)


def _timer_fits(way: Way) -> Judgement:
    try:
        timer(way)
    except ValueError as error:
        return Judgement("timer", Verdict.FAIL, (str(error),))
    return Judgement("timer", Verdict.PASS)


def _check(way: Way) -> None:
    """Ask the gates that come after the commit until they pass, or until their time is over."""
    clock, stop = way.desk.world.clock, way.desk.world.stop
    end = clock.now() + way.desk.plan.timing.check_s
    while True:
        seen = gates.observed(way.driver)
        judgements = gates.health(way.desk, way.device, seen, way.desk.plan.gates.post)
        strange = worst(judgements) is Verdict.PASS and _strange(way)
        if strange:
            judgements = (strange,)
        elif worst(judgements) is Verdict.PASS:
            judgements = (*own.of_device(way.desk, way.name, "post"), *gates.logins(way.desk, way.device))
        if worst(judgements) is Verdict.PASS:
            _answered(way, Verb.CHECK)
            return
        if way.over:
            return
        if clock.now() >= end or (strange and strange.verdict is Verdict.FAIL):
            way.desk.move(way.name, way.standing.state, turned=True, reason=reasons(judgements))
            return
        clock.sleep(min(POLL_S, max(0.0, end - clock.now())), stop)


def _strange(way: Way) -> Judgement | None:
    """Say why it is not known to be the device that was changed; None when it is."""
    if "identity" not in way.desk.plan.gates.pre:
        return None
    found = gates.still_itself(way.device, way.driver)
    return None if found.verdict is Verdict.PASS else found


def _stage(way: Way) -> None:
    shown = way.driver.stage(way.desk.token(way.name), way.device.patch)
    if gates.OWN_DIFF in way.desk.plan.gates.pre:
        wrong = way.desk.world.unlike(way.device, way.memory.running, shown)
        if wrong:
            raise RefusedError(wrong)
        way.memory.unsaid = "; ".join(line for line in shown.splitlines() if line.startswith(NONE))
    _answered(way, Verb.STAGE)


def _commit(way: Way) -> None:
    way.driver.commit(way.desk.token(way.name), timer(way))
    _answered(way, Verb.COMMIT)


def _confirm(way: Way) -> None:
    """Confirm; where the way in changed over a new connection, so that nobody is locked out for good."""
    token = way.desk.token(way.name)
    if way.device.access:
        anew = way.desk.world.driver_for(way.device.inventory_key)
        try:
            anew.confirm(token)
        finally:
            anew.close()
    else:
        way.driver.confirm(token)
    _answered(way, Verb.CONFIRM)


def _abort(way: Way) -> None:
    way.driver.abort(way.desk.token(way.name))
    way.memory.answered = Verb.ABORT


def _restore(way: Way) -> None:
    """Bring its base back, unless another device answers in its place: whatever that one runs is not ours."""
    strange = _strange(way)
    if strange and strange.verdict is Verdict.FAIL:
        raise RefusedError(reasons((strange,)))
    way.driver.restore(way.desk.token(way.name), way.desk.base(way.name))
    way.memory.answered = Verb.RESTORE


_VERBS: Mapping[Verb, Callable[[Way], None]] = {
    Verb.PRECHECK: _precheck,
    Verb.STAGE: _stage,
    Verb.COMMIT: _commit,
    Verb.CHECK: _check,
    Verb.CONFIRM: _confirm,
    Verb.ABORT: _abort,
    Verb.RESTORE: _restore,
}
