"""The engine's driver for UFM Enterprise: partitions, changed one request after the other.

UFM has no candidate, no transaction, no commit timer and no undo, and its full restore leaves partitions as
they are. So a candidate lives in this object alone and is gone with the process; a marker on UFM says that a
change began; and only `restore` of the base that the engine stored takes it back.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from fabric.drivers.contract import Capabilities, Identity, LostReplyError, Probe, RefusedError, Session
from fabric.drivers.token import checked, fence
from fabric.drivers.ufm.partitions import NAMED_SINCE, bring_in, mark, numbers, read, unmark
from fabric.drivers.ufm.rest import Rest
from fabric.drivers.ufm.state import identify, observe, release
from fabric.platforms.ufm.patch import patch as change
from fabric.platforms.ufm.trees import SMCONF, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.drivers.contract import Observation
    from fabric.drivers.entry import HostEntry
    from fabric.drivers.secrets import Secrets
    from fabric.drivers.ufm.partitions import Found
    from fabric.platforms.form import Patch, Step

ARTIFACT: Final = "ufm.json"
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
        self._candidates: dict[str, tuple[Step, ...]] = {}

    def identify(self) -> Identity:
        """Ask who it is."""
        return identify(self._rest, self._address)

    def fetch(self) -> Mapping[str, str]:
        """Read partitions and the options that are ours, without markers and without keys of the manager."""
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
            bring_in(self._rest, steps, found.pkeys)
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
        self._unmark(token)

    def restore(self, token: str, base: Mapping[str, str]) -> None:
        """Bring the partitions back to the stored ones, whatever part came in; the marker goes last."""
        self._candidates.pop(checked(token), None)
        found = read(self._rest)
        steps = change(parse(self._texts(found)), parse(base)).steps
        try:
            bring_in(self._rest, steps, found.pkeys)
        except RefusedError as refusal:
            raise LostReplyError(f"{self._name}: refused on the way back: {refusal}") from refusal
        for key in found.markers.values():
            unmark(self._rest, key)

    def observe(self) -> Observation:
        """Read the state that gates judge."""
        return observe(self._rest)

    def close(self) -> None:
        """Let go of the connection. A marker stays without it."""
        self._rest.close()

    def _unmark(self, token: str) -> None:
        key = read(self._rest).markers.get(token)
        if key is not None:
            unmark(self._rest, key)

    def _texts(self, found: Found) -> dict[str, str]:
        options: dict[str, Any] = self._rest.read("app/smconf", {})
        known = {name: options[name] for name in sorted(SMCONF) if name in options}
        state = {"pkeys": found.pkeys, "smconf": known}
        return {ARTIFACT: json.dumps(state, indent=2, sort_keys=True) + "\n"}
