"""The engine's driver for UFM Enterprise: partitions and files of OpenSM, changed one after the other.

UFM has no candidate, no transaction, no commit timer and no undo, and its full restore leaves partitions as
they are. So a candidate lives in this object alone and is gone with the process; a marker on UFM says that a
change began; and only `restore` of the base that the engine stored takes it back.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from fabric.drivers.contract import Capabilities, Identity, LostReplyError, Probe, RefusedError, Session
from fabric.drivers.deadline import Deadline
from fabric.drivers.entry import file_access
from fabric.drivers.token import checked, fence
from fabric.drivers.ufm.jobs import validated
from fabric.drivers.ufm.partitions import NAMED_SINCE, bring_in, mark, numbers, read, unmark
from fabric.drivers.ufm.rest import Rest
from fabric.drivers.ufm.state import identify, observe, release
from fabric.health.model import Judgement, Verdict
from fabric.platforms.ufm.patch import FILES
from fabric.platforms.ufm.patch import patch as change
from fabric.platforms.ufm.trees import NAMED_BY, SMCONF, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.drivers.contract import Observation
    from fabric.drivers.entry import HostEntry
    from fabric.drivers.secrets import Secrets
    from fabric.drivers.ufm.files import FileAccess
    from fabric.drivers.ufm.partitions import Found
    from fabric.platforms.form import Patch, Step

ARTIFACT: Final = "ufm.json"
OPTIONS: Final = "opensm.conf"
_NO_TIMER_S: Final = 86_400
"""Nothing runs out; this only has to be more than any plan asks for."""


class UfmDriver:
    """One UFM."""

    capabilities = Capabilities(
        atomic_commit=False, native_timer=False, longest_timer_s=_NO_TIMER_S, reverts=False
    )

    def __init__(self, entry: HostEntry, secrets: Secrets) -> None:
        self._name = entry.name
        self._address = entry.address
        self._rest = Rest(entry, secrets)
        self._files = _access(entry, secrets)
        self._tests = entry.fabric_validation
        self._patience_s = entry.change_deadline_s
        self._candidates: dict[str, tuple[Step, ...]] = {}

    def identify(self) -> Identity:
        """Ask who it is."""
        return identify(self._rest, self._address)

    def fetch(self) -> Mapping[str, str]:
        """Read partitions, options and files that are ours, without markers and keys of the manager."""
        return self._texts(read(self._rest))

    def stage(self, token: str, patch: Patch) -> str:
        """Keep the change in this process: UFM holds none that is not in effect."""
        version = release(self._rest)
        if numbers(version) < NAMED_SINCE:
            raise RefusedError(f"{self._name}: release {version} gives partitions no names; 6.22 does")
        for other in read(self._rest).markers:
            if fence(other) > fence(checked(token)):
                raise RefusedError(f"{self._name}: `{other}` belongs to an engine that took over")
            raise RefusedError(f"{self._name}: `{other}` is committed and waits to be confirmed")
        if any(step.kind == FILES for step in patch.steps):
            self._reached().ready()
        self._candidates = {checked(token): patch.steps}
        return ""

    def commit(self, token: str, revert_in_s: int) -> None:  # noqa: ARG002 - UFM has no timer
        """Set the marker, then bring the change in. What fails in the middle is for the engine to restore."""
        steps = self._candidates.pop(checked(token), None)
        if steps is None:
            raise RefusedError(f"{self._name}: `{token}` is not staged by this process")
        found = read(self._rest)
        if found.markers:
            raise RefusedError(f"{self._name}: `{min(found.markers)}` is committed and waits")
        mark(self._rest, token, (*found.pkeys, *found.markers.values()))
        try:
            self._bring_in(token, steps, found)
        except RefusedError as refusal:
            # The marker and perhaps a part are in: only a probe tells.
            raise LostReplyError(f"{self._name}: refused on the way: {refusal}") from refusal

    def probe(self, token: str) -> Probe:
        """Read marker and partitions in one look."""
        found = read(self._rest)
        session = Session.STAGED if checked(token) in self._candidates else Session.NONE
        return Probe(Session.PENDING if token in found.markers else session, None, self._texts(found))

    def confirm(self, token: str) -> None:
        """Take the marker away: UFM writes partitions.conf as soon as they are changed."""
        if checked(token) in self._candidates:
            raise RefusedError(f"{self._name}: `{token}` was never committed, so there is nothing to confirm")
        self._unmark(token)

    def abort(self, token: str) -> None:
        """Forget the candidate and the marker. What came in stays: the engine sees it and restores."""
        self._candidates.pop(checked(token), None)
        if self._files:
            self._files.settle()
        self._unmark(token)

    def restore(self, token: str, base: Mapping[str, str]) -> None:
        """Bring partitions and files back to the stored ones, whatever part came in; the marker goes last."""
        self._candidates.pop(checked(token), None)
        found = read(self._rest)
        now = self._texts(found)
        steps = [step for step in change(parse(now), parse(base)).steps if step.kind != FILES]
        try:
            if self._files:
                self._files.settle()
                self._files.write(token, differing(now, base))
            self._bring_in(token, steps, found)
        except RefusedError as refusal:
            raise LostReplyError(f"{self._name}: refused on the way back: {refusal}") from refusal
        for key in found.markers.values():
            unmark(self._rest, key)

    def observe(self) -> Observation:
        """Read the state that gates judge, and let UFM test its fabric where the inventory names tests."""
        unread = self._files.unread() if self._files else ""
        read = (Judgement("files", Verdict.UNKNOWN, (unread,)),) if unread else ()
        tested = validated(self._rest, self._tests, Deadline(self._patience_s))
        return replace(observe(self._rest), judged=(*read, *tested))

    def close(self) -> None:
        """Let go of the connection. A marker stays without it."""
        self._rest.close()
        if self._files:
            self._files.close()

    def _bring_in(self, token: str, steps: Iterable[Step], found: Found) -> None:
        """Do the steps in their order. There is no transaction: each is in effect when it is answered."""
        for step in steps:
            if step.kind == FILES:
                self._reached().write(token, json.loads(step.body))
            else:
                bring_in(self._rest, step, found.pkeys)

    def _reached(self) -> FileAccess:
        if self._files is None:
            raise RefusedError(f"{self._name}: the inventory has no `ssh_username` for its files any more")
        return self._files

    def _unmark(self, token: str) -> None:
        key = read(self._rest).markers.get(token)
        if key is not None:
            unmark(self._rest, key)

    def _texts(self, found: Found) -> dict[str, str]:
        options: dict[str, Any] = self._rest.read("app/smconf", {})
        known = {name: options[name] for name in sorted(SMCONF) if name in options}
        state: dict[str, Any] = {"pkeys": found.pkeys, "smconf": known}
        texts = self._files.read() if self._files else {}
        if self._files:
            state["files"] = sorted((*NAMED_BY, OPTIONS))
        return {ARTIFACT: json.dumps(state, indent=2, sort_keys=True) + "\n", **texts}


def _access(entry: HostEntry, secrets: Secrets) -> FileAccess | None:
    access = file_access(entry)
    if access is None:
        return None
    # The SSH library is loaded with the first server that needs it.
    from fabric.drivers.ufm.files import FileAccess  # noqa: PLC0415

    return FileAccess(access, secrets)


def differing(now: Mapping[str, str], base: Mapping[str, str]) -> dict[str, str | None]:
    """Return the files that are to be as they were, byte by byte; None for one that was not there.

    Of a base that was read without a login to the files nothing is known of them.
    """
    known = json.loads(base[ARTIFACT]).get("files", ())
    return {name: base.get(name) for name in NAMED_BY if name in known and base.get(name) != now.get(name)}
