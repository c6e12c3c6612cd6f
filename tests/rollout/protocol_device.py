"""The model's device: what it holds, what each verb does to it, and what must never be true of it.

There are three kinds: sessions that come in whole under a timer of the device's own (EOS, Cumulus); a change
line by line under a dead-man of ours (SONiC); and one request after the other under a marker, with a
candidate that only the engine's process knows and nothing that ever reverts by itself (UFM).
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from fabric.rollout.states import CLEAN, UNDOING, Action, State, Verb


class Device(Enum):
    ATOMIC = "atomic"
    DEAD_MAN = "dead man"
    MARKER = "marker"

    @property
    def atomic(self) -> bool:
        return self is Device.ATOMIC

    @property
    def timed(self) -> bool:
        return self is not Device.MARKER


class World(NamedTuple):
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
    late: tuple[Verb, int] | None = None
    """A verb, and its token, that a process sent before it stood still: it lands whenever it likes."""
    strayed: bool = False
    """A candidate came in late; nobody commits it."""
    broken: str = ""


replace = World._replace


def executed(kind: Device, w: World, verb: Verb) -> World:
    """The device after a verb took effect."""
    mine = w.session is not None and w.session[1] == w.token
    pending = mine and w.session[0] == "pending"
    if verb is Verb.STAGE:
        return replace(w, session=("staged", w.token))
    if verb is Verb.COMMIT and mine and not pending:
        return _committed(kind, w)
    if verb is Verb.CONFIRM:
        return replace(w, session=None if pending else w.session, startup=w.running)
    if verb is Verb.ABORT and mine:
        reverts = pending and kind.timed
        return replace(w, session=None, running="base" if reverts else w.running)
    if verb is Verb.RESTORE:
        overwrote = w.overwrote_human or (w.running == "human" and w.protected)
        w = judged(replace(w, overwrote_human=overwrote))
        return replace(w, running="base", startup="base", session=None if mine else w.session)
    return w


def _committed(kind: Device, w: World) -> World:
    new = replace(
        w,
        running="target",
        # What has no startup configuration boots what it runs.
        startup=w.startup if kind.timed else "target",
        session=("pending", w.token),
        commits=(*w.commits, w.token),
        overwrote_human=w.overwrote_human or w.running == "human",
    )
    return judged(new)


def partly(kind: Device, w: World, done: World, verb: Verb):
    """Where a device that is not atomic may be left in the middle of a verb."""
    if kind.atomic or verb not in (Verb.COMMIT, Verb.ABORT, Verb.RESTORE) or done.running == w.running:
        return
    armed = ("pending", w.token) if verb is Verb.COMMIT else w.session
    yield replace(w, running="part", session=armed)
    if verb is Verb.COMMIT and not kind.timed:
        yield replace(w, session=armed)


def edited(kind: Device, w: World) -> World:
    """A human's change; on a device that applies line by line it looks like a part of our way back."""
    protected = w.session is None and (kind.atomic or w.state not in UNDOING)
    return replace(w, running="human", human=True, protected=protected)


def killed(kind: Device, w: World) -> World:
    """The engine's process is gone; on a device that holds no candidates, so is the candidate."""
    kept = w.session if kind.timed or w.session is None or w.session[0] == "pending" else None
    return replace(w, answered=None, pc=("look", None), session=kept)


def landed(kind: Device, w: World) -> World:
    """The device after a verb came in late, under the token that it was sent with."""
    verb, token = w.late
    w = replace(w, late=None)
    newer = w.session is not None and w.session[1] > token
    if newer and verb in (Verb.STAGE, Verb.COMMIT):
        return w  # the device holds a token of a higher fence
    if verb is Verb.STAGE:
        return replace(w, session=("staged", token), strayed=True)
    if verb is Verb.COMMIT and not kind.timed and not newer:
        w = replace(w, session=("staged", token))  # the candidate is in the memory of who stood still
    new = executed(kind, replace(w, token=token), verb)
    # What was read back a moment ago is so no more, as when a timer fires: the next look finds it.
    fired = w.timer_fired or verb is Verb.ABORT
    return judged(replace(new, token=w.token, timer_fired=fired))


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
        (clean and w.session is not None and not w.strayed, f"{w.state} although a session is left"),
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
