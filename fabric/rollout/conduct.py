"""Take one device along the protocol: look, ask the table, write the intent, act, and look again.

The same loop runs a fresh change, a recovery and a way back; only the journal tells them apart.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.drivers.contract import DriverError, Session
from fabric.rollout.states import (
    KEPT,
    NO_TIMER,
    PRECHECK,
    REST,
    STAGES,
    TO_REVERTED,
    TO_ROLLED_BACK,
    TURN,
    WAIT,
    WAITING,
    Action,
    Running,
    Sight,
    State,
    Verb,
    not_in,
)
from fabric.rollout.timer import too_late
from fabric.rollout.transition import Situation, next_action
from fabric.rollout.verbs import Way, act, said, timer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.drivers.contract import Probe

MOST_TRIES = 3
"""Of one move in one state, by one process: being killed is not the device's failure."""
PATIENCE_S = 30.0
"""For a device that nothing was done to yet."""
LONGEST_PAUSE_S = 15.0
TIMER = "the commit timer ran out"
"""What is said of a device that was found on its base."""
SAVED = KEPT | {State.CONFIRMING}
"""States in which a device may have made the change what it boots."""


def conduct(way: Way) -> None:
    """Take a device as far as it goes: to a state where nothing of ours is half-done on it.

    Returns earlier when the process is asked to leave. Raises HoldError when a gate before the change could
    not look, LeaseLostError when somebody else acts now.
    """
    while not way.over:
        probe = look(way)
        action = next_action(situation(way, probe))
        if action is REST or (way.settling and action is PRECHECK):
            return
        if action is TURN:
            reason = "it no longer runs what was confirmed"
            way.desk.move(way.name, way.standing.state, turned=True, reason=reason)
            return
        if not way.over:
            _perform(way, action, probe)
    _leave(way)


def _leave(way: Way) -> None:
    """Drop a candidate that was not committed; what was is left to its timer and to a resumed run."""
    stop = way.desk.world.stop
    if stop.leaving and not stop.lost_lease and way.standing.state in STAGES:
        try:
            way.driver.abort(way.desk.token(way.name))
        except DriverError as error:
            way.memory.error = said(error)


def look(way: Way) -> Probe | None:
    """Probe the device once; None when it cannot be reached or understood."""
    try:
        probe = way.driver.probe(way.desk.token(way.name))
    except Exception as error:  # noqa: BLE001  whatever went wrong, we have not seen the device
        way.memory.error = said(error)
        return None
    way.memory.running = probe.running
    way.desk.world.after(f"call {way.name} probe")
    return probe


def running(way: Way, texts: Mapping[str, str]) -> Running:
    """Say what the texts are: the plan's base, its target, or something else."""
    key = tuple(sorted(texts.items()))
    if key not in way.memory.prints:
        way.memory.prints[key] = way.desk.world.fingerprint_of(way.device.platform, texts)
    known = {
        way.device.target_fingerprint: Running.TARGET,
        way.device.base_fingerprint: Running.BASE,
    }
    return known.get(way.memory.prints[key], Running.OTHER)


def situation(way: Way, probe: Probe | None) -> Situation:
    """Put together all that the next move depends on."""
    standing = way.standing
    now = Situation(
        state=standing.state,
        sight=None if probe is None else Sight(probe.session, running(way, probe.running)),
        back=standing.turned or bool(way.desk.progress.turned),
        atomic=way.driver.capabilities.atomic_commit,
        answered=way.memory.answered,
        suspect=standing.suspect,
        late=probe is not None
        and probe.session is Session.PENDING
        and too_late(way.desk.plan.timing, probe.remaining_s),
    )
    return replace(now, spent=_spent(way, next_action(now), probe))


def _spent(way: Way, action: Action, probe: Probe | None) -> bool:
    """Whether a move was tried, or waited for, as long as it may be."""
    state = way.standing.state
    if action is WAIT:
        since = way.memory.waiting_since
        remaining = (probe.remaining_s or 0) if probe is not None else 0
        patience = PATIENCE_S if state in WAITING else timer(way) + PATIENCE_S + remaining
        return since is not None and way.desk.world.clock.now() - since > patience
    return way.memory.tries[(state, action.name)] >= MOST_TRIES


