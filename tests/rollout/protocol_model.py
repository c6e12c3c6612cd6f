"""A model of one device, its journal and its engine, walked breadth first under every fault.

It asks the real `next_action`; only the device and the faults are modelled. Faults: the process is killed
anywhere, a reply is lost before or after the verb took effect, the commit timer fires, a human edits, a
non-atomic device applies a part. A human edits only right before a look: between a look and its verb is the
residual window that no outside engine can close (there is a test that finds it).
"""

from __future__ import annotations

from dataclasses import dataclass

from protocol_device import Device, World, edited, executed, judged, killed, landed, partly, replace

from fabric.drivers.contract import Session
from fabric.rollout.orders import Order, obeyed
from fabric.rollout.states import (
    KEPT,
    REST,
    STAGES,
    TERMINAL,
    UNDOING,
    WAIT,
    Action,
    Running,
    Sight,
    State,
    Verb,
)
from fabric.rollout.transition import Situation, next_action

OPEN, SEALED = True, False
FORWARD_OR_ABORT = frozenset({Verb.STAGE, Verb.COMMIT, Verb.CONFIRM, Verb.ABORT})


@dataclass(frozen=True)
class Mutant:
    """A protocol with one rule taken out."""

    blind_retry: bool = False
    token_not_journalled: bool = False
    no_base_check: bool = False
    retry_forgets: bool = False
    abort_is_believed: bool = False
    """An abort was answered, so the base is taken to be back."""
    commit_unmarked: bool = False
    """A change goes in and nothing on the device says whose it is."""


@dataclass(frozen=True)
class Model:
    device: Device
    most_faults: int
    mutant: Mutant = Mutant()
    window: bool = SEALED
    stopped: frozenset[Verb] = frozenset()
    """Verbs with which on its way a process may stand still, while another goes on."""

    def sight(self, w: World) -> Sight:
        session = Session.NONE
        if w.session is not None and w.session[1] == w.token:
            session = Session(w.session[0])
        running = {"base": Running.BASE, "target": Running.TARGET}.get(w.running, Running.OTHER)
        if self.mutant.no_base_check and session is Session.STAGED:
            running = Running.BASE
        if self.mutant.abort_is_believed and session is Session.NONE and w.state in UNDOING:
            running = Running.BASE
        return Sight(session, running)

    def action(self, w: World) -> Action:
        suspect = w.suspect and not self.mutant.retry_forgets
        return next_action(
            Situation(w.state, self.sight(w), w.turned, self.device.atomic, w.answered, suspect=suspect)
        )

    def steps(self, w: World):
        """Every next world, with the name of what happened."""
        if w.broken:
            return
        if w.faults < self.most_faults and w.pc == ("look", None):
            yield from self._orders(w)
        if w.late is not None:
            yield f"{w.late[0]} lands late", landed(self.device, w)
        if w.state in TERMINAL:
            return
        yield from self._engine(w)
        if w.faults < self.most_faults:
            yield from self._faults(w)

    def _orders(self, w: World):
        """What a person may order, as the engine obeys it."""
        for order in Order:
            to = obeyed(order, w.state, suspect=w.suspect, back=w.turned and w.state not in TERMINAL)
            if to is None:
                continue
            new = replace(
                w, state=to, ordered=w.ordered or to is State.QUARANTINED, faults=w.faults + 1, answered=None
            )
            if to is State.PENDING:
                suspect = w.state is State.QUARANTINED
                new = replace(new, epoch=w.epoch + 1, token=w.token + 1, turned=False, suspect=suspect)
            yield f"somebody orders {order}", judged(new)

    def _engine(self, w: World):
        kind, what = w.pc
        if kind == "look":
            action = self.action(w)
            if action in (REST, WAIT):
                if w.state in KEPT and not w.turned:
                    yield "another device fails", replace(w, turned=True)
                return
            yield f"decide {action.name}", replace(w, pc=("do", action))
        elif kind == "do":
            yield from self._do(w, what)
        else:
            yield from self._verb(w, what)

    def _do(self, w: World, action: Action):
        if action.conclude is not None:
            new = replace(w, state=action.conclude, pc=("look", None))
            if action.new_epoch:
                new = replace(new, epoch=w.epoch + 1, token=w.token + 1, answered=None)
            yield f"journal {action.conclude}", judged(new)
        elif action.intent is not None:
            suspect = w.suspect and action.intent in STAGES
            new = replace(
                w,
                suspect=suspect,
                state=action.intent,
                turned=w.turned or action.turns,
                pc=("verb", action.verb),
            )
            yield f"journal {action.intent}", new
        elif action.verb is not None:
            yield "go", replace(w, pc=("verb", action.verb))
        else:
            yield "turn", replace(w, turned=True, pc=("look", None))

    def _verb(self, w: World, verb: Verb):
        back = replace(w, pc=("look", None), answered=None)
        if verb is Verb.PRECHECK:
            yield "precheck passes", replace(back, state=State.PRECHECKED, answered=verb)
            yield "precheck fails", judged(replace(back, state=State.FAILED_CLEAN))
        elif verb is Verb.CHECK:
            yield "gates pass", replace(back, answered=verb)
            yield "gates fail", replace(back, turned=True)
        else:
            done = self.done(back, verb)
            yield f"{verb} answered", replace(done, answered=verb)
            if verb is Verb.STAGE:
                yield "stage refused", replace(back, turned=True)
            if w.faults < self.most_faults:
                yield from self._lost(w, verb, back, done)

    def _lost(self, w: World, verb: Verb, back: World, done: World):
        n = w.faults + 1
        if self.mutant.blind_retry and verb is Verb.COMMIT:
            again = replace(done, session=("staged", w.token))
            yield "commit lost and blindly retried", replace(self.done(again, verb), faults=n)
            return
        yield f"{verb} lost before", replace(back, faults=n)
        yield f"{verb} lost after", replace(done, faults=n)
        for left in partly(self.device, back, done, verb):
            yield f"{verb} partial", replace(self._unmarked(left), faults=n)

    def done(self, w: World, verb: Verb) -> World:
        """The device after a verb took effect."""
        new = executed(self.device, w, verb)
        return self._unmarked(new) if verb is Verb.COMMIT else new

    def _unmarked(self, w: World) -> World:
        return replace(w, session=None) if self.mutant.commit_unmarked else w

    def _faults(self, w: World):
        n = w.faults + 1
        dead = replace(killed(self.device, w), faults=n)
        if self.mutant.token_not_journalled:
            dead = replace(dead, token=w.token + 100)
        if w.pc != ("look", None) or w.answered is not None or dead.session != w.session:
            yield "kill -9", dead
        if w.late is None and w.pc[0] == "verb" and w.pc[1] in self.stopped:
            yield f"stands still with {w.pc[1]} on its way", replace(dead, late=(w.pc[1], w.token))
        if self.device.timed and w.session is not None and w.session[0] == "pending":
            yield "timer fires", replace(w, running="base", session=None, timer_fired=True, faults=n)
        alone = w.late is None or self.window is OPEN
        if alone and w.running != "human" and (self.window is OPEN or w.pc[0] == "look"):
            yield "human edits", edited(self.device, replace(w, faults=n))
        if not w.turned:
            yield "operator rolls back", replace(w, turned=True, faults=n)
