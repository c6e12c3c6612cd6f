"""The engine's driver for Cumulus Linux: revisions of NVUE, applied under its own confirm timer.

What REST does by the documentation of 5.16 and three public clients is used, and nothing else; what none of
them shows on a device is said in `docs/cumulus.md`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from fabric.drivers.contract import Capabilities, Identity, Probe, RefusedError, Session
from fabric.drivers.cumulus import states
from fabric.drivers.cumulus.candidate import bodies, returning, shown
from fabric.drivers.cumulus.marks import marked, unmarked, unmarking
from fabric.drivers.cumulus.nvue import Nvue
from fabric.drivers.cumulus.revisions import YES, Revisions
from fabric.drivers.cumulus.state import observe
from fabric.drivers.token import checked, fence, restoring
from fabric.platforms.nvue.document import ARTIFACT

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from fabric.drivers.contract import Observation
    from fabric.drivers.entry import HostEntry
    from fabric.drivers.secrets import Secrets
    from fabric.platforms.form import Patch

LONGEST_TIMER_S: Final = 3600
"""The guide shows `--confirm 60m`; no source names a longer one."""
_READS = 3
"""Reads of a state that changed under our eyes before we take the last one."""


class CumulusDriver:
    """One Cumulus switch."""

    capabilities = Capabilities(atomic_commit=True, native_timer=True, longest_timer_s=LONGEST_TIMER_S)

    def __init__(self, entry: HostEntry, secrets: Secrets) -> None:
        self._name = entry.name
        self._secrets = secrets
        self._nvue = Nvue(entry, secrets)
        self._revisions = Revisions(entry.name, self._nvue, secrets)

    def identify(self) -> Identity:
        """Ask who it is."""
        system, platform = self._nvue.read("system"), self._nvue.read("platform")
        return Identity(
            hostname=str(system.get("hostname", "")),
            serial=str(platform.get("serial-number", "")),
            mac=str(platform.get("system-mac", "")),
            model=str(platform.get("product-name", "")),
            release=str(system.get("build", "")).removeprefix("Cumulus Linux "),
        )

    def fetch(self) -> Mapping[str, str]:
        """Read the applied configuration, without our marks."""
        return {ARTIFACT: json.dumps(unmarked(self._applied()), indent=2, sort_keys=True) + "\n"}

    def stage(self, token: str, patch: Patch) -> str:
        """Load the change into a new revision and return the device's diff."""
        unset, wanted = bodies(self._name, patch.steps, self._secrets)
        self._make_room(checked(token))
        old = self._revisions.marks("applied")
        return self._loaded(unmarking(unset, old), marked(wanted, token))[1]

    def commit(self, token: str, revert_in_s: int) -> None:
        """Apply the revision under a confirm timer, and wait until it is in."""
        if not 1 <= revert_in_s <= LONGEST_TIMER_S:
            raise RefusedError(f"{self._name}: a confirm timer is 1 s to 1 h, not {revert_in_s} s")
        found = self._revisions.of(checked(token))
        if found is None or found.state != states.PENDING:
            raise RefusedError(f"{self._name}: no revision is marked `{token}` and waits")
        self._revisions.none_waits()
        controls = {"confirm": revert_in_s}
        self._apply(found.number, {"message": token, "state-controls": controls}, {states.CONFIRM})

    def probe(self, token: str) -> Probe:
        """Read revision and applied configuration; read again when a timer ran out in between.

        How many seconds are left NVUE shows in no way that a source names.
        """
        before = self._session(checked(token))
        for _ in range(_READS):
            running = self.fetch()
            after = self._session(token)
            if after is before:
                break
            before = after
        return Probe(after, None, running)

    def confirm(self, token: str) -> None:
        """Stop the timer and write the startup configuration; a confirmed change is only written again."""
        found = self._revisions.of(checked(token))
        if found is not None and found.state in (states.PENDING, states.STUCK):
            words = found.words or "it was never committed"
            raise RefusedError(f"{self._name}: `{token}` cannot be confirmed: {words}")
        if found is not None and found.state == states.CONFIRM:
            self._revisions.move(found.number, {"state": "confirm_yes", "auto-prompt": YES}, states.DONE)
        self._save()

    def abort(self, token: str) -> None:
        """Drop the revision; while its timer runs, or when it is stuck, bring back what was."""
        found = self._revisions.of(checked(token))
        if found is not None:
            self._revisions.abort(found)

    def restore(self, token: str, base: Mapping[str, str]) -> None:
        """Bring the stored configuration back and write it; the caller compares afterwards."""
        for found in self._revisions.ours():
            self._revisions.abort(found)  # else its timer would undo the restore
        self._revisions.none_waits()
        applied, old = self._applied(), self._revisions.marks("applied")
        unset, wanted = returning(unmarked(applied), json.loads(base[ARTIFACT]))
        if unset or wanted:
            number, _ = self._loaded(unmarking(unset, old), wanted)
            self._apply(number, {"message": restoring(checked(token), old)}, states.DONE)
        self._save()

    def observe(self) -> Observation:
        """Read the state that gates judge."""
        return observe(self._nvue)

    def reclaim(self) -> tuple[str, ...]:
        """Drop our own uncommitted revisions, whatever rollout left them, and return their numbers."""
        stale = tuple(found for found in self._revisions.ours() if found.state == states.PENDING)
        for found in stale:
            self._revisions.abort(found)
        return tuple(found.number for found in stale)

    def close(self) -> None:
        """Let go of the connection. Revisions and timers go on without it."""
        self._nvue.close()

    def _applied(self) -> dict[str, Any]:
        return dict(self._nvue.read(rev="applied", filled="false"))

    def _session(self, token: str) -> Session:
        found = self._revisions.of(token)
        if found is None:
            return Session.NONE
        return Session.STAGED if found.state == states.PENDING else Session.PENDING

    def _make_room(self, token: str) -> None:
        """Refuse while a timer runs or a newer engine works here; drop what older ones of ours left."""
        self._revisions.none_waits()
        stale = self._revisions.ours()
        for revision in stale:
            for name in revision.marks:
                if fence(name) > fence(token):
                    raise RefusedError(f"{self._name}: `{name}` belongs to an engine that took over")
        for revision in stale:
            self._revisions.abort(revision)

    def _loaded(self, unset: Mapping[str, Any], wanted: Mapping[str, Any]) -> tuple[str, str]:
        """Load a change into a new revision; return its number and what the device makes of it."""
        number = self._revisions.loaded(unset, wanted)
        comes = self._nvue.read(rev=number, diff="applied", filled="false")
        goes = self._nvue.read(rev="applied", diff=number, filled="false")
        return number, self._secrets.mask(shown(unmarked(goes), unmarked(comes)))

    def _apply(self, number: str, body: Mapping[str, Any], wanted: Collection[str]) -> None:
        self._revisions.move(number, {"state": "apply", "auto-prompt": YES, **body}, wanted)

    def _save(self) -> None:
        """Make the applied configuration the startup configuration, unless auto-save did.

        The state of a revision tells it once only: one that a timer brought back was saved long ago, and what
        boots is the one that was to follow it.
        """
        if self._applied() != self._nvue.read(rev="startup", filled="false"):
            self._revisions.move("applied", {"state": "save", "auto-prompt": YES}, states.DONE)
