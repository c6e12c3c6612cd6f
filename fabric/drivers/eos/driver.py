"""The engine's driver for EOS: configuration sessions named by the token, over eAPI.

NAPALM's driver is not used for changes: it keeps the session's name in memory only, aborts the session (and
so reverts a running commit timer) on close, and formats a timer of a day as zero (napalm 5.2.0, run against
a recorder).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fabric.drivers.contract import Capabilities, Identity, Probe, RefusedError, Session
from fabric.drivers.eos.eapi import Eapi
from fabric.drivers.eos.lines import commands
from fabric.drivers.eos.sessions import owned, read_sessions
from fabric.drivers.eos.shapes import HOSTNAME, SESSIONS, VERSION
from fabric.drivers.eos.state import observe
from fabric.drivers.token import checked, fence, ours, restoring

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.drivers.contract import Observation
    from fabric.drivers.entry import HostEntry
    from fabric.drivers.eos.lines import Command
    from fabric.drivers.eos.sessions import Sessions
    from fabric.drivers.secrets import Secrets
    from fabric.platforms.form import Patch

ARTIFACT: Final = "eos.cfg"
LONGEST_TIMER_S: Final = 24 * 3600 - 1
"""`commit timer` takes HH:MM:SS of less than a day."""
_READS = 3
"""Reads of a state that changed under our eyes before we take the last one."""


class EosDriver:
    """One EOS device."""

    capabilities = Capabilities(atomic_commit=True, native_timer=True, longest_timer_s=LONGEST_TIMER_S)

    def __init__(self, entry: HostEntry, secrets: Secrets) -> None:
        self._name = entry.name
        self._secrets = secrets
        self._eapi = Eapi(entry, secrets)

    def identify(self) -> Identity:
        """Ask who it is."""
        version, host = self._eapi.read(VERSION, HOSTNAME)
        return Identity(
            hostname=str(host.get("hostname", "")),
            serial=str(version.get("serialNumber", "")),
            mac=str(version.get("systemMacAddress", "")),
            model=str(version.get("modelName", "")),
            release=str(version.get("version", "")),
        )

    def fetch(self) -> Mapping[str, str]:
        """Read the running configuration."""
        return {ARTIFACT: self._eapi.read_text("show running-config")}

    def stage(self, token: str, patch: Patch) -> str:
        """Put the lines into a new session and return the device's diff."""
        text = "\n".join(step.body for step in patch.steps if step.kind == "session")
        wanted = commands(self._secrets.inject(text))
        self._make_room(checked(token))
        return self._load(token, [f"configure session {token}", *wanted, "end"])

    def commit(self, token: str, revert_in_s: int) -> None:
        """Commit the session under a timer."""
        if not 1 <= revert_in_s <= LONGEST_TIMER_S:
            raise RefusedError(f"{self._name}: a commit timer is 1 s to 23:59:59, not {revert_in_s} s")
        # One request: what lies between the check of the base and this cannot be closed, only kept short.
        self._eapi.change([f"configure session {checked(token)} commit timer {_clock(revert_in_s)}"])

    def probe(self, token: str) -> Probe:
        """Read session, timer and running configuration; read again when a timer ran out in between."""
        before = self._sessions()
        for _ in range(_READS):
            running = self.fetch()
            after = self._sessions(VERSION)
            if after.of(token) == before.of(token):
                break
            before = after
        return Probe(after.of(token), after.timers.get(token), running)

    def confirm(self, token: str) -> None:
        """Stop the timer and write the startup configuration; a confirmed change is only written again."""
        state = self._sessions().of(checked(token))
        if state is Session.STAGED:
            raise RefusedError(f"{self._name}: `{token}` was never committed, so there is nothing to confirm")
        if state is Session.PENDING:
            self._eapi.change([f"configure session {token} commit", "write memory"])
        else:
            self._eapi.change(["write memory"])

    def abort(self, token: str) -> None:
        """Drop the session; while its timer runs, EOS reverts at once."""
        if self._sessions().of(checked(token)) is not Session.NONE:
            self._abort(token)

    def restore(self, token: str, base: Mapping[str, str]) -> None:
        """Replace the whole configuration by the stored one and write it; the caller compares afterwards."""
        for name in self._sessions().timers:
            if ours(name):
                self._abort(name)  # else its timer would undo the restore
        self._make_room(checked(token))
        lines = commands(base[ARTIFACT])
        name = restoring(token, self._sessions().names)
        self._load(name, [f"configure session {name}", "rollback clean-config", *lines, "end"])
        self._eapi.change([f"configure session {name} commit", "write memory"])

    def observe(self) -> Observation:
        """Read the state that gates judge."""
        return observe(self._eapi)

    def reclaim(self) -> tuple[str, ...]:
        """Abort our own uncommitted sessions, whatever rollout left them, and return their names."""
        stale = tuple(name for name in self._sessions().waiting if ours(name))
        for name in stale:
            self._abort(name)
        return stale

    def close(self) -> None:
        """Let go of the connection. Sessions and timers go on without it."""
        self._eapi.close()

    def _sessions(self, *uptime: str) -> Sessions:
        """Return what it holds; how long a timer still runs is known when its uptime is asked for, too."""
        detail, *version = self._eapi.read(SESSIONS, *uptime)
        return read_sessions(detail, version[0] if version else {})

    def _make_room(self, token: str) -> None:
        """Refuse while a timer runs or a newer engine works here; drop what older ones of ours left."""
        sessions = self._sessions()
        for name in sessions.timers:
            whose = owned(name, sessions.committer)
            raise RefusedError(f"{self._name}: session {whose} is committed and waits to be confirmed")
        stale = [name for name in sessions.waiting if ours(name)]
        for name in stale:
            if fence(name) > fence(token):
                raise RefusedError(f"{self._name}: session `{name}` belongs to an engine that took over")
        for name in stale:
            self._abort(name)
        foreign = [owned(name, user) for name, user in sessions.waiting.items() if name not in stale]
        if sessions.most is not None and len(foreign) >= sessions.most:
            raise RefusedError(
                f"{self._name}: all {sessions.most} configuration sessions are taken: {', '.join(foreign)}"
            )

    def _load(self, token: str, batch: list[Command]) -> str:
        try:
            return self._eapi.change([*batch, f"show session-config named {token} diffs"])
        except RefusedError as refusal:
            self._drop_after(refusal, token)
            raise

    def _drop_after(self, refusal: RefusedError, token: str) -> None:
        """Remove the candidate; when that fails too, the refusal stays the error and the failure its note."""
        try:
            self.abort(token)
        except RefusedError as fault:
            refusal.add_note(f"the session could not be dropped: {fault}")

    def _abort(self, name: str) -> None:
        try:
            self._eapi.change([f"configure session {name} abort"])
        except RefusedError:
            # Its timer may have run out between the look and the abort: then it is gone, as was wanted.
            if self._sessions().of(name) is not Session.NONE:
                raise


def _clock(seconds: int) -> str:
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
