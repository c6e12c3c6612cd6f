"""A model of one device, its journal and its engine, walked breadth first under every fault.

It asks the real `next_action`; only the device and the faults are modelled. Faults: the process is killed
anywhere, a reply is lost before or after the verb took effect, the commit timer fires, a human edits, a
non-atomic device applies a part. A human edits only right before a look: between a look and its verb is the
residual window that no outside engine can close (there is a test that finds it).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from fabric.drivers.contract import Session
from fabric.rollout.orders import Order, obeyed
from fabric.rollout.states import (
    CLEAN,
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


@dataclass(frozen=True)
class Mutant:
    """A protocol with one rule taken out."""

    blind_retry: bool = False
    token_not_journalled: bool = False
    no_base_check: bool = False
    retry_forgets: bool = False


@dataclass(frozen=True)
class World:
    state: State = State.PENDING
    epoch: int = 0
    turned: bool = False
    # device
    running: str = "base"
    startup: str = "base"
    session: tuple[str, int] | None = None  # ("staged" | "pending", token)
    commits: tuple[int, ...] = ()  # tokens in the order of their executed commits
    # engine memory
    answered: Verb | None = None
    pc: tuple[str, Action | Verb | None] = ("look", None)
    token: int = 0
    # what happened
    faults: int = 0
    human: bool = False
    timer_fired: bool = False
    ordered: bool = False
    """Somebody quarantined it: that is no verdict of the protocol's."""
    suspect: bool = False
    protected: bool = False
    """A human edited where no session of ours was at work: that edit must stay."""
    overwrote_human: bool = False
    broken: str = ""


@dataclass(frozen=True)
class Model:
    atomic: bool
    most_faults: int
    mutant: Mutant = Mutant()
    window: bool = SEALED

    def sight(self, w: World) -> Sight:
        session = Session.NONE
        if w.session is not None and w.session[1] == w.token:
            session = Session(w.session[0])
        running = {"base": Running.BASE, "target": Running.TARGET}.get(w.running, Running.OTHER)
        if self.mutant.no_base_check and session is Session.STAGED:
            running = Running.BASE
        return Sight(session, running)

    def action(self, w: World) -> Action:
        suspect = w.suspect and not self.mutant.retry_forgets
        return next_action(
            Situation(w.state, self.sight(w), w.turned, self.atomic, w.answered, suspect=suspect)
        )

    def steps(self, w: World):
        """Every next world, with the name of what happened."""
        if w.broken:
            return
        if w.faults < self.most_faults and w.pc == ("look", None):
            yield from self._orders(w)
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
            done = self.executed(back, verb)
            yield f"{verb} answered", replace(done, answered=verb)
            if verb is Verb.STAGE:
                yield "stage refused", replace(back, turned=True)
            if w.faults < self.most_faults:
                yield from self._lost(w, verb, back, done)

    def _lost(self, w: World, verb: Verb, back: World, done: World):
        n = w.faults + 1
        if self.mutant.blind_retry and verb is Verb.COMMIT:
            again = replace(done, session=("staged", w.token))
            yield "commit lost and blindly retried", replace(self.executed(again, verb), faults=n)
            return
        yield f"{verb} lost before", replace(back, faults=n)
        yield f"{verb} lost after", replace(done, faults=n)
        if not self.atomic and verb in (Verb.COMMIT, Verb.ABORT, Verb.RESTORE) and done.running != w.running:
            armed = ("pending", w.token) if verb is Verb.COMMIT else w.session
            yield f"{verb} partial", replace(back, running="part", session=armed, faults=n)

    def executed(self, w: World, verb: Verb) -> World:
        """The device after a verb took effect."""
        mine = w.session is not None and w.session[1] == w.token
        pending = mine and w.session[0] == "pending"
        if verb is Verb.STAGE:
            return replace(w, session=("staged", w.token))
        if verb is Verb.COMMIT and mine and not pending:
            overwrote = w.overwrote_human or w.running == "human"
            return judged(
                replace(
                    w,
                    running="target",
                    session=("pending", w.token),
                    commits=(*w.commits, w.token),
                    overwrote_human=overwrote,
                )
            )
        if verb is Verb.CONFIRM:
            return replace(w, session=None if pending else w.session, startup=w.running)
        if verb is Verb.ABORT and mine:
            return replace(w, session=None, running="base" if pending else w.running)
        if verb is Verb.RESTORE:
            overwrote = w.overwrote_human or (w.running == "human" and w.protected)
            w = judged(replace(w, overwrote_human=overwrote))
            return replace(w, running="base", startup="base", session=None if mine else w.session)
        return w

    def edited(self, w: World) -> World:
        """A human's change; on a device that applies line by line it looks like a part of our way back."""
        protected = w.session is None and (self.atomic or w.state not in UNDOING)
        return replace(w, running="human", human=True, protected=protected)

    def _faults(self, w: World):
        n = w.faults + 1
        killed = replace(w, answered=None, pc=("look", None), faults=n)
        if self.mutant.token_not_journalled:
            killed = replace(killed, token=w.token + 100)
        if w.pc != ("look", None) or w.answered is not None:
            yield "kill -9", killed
        if w.session is not None and w.session[0] == "pending":
            yield "timer fires", replace(w, running="base", session=None, timer_fired=True, faults=n)
        if w.running != "human" and (self.window is OPEN or w.pc[0] == "look"):
            yield "human edits", self.edited(replace(w, faults=n))
        if not w.turned:
            yield "operator rolls back", replace(w, turned=True, faults=n)


def judged(w: World) -> World:
    """Mark a world that breaks an invariant."""
    return replace(w, broken=_broken(w))


def _broken(w: World) -> str:
    clean, alone = w.state in CLEAN, not w.human
    found = (
        (len(set(w.commits)) != len(w.commits), "two commits for one intent"),
        (w.overwrote_human, "a human's change was overwritten"),
        (clean and alone and w.running in ("target", "part"), f"{w.state} although it runs {w.running}"),
        (
            w.state is State.COMMITTED and alone and w.running == "base" and not w.timer_fired,
            "committed although it runs the base",
        ),
        (clean and w.session is not None, f"{w.state} although a session is left"),
        (
            w.state is State.CONFIRMED and alone and (w.running, w.startup) != ("target", "target"),
            "confirmed although not persistent",
        ),
        (
            w.state is State.QUARANTINED and alone and not w.ordered and not w.suspect,
            "a human is called although none had a part in it",
        ),
    )
    return next((text for bad, text in found if bad), "")
