"""One Cumulus switch: what it runs, what it boots, its revisions, and the states an apply walks through."""

from __future__ import annotations

import asyncio
import hashlib
import time
from typing import TYPE_CHECKING, Any

from fabric.lab.cumulus import startup
from fabric.lab.cumulus.commands import CommandError, checked
from fabric.lab.cumulus.revisions import BUSY, Revision, Revisions, State, issue
from fabric.lab.cumulus.semantics import complaints, is_on, node
from fabric.lab.cumulus.tree import half, lines, merged
from fabric.lab.cumulus.view import view_of
from fabric.lab.faults import Kind
from fabric.lab.front import BOOT_S

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.lab.cumulus.tree import Tree
    from fabric.lab.fleet import LabDevice
    from fabric.lab.state import View, World

STEP_S = 0.01
"""How long an apply stays in each state that it passes."""
_CUTS_API = (("system", "api"), ("interface", "eth0"))
"""A change of these takes the connections of REST down while it reloads."""


class CumulusDevice:
    """State in memory, changed by these verbs alone; each change of what runs is logged."""

    def __init__(self, device: LabDevice, world: World) -> None:
        self.lab = device
        self.world = world
        self.revisions = Revisions()
        self.startup = startup.read(device.startup) or _factory(device)
        self.tokens: dict[str, str] = {}
        self._tree: Tree = {}
        self._facade: Tree | None = None
        self.applied = Revision("0", {})
        self._before = self.applied
        self._view: View | None = None
        self._ready_at = 0.0
        self._deaf = False
        self._walks: dict[str, asyncio.Task[None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._boot()

    @property
    def tree(self) -> Tree:
        """The applied configuration."""
        return self._tree

    @property
    def shown(self) -> Tree:
        """The applied configuration as it is shown: another one after a confirm that was forgotten."""
        return self._tree if self._facade is None else self._facade

    @property
    def uptime(self) -> int:
        """Seconds since boot."""
        return int(time.monotonic() - self._booted)

    def view(self) -> View:
        """Return what the applied configuration means for the neighbours."""
        if self._view is None:
            self._view = view_of(self._tree, self.lab)
        return self._view

    def answers(self) -> bool:
        """Say whether it is up; False while it boots, and while an apply takes its API down."""
        return time.monotonic() >= self._ready_at and not self._deaf

    def running(self) -> str:
        """Return the applied configuration as a startup file."""
        return startup.write(self._tree, self.lab)

    def digest(self) -> str:
        """Return the SHA-256 of the applied configuration."""
        return hashlib.sha256("\n".join(lines(self._tree)).encode()).hexdigest()

    def impostor(self) -> bool:
        """Say whether another device answers in its place."""
        return self.world.faults.holds(self.lab.name, Kind.WRONG_IDENTITY)

    def told(self, revision: Tree) -> Tree:
        """Return what the switch says of a candidate: itself, unless a lie was ordered."""
        mixed = self.world.faults.take(self.lab.name, "diff", Kind.MIXED_UP)
        lie = mixed or self.world.faults.take(self.lab.name, "diff", Kind.LIE)
        if lie is None:
            return revision
        drafts = Revisions()
        draft = drafts.create(self._tree if mixed else revision)
        for change in checked(lie.line or "nv set system hostname somebody-else", self.lab.release):
            self.load(draft, change)
        return draft.tree

    def edit(self, line: str, user: str) -> None:
        """Apply `nv set` and `nv unset` lines as a human would. Raises ValueError."""
        revision = self.revisions.create(self._tree)
        try:
            for change in checked(line, self.lab.release):
                self.load(revision, change)
        except CommandError:
            del self.revisions.by_number[revision.number]
            raise
        self._run(revision)
        revision.settle(State.APPLIED)
        self.record("edit", user=user)

    def load(self, revision: Revision, change: Tree) -> None:
        """Merge a change into a revision."""
        revision.tree = startup.with_types(merged(revision.tree, change))

    def record(self, verb: str, token: str = "", user: str = "") -> None:
        """Write to the lab's commit log."""
        self.world.commits.append(self.lab.name, verb, token=token, user=user, digest=self.digest())

    def apply(self, revision: Revision, body: Mapping[str, Any], user: str, said: str) -> None:
        """Begin to apply a revision; it walks through its states by itself."""
        revision.message, revision.user = str(body.get("message", "")), user
        revision.settle(State.APPLY)
        spoiled = self.world.faults.take(self.lab.name, said, Kind.ERROR) is not None
        walk = asyncio.get_running_loop().create_task(self._walk(revision, body, spoiled=spoiled))
        self._walks[revision.number] = walk

    def answer(self, revision: Revision, state: str) -> None:
        """Take the answer to a question that a revision waits with. Raises ValueError for any other."""
        if state == "confirm_yes" and revision.state is State.CONFIRM:
            self._disarm()
            self.record("confirm", revision.message or revision.number, revision.user)
            self._confirmed(revision)
        elif state == "confirm_no" and revision.state is State.CONFIRM:
            self._back(revision, "abort")
        elif state == "ignore_fail_yes" and revision.state is State.IGNORE_FAIL:
            self._run(revision)
            self._applied(revision)
        elif state == "ignore_fail_no" and revision.state is State.IGNORE_FAIL:
            self._back(revision, "abort", State.APPLY_FAIL)
        else:
            raise ValueError(f"'{state}' cannot follow '{revision.state}'")

    def save(self, user: str) -> None:
        """Make the applied configuration the one that boots."""
        self.startup = self._tree
        self.record("save", user=user)

    def reboot(self, boot_s: float = BOOT_S) -> None:
        """Lose what was not saved, every timer and every token; come back with the startup configuration."""
        self.shut()
        for revision in self.revisions.by_number.values():
            if revision.state in BUSY:
                failed = State.CONFIRM_FAIL if revision.state is State.CONFIRM else State.APPLY_FAIL
                revision.settle(failed, "Aborted apply after reboot")
        self._boot()
        self._ready_at = time.monotonic() + boot_s
        self.record("reboot")

    def run_out(self) -> None:
        """Let the commit timer run out now."""
        for revision in list(self.revisions.by_number.values()):
            if revision.state is State.CONFIRM:
                self._back(revision, "revert")

    def shut(self) -> None:
        """Stop what runs by itself."""
        self._disarm()
        self._deaf = False
        for walk in self._walks.values():
            walk.cancel()
        self._walks.clear()

    def _boot(self) -> None:
        self._booted = time.monotonic()
        self.tokens.clear()
        revision = self.revisions.create(self.startup)
        revision.settle(State.APPLIED_AND_SAVED)
        self._run(revision)

    def _run(self, revision: Revision) -> None:
        """Run the content of a revision from now on."""
        self._replace(revision.tree)
        self.applied = revision
        self.revisions.purge(revision.number)

    def _replace(self, tree: Tree) -> None:
        self._tree, self._view, self._facade = tree, None, None

    async def _walk(self, revision: Revision, body: Mapping[str, Any], *, spoiled: bool) -> None:
        while self.revisions.ahead(of=revision.number):  # noqa: ASYNC110 - so does a device pass its time
            await asyncio.sleep(STEP_S)
        revision.settle(State.CHECKING)
        await asyncio.sleep(STEP_S)
        found = [("system", "refused by the lab.\n")] if spoiled else list(complaints(revision.tree))
        if found:
            revision.settle(State.INVALID, "Invalid config", *map(_invalid, found))
            return
        if _warns(self._tree, revision.tree) and body.get("auto-prompt", {}).get("ays") != "ays_yes":
            gone = issue("client_timeout", "Timeout while waiting for client response")
            revision.settle(State.AYS_FAIL, "Aborted apply after warnings", gone)
            return
        for state in (State.READYING, State.VERIFYING, State.RELOADING):
            revision.settle(state)
            self._deaf = state is State.RELOADING and _cuts_api(self._tree, revision.tree)
            await asyncio.sleep(STEP_S)
        self._bring_in(revision, float(body.get("state-controls", {}).get("confirm", 0)))
        self._deaf = False

    def _bring_in(self, revision: Revision, confirm_s: float) -> None:
        """Run a revision; wait to be confirmed if asked, or stick when only a part of it came in."""
        self._before = self.applied
        partial = self.world.faults.take(self.lab.name, f"apply {revision.number}", Kind.PARTIAL)
        if partial:
            self._replace(half(self._tree, revision.tree))
            stuck = issue("systemctl", "Failed to reload frr.service")
            revision.settle(State.IGNORE_FAIL, "Failure during apply. Ignore?", stuck)
        elif self.world.faults.take(self.lab.name, f"apply {revision.number}", Kind.IGNORE):
            self.applied = revision
        else:
            self._run(revision)
        self.record("commit", revision.message or revision.number, revision.user)
        if partial:
            return
        if confirm_s:
            revision.settle(State.CONFIRM, "Waiting for confirmation")
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(confirm_s, self._back, revision, "revert")
        else:
            self._applied(revision)

    def _confirmed(self, revision: Revision) -> None:
        """Keep a revision that was confirmed, but for the faults that take it back all the same."""
        faults, target = self.world.faults, self._tree
        forgets = faults.take(self.lab.name, "confirm", Kind.FORGET)
        if forgets:
            self._replace(self._before.tree)
        self._applied(revision)
        if forgets:
            self._facade = target
        if revert := faults.take(self.lab.name, "confirm", Kind.REVERT):
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(revert.seconds, self._back, revision, "revert")

    def _applied(self, revision: Revision) -> None:
        """Settle what was applied for good, and save it where auto-save is on, as it is by default."""
        revision.settle(State.APPLIED)
        if is_on({"state": "enabled", **node(self._tree, "system", "config", "auto-save")}):
            self.save(revision.user)
            revision.settle(State.APPLIED_AND_SAVED)

    def _back(self, revision: Revision, verb: str, state: State = State.CONFIRM_FAIL) -> None:
        """Run what ran before a revision that was not confirmed."""
        self._disarm()
        self._run(self._before)
        revision.settle(state, "Rolled back")
        self.record(verb, revision.message or revision.number, revision.user)

    def _disarm(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


def _factory(device: LabDevice) -> Tree:
    """Return what a switch holds that nobody configured: its name and the account it comes with."""
    account = {"full-name": "cumulus,,,", "hashed-password": "*", "role": "system-admin"}
    return {"system": {"hostname": device.name, "aaa": {"user": {"cumulus": account}}}}


def _invalid(complaint: tuple[str, str]) -> dict[str, Any]:
    where, reason = complaint
    return issue("config_invalid", f"Config invalid at {where}: {reason}", location=where, reason=reason)


def _warns(old: Tree, new: Tree) -> bool:
    """Whether NVUE asks `are you sure`: what restarts switchd takes every port down."""
    places = (("system", "forwarding"), ("router", "adaptive-routing"))
    return any(
        node(old, *p).get("hash-seed", node(old, *p)) != node(new, *p).get("hash-seed", node(new, *p))
        for p in places
    )


def _cuts_api(old: Tree, new: Tree) -> bool:
    return any(node(old, *place) != node(new, *place) for place in _CUTS_API)
