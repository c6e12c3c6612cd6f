"""Revisions on a device: which are ours, which are on their way, and how one is moved on."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from fabric.drivers.contract import LostReplyError, RefusedError, UnreachableError
from fabric.drivers.cumulus import states
from fabric.drivers.cumulus.marks import PLACE, marks
from fabric.drivers.shape import NonsenseError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from fabric.drivers.cumulus.nvue import Nvue
    from fabric.drivers.cumulus.states import Revision
    from fabric.drivers.deadline import Deadline
    from fabric.drivers.secrets import Secrets

YES: Final[Mapping[str, str]] = {"ays": "ays_yes"}
"""Never `ignore_fail_yes`, which hides a partial apply, nor `confirm_yes`, which would be no gate."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.02, 1.0
"""Between two looks at a revision on its way."""


class Revisions:
    """The revisions of one device, read anew at every call."""

    def __init__(self, name: str, nvue: Nvue, secrets: Secrets) -> None:
        self._name = name
        self._nvue = nvue
        self._secrets = secrets

    def marks(self, revision: str) -> frozenset[str]:
        """Return our marks in a revision."""
        return marks(self._nvue.find(PLACE, rev=revision, filled="false"))

    def of(self, token: str) -> Revision | None:
        """Return the revision under a token that waits: to be applied, to be confirmed, or for an answer."""
        return next((found for found in self.ours() if token in found.marks), None)

    def ours(self) -> tuple[Revision, ...]:
        """Return the revisions that bear a mark of ours and wait.

        A revision inherits the marks of what it was made from: those of a pending one are its own when they
        are not applied yet, those of any other when they are not saved yet. Raises LostReplyError for one of
        ours in a state that nobody knows: whether it took effect is unknown.
        """
        inherited: dict[str, frozenset[str]] = {}
        found = []
        for revision in self._list():
            if revision.state in states.ENDED:
                continue
            source = "applied" if revision.state == states.PENDING else "startup"
            if source not in inherited:
                inherited[source] = self.marks(source)
            if own := self.marks(revision.number) - inherited[source]:
                found.append(self._known(replace(revision, marks=own)))
        return tuple(found)

    def _known(self, revision: Revision) -> Revision:
        if revision.state == states.PENDING or revision.state in states.WAITS:
            return revision
        raise LostReplyError(f"{self._name}: revision {revision.number} is `{revision.state}`")

    def none_waits(self) -> None:
        """Refuse while a revision, whosever it is, waits for an answer."""
        for revision in self._list():
            if revision.state in states.WAITS:
                why = revision.words or "it waits to be confirmed"
                raise RefusedError(f"{self._name}: revision {revision.number} is `{revision.state}`: {why}")

    def loaded(self, unset: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
        """Load a change into a new revision and return its number; a refused one is dropped."""
        made = self._nvue.change("POST", ("revision",))
        if not made or not isinstance(made, dict):
            raise LostReplyError(f"{self._name}: it names no new revision")
        number = next(iter(made))
        try:
            for body in filter(None, (unset, wanted)):
                self._nvue.change("PATCH", (), body, rev=number)
        except RefusedError as refusal:
            self._drop_after(refusal, number)
            raise
        return str(number)

    def move(self, number: str, body: Mapping[str, Any], wanted: Collection[str]) -> None:
        """Ask for a state and wait for what comes of it; raises when it is none of the wanted ones."""
        self._nvue.change("PATCH", ("revision", number), body)
        found = self._settled(number, self._nvue.deadline())
        if found.state in wanted:
            return
        words = self._secrets.mask(f"{self._name}: revision {number} is `{found.state}`: {found.words}")
        if found.state in states.UNTOUCHED:
            raise RefusedError(words)
        # Something may have come in: only a probe tells.
        raise LostReplyError(words)

    def abort(self, found: Revision) -> None:
        """Take back what a revision did, or drop it."""
        if found.state == states.PENDING:
            self._nvue.change("DELETE", ("revision", found.number))
            return
        answer = "confirm_no" if found.state == states.CONFIRM else "ignore_fail_no"
        refused: RefusedError | None = None
        try:
            body = {"state": answer, "auto-prompt": YES}
            self._nvue.change("PATCH", ("revision", found.number), body)
        except RefusedError as refusal:
            refused = refusal
        now = self._settled(found.number, self._nvue.deadline())
        # Its timer may have run out between the look and the answer: then it is gone, as was wanted.
        if refused is not None and now.state in states.WAITS:
            raise refused

    def _list(self) -> tuple[Revision, ...]:
        """Return all revisions once none is on its way."""
        deadline = self._nvue.deadline()
        while True:
            listing = self._nvue.read("revision")
            found = tuple(states.revision(number, body) for number, body in listing.items())
            moving = [revision for revision in found if revision.state in states.ON_ITS_WAY]
            if not moving:
                return found
            for revision in moving:
                self._settled(revision.number, deadline)

    def _settled(self, number: str, deadline: Deadline) -> Revision:
        """Wait for a revision; while it reloads, connections that break are part of it."""
        pause = _FIRST_PAUSE_S
        while True:
            try:
                found = states.revision(number, self._nvue.read("revision", number))
                if found.state not in states.ON_ITS_WAY:
                    return found
                words = f"is still `{found.state}`"
            except (UnreachableError, NonsenseError) as broken:
                words = f"was on its way, then {broken}"
            if deadline.over():
                raise LostReplyError(f"{self._name}: revision {number} {words}")
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_S)

    def _drop_after(self, refusal: RefusedError, number: str) -> None:
        """Remove the candidate; when that fails too, the refusal stays the error and the failure its note."""
        try:
            self._nvue.change("DELETE", ("revision", number))
        except RefusedError as fault:
            refusal.add_note(f"the revision could not be dropped: {fault}")
