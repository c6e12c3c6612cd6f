"""One EOS device: what it runs, what it boots, its files, its sessions and its commit timer."""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from typing import TYPE_CHECKING

from fabric.lab.eos.config import Block, RejectedError, enter, load, printed
from fabric.lab.eos.factory import factory_default, restore_defaults
from fabric.lab.eos.sessions import Session, SessionError, Sessions, State, Timer
from fabric.lab.eos.view import view_of
from fabric.lab.faults import Kind
from fabric.lab.front import BOOT_S

if TYPE_CHECKING:
    from fabric.lab.fleet import LabDevice
    from fabric.lab.state import View, World


class EosDevice:
    """State in memory, changed by these verbs alone; each change of what runs is logged."""

    def __init__(self, device: LabDevice, world: World) -> None:
        self.lab = device
        self.world = world
        self.release = tuple(int(n) for n in re.findall(r"\d+", device.release)[:3])
        self.factory = factory_default(device)
        self.files: dict[str, str] = {}
        self.checkpoints: dict[str, Block] = {}
        self.syslog: list[str] = []
        self.sessions = Sessions()
        self.startup = device.startup
        self.rejected: tuple[str, ...] = ()
        self._timer_handle: asyncio.TimerHandle | None = None
        self._text: str | None = None
        self._facade: Block | None = None
        self._view: View | None = None
        self._ready_at = 0.0
        self._boot()

    @property
    def tree(self) -> Block:
        """The running configuration."""
        return self._tree

    @property
    def shown(self) -> Block:
        """The running configuration as it is shown: another one after a confirm that was forgotten."""
        return self._facade or self._tree

    @property
    def uptime(self) -> float:
        """Seconds since boot."""
        return time.monotonic() - self._booted

    def view(self) -> View:
        """Return what the running configuration means for the neighbours."""
        if self._view is None:
            self._view = view_of(self._tree, self.lab)
        return self._view

    def answers(self) -> bool:
        """Say whether it is up; False while it boots."""
        return time.monotonic() >= self._ready_at

    def running(self) -> str:
        """Return the running configuration from the first section to `end`, without the header."""
        if self._text is None:
            self._text = "\n".join(printed(self._tree)) + "\n"
        return self._text

    def digest(self) -> str:
        """Return the SHA-256 of the running configuration without the header, which names the device."""
        return hashlib.sha256(self.running().encode()).hexdigest()

    def hostname(self) -> str:
        """Return the configured name, or another's while the wrong device answers."""
        return f"not-{self.lab.name}" if self.impostor() else self.view().hostname

    def impostor(self) -> bool:
        """Say whether another device answers in its place."""
        return self.world.faults.holds(self.lab.name, Kind.WRONG_IDENTITY)

    def edit(self, line: str, user: str) -> None:
        """Change the running configuration as a human would; lines may be several. Raises ValueError."""
        changed = self._tree.copy()
        stack = [changed]
        try:
            for single in line.splitlines():
                stack = enter(stack, single.strip())
        except RejectedError as rejected:
            raise ValueError(str(rejected)) from rejected
        self.replace(changed)
        self.record("edit", user=user)

    def replace(self, tree: Block) -> None:
        """Run another configuration from now on."""
        restore_defaults(tree, self.factory)
        self._tree = tree
        self._text = self._view = self._facade = None

    def record(self, verb: str, token: str = "", user: str = "") -> None:
        """Write to the lab's commit log."""
        self.world.commits.append(self.lab.name, verb, token=token, user=user, digest=self.digest())

    def enter_session(self, name: str, user: str) -> Session:
        """Open or re-enter a session. Raises SessionError."""
        new = name not in self.sessions.by_name
        session = self.sessions.open(name, self._tree, self.uptime)
        if new:
            self.record("open", name, user)
        return session

    def commit(self, name: str, user: str, timer_s: float | None = None) -> None:
        """Run a session's configuration, whole: what changed since it was opened is overwritten, as on EOS.

        With a timer it reverts unless committed again without one, which confirms. Raises SessionError.
        """
        session, timer = self.sessions.named(name), self.sessions.timer
        if timer and timer_s is not None and timer.session != name:
            raise SessionError(f"Commit timer is running for session {timer.session}")
        if timer and timer.session == name:
            self._settle(session, timer, user, timer_s)
            return
        if session.state is not State.PENDING:
            raise SessionError(f"Session {name} was already committed")
        checkpoint = self._tree
        self.replace(self._as_applied(session))
        if timer_s is None:
            self.sessions.finish(session, self.uptime)
            self.log("SYS-5-CONFIG_SESSION_COMMIT_SUCCESS", f"User {user} committed session {name}")
        else:
            session.state = State.COMMITTED
            self._arm(Timer(name, self.uptime + timer_s, checkpoint), timer_s)
            started = f"User {user} committed session {name} on command-api, with timer {_hms(timer_s)}"
            self.log("SYS-5-CONFIG_SESSION_COMMIT_TIMER_STARTED", f"{started}(hr:min:sec).")
        self.record("commit", name, user)

    def abort(self, name: str, user: str) -> None:
        """Drop a session; while its timer runs, revert at once. Raises SessionError."""
        session, timer = self.sessions.named(name), self.sessions.timer
        if timer and timer.session == name:
            self._disarm()
            self.replace(timer.checkpoint.copy())
        elif session.state is not State.PENDING:
            raise SessionError(f"Session {name} was already committed")
        del self.sessions.by_name[name]
        self.log("SYS-5-CONFIG_SESSION_ABORTED", f"User {user} aborted session {name}")
        self.record("abort", name, user)

    def save(self, user: str) -> None:
        """Make the running configuration the one that boots."""
        self.startup = self.running()
        self.record("save", user=user)

    def replace_from(self, text: str, source: str, user: str) -> tuple[str, ...]:
        """Run the configuration of a file; return the lines it refuses, in which case nothing changes."""
        tree, refused = load(text, self.factory)
        if not refused:
            self.replace(tree)
            self.log(
                "SYS-5-CONFIG_REPLACE_SUCCESS", f"User {user} replaced running configuration with {source}"
            )
            self.record("load", source, user)
        return refused

    def reboot(self, boot_s: float = BOOT_S) -> None:
        """Lose sessions, the timer and what was not saved; come back with the startup configuration."""
        self._disarm()
        self._boot()
        self._ready_at = time.monotonic() + boot_s
        self.record("reboot")

    def run_out(self) -> None:
        """Let the commit timer run out now."""
        self._expire()

    def log(self, facility: str, text: str) -> None:
        """Add a line to the device's own syslog."""
        self.syslog = [*self.syslog[-999:], f"%{facility}: {text}"]

    def shut(self) -> None:
        """Stop what runs by itself; the process ends."""
        self._disarm()

    def _boot(self) -> None:
        self._booted = time.monotonic()
        self.sessions, self.checkpoints = Sessions(), {}
        tree, self.rejected = load(self.startup, self.factory)
        self.replace(tree)

    def _settle(self, session: Session, timer: Timer, user: str, timer_s: float | None) -> None:
        """Confirm a timed commit, or start its timer anew."""
        self._disarm()
        if timer_s is not None:
            self._arm(Timer(timer.session, self.uptime + timer_s, timer.checkpoint), timer_s)
            return
        self.sessions.finish(session, self.uptime)
        self.log(
            "SYS-5-CONFIG_SESSION_COMMIT_TIMER_CANCELED", f"User {user} confirmed session {session.name}"
        )
        self.record("confirm", session.name, user)
        self._break_word(timer)

    def _break_word(self, timer: Timer) -> None:
        """Take back what was confirmed, if that was ordered: at once behind a facade, or by the timer."""
        faults, said = self.world.faults, f"configure session {timer.session} commit"
        if faults.take(self.lab.name, said, Kind.FORGET):
            target = self._tree
            self._revert(timer)
            self._facade = target
        if revert := faults.take(self.lab.name, said, Kind.REVERT):
            loop = asyncio.get_running_loop()
            self._timer_handle = loop.call_later(revert.seconds, self._revert, timer)

    def _as_applied(self, session: Session) -> Block:
        """Return what a commit makes of the session: all of it, or by a fault the first half, or nothing."""
        faults, said = self.world.faults, f"configure session {session.name} commit"
        if faults.take(self.lab.name, said, Kind.IGNORE):
            return self._tree.copy()
        if not faults.take(self.lab.name, said, Kind.PARTIAL):
            return session.tree.copy()
        half, target = self._tree.copy(), session.tree.copy()
        keys = sorted({*half.entries, *target.entries})
        changed = [key for key in keys if half.entries.get(key) != target.entries.get(key)]
        for key in changed[: (len(changed) + 1) // 2]:
            half.entries.pop(key, None)
            if key in target.entries:
                half.entries[key] = target.entries[key]
        return half

    def _arm(self, timer: Timer, seconds: float) -> None:
        self.sessions.timer = timer
        self._timer_handle = asyncio.get_running_loop().call_later(seconds, self._expire)

    def _disarm(self) -> None:
        self.sessions.timer = None
        if self._timer_handle:
            self._timer_handle.cancel()
            self._timer_handle = None

    def _expire(self) -> None:
        """Go back to the checkpoint, if a timer runs."""
        if timer := self.sessions.timer:
            self._disarm()
            self._revert(timer)

    def _revert(self, timer: Timer) -> None:
        self.sessions.by_name.pop(timer.session, None)
        self.replace(timer.checkpoint.copy())
        # the file name is EOS's own: the timer's checkpoint is a file to it (cnaas-nms #395)
        self.log("SYS-5-CONFIG_REPLACE_SUCCESS", "replaced with file:/tmp/commitTimerCheckPointConfig.txt")
        self.record("revert", timer.session)


def _hms(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60}:{whole % 60}"