def _perform(way: Way, action: Action, probe: Probe | None) -> None:
    """Make one move: wait; or conclude; or intent, then verb."""
    if action is WAIT:
        _wait(way)
        return
    way.memory.waiting_since = None
    way.memory.tries[(way.standing.state, action.name)] += 1
    if action.conclude is not None:
        if _boots_base(way, action):
            _conclude(way, action, action.conclude, probe)
        return
    if action.intent is not None:
        _announce(way, action, action.intent, probe)
    if action.verb is not None:
        act(way, action.verb)


def _wait(way: Way) -> None:
    """Pause with back-off before the next look."""
    clock = way.desk.world.clock
    if way.memory.waiting_since is None:
        way.memory.waiting_since = clock.now()
    waited = clock.now() - way.memory.waiting_since
    clock.sleep(min(LONGEST_PAUSE_S, max(1.0, waited / 2)), way.desk.world.stop)


def _boots_base(way: Way, action: Action) -> bool:
    """Make a device that went back by itself boot its base too; False to try again.

    It saved the change, or may have: a timer that fires after a confirm leaves that in the startup file.
    """
    if action not in (TO_REVERTED, TO_ROLLED_BACK) or way.standing.state not in SAVED:
        return True
    act(way, Verb.CONFIRM)
    if way.memory.answered is Verb.CONFIRM:
        return True
    if way.memory.tries[(way.standing.state, action.name)] < MOST_TRIES:
        return False
    way.memory.error = f"it runs its base, and what it boots could not be written: {way.memory.error}"
    return True


def _conclude(way: Way, action: Action, state: State, probe: Probe | None) -> None:
    """Write what was read back."""
    if action.new_epoch:
        way.memory.answered = None
        way.desk.move(way.name, state, epoch=way.standing.epoch + 1, token="", reason=way.memory.error)
        return
    good = state in (State.STAGED, State.COMMITTED, State.CONFIRMED)
    fine = way.memory.unsaid if state is State.STAGED else ""
    told = (way.standing.reason, way.memory.error)
    late = state in (State.QUARANTINED, State.REVERTED_BY_TIMER)
    first, then = reversed(told) if late else told  # what happened last is what a human asks for
    reason = fine if good else first or then or _why(way, state, probe)
    if state is State.REVERTED_BY_TIMER and not way.driver.capabilities.reverts:
        reason = not_in(reason)
    way.desk.move(way.name, state, reason=reason)


def _why(way: Way, state: State, probe: Probe | None) -> str:
    """Say what a conclusion was drawn from, where nothing said more."""
    if state is State.SKIPPED:
        return "the rollout turned back before its turn"
    if probe is None:
        return "it cannot be reached"
    if state is State.REVERTED_BY_TIMER:
        return TIMER if way.driver.capabilities.reverts else NO_TIMER
    if state is State.ROLLED_BACK:
        return "rolled back with the rollout"
    shown = running(way, probe.running)
    if state is State.DRIFT:
        return f"it runs its {shown} configuration, not the base that the plan was made from"
    return f"in state `{way.standing.state}` it runs its {shown} configuration with session `{probe.session}`"


def _announce(way: Way, action: Action, intent: State, probe: Probe | None) -> None:
    """Make the intent durable, with all that a crash must not lose."""
    text = ""
    if action.verb is Verb.COMMIT and probe is not None:
        text = way.desk.keep_running(probe.running)
    way.desk.move(
        way.name,
        intent,
        token=way.desk.token(way.name),
        turned=way.standing.turned or action.turns,
        reason=_turning(way, probe) if action.turns else "",
        text=text,
    )


def _turning(way: Way, probe: Probe | None) -> str:
    """Say why the device goes back: its own failure, or the rollout's."""
    if way.desk.progress.turned and not way.standing.turned:
        return "rolled back with the rollout"
    return way.standing.reason or way.memory.error or _why(way, State.QUARANTINED, probe)
