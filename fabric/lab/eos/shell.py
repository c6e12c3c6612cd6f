"""The command line of one eAPI request: the modes it is in, and the commands that change the device."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.lab.eos.answers import Answer, Code, CommandError
from fabric.lab.eos.config import RejectedError, comment, enter, heredoc
from fabric.lab.eos.files import copy, delete, listing, replace, restore_checkpoint, save_checkpoint
from fabric.lab.eos.sessions import SessionError
from fabric.lab.eos.shows import show
from fabric.lab.faults import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from fabric.lab.eos.config import Block
    from fabric.lab.eos.device import EosDevice
    from fabric.lab.eos.sessions import Session

_DONE = Answer(text="")
_TIMER = re.compile(r"(\d{1,2}):(\d{1,2}):(\d{1,2})")


class Shell:
    """A request begins in exec mode, and what it entered is left when it ends."""

    def __init__(self, device: EosDevice, user: str) -> None:
        self.device = device
        self.user = user
        self.session: Session | None = None
        self.stack: list[Block] = []
        self.edited = False

    def run(self, text: str, given: str = "") -> Answer:
        """Run one command; `given` is its further input (a banner, a comment). Raises CommandError."""
        self._faults(text)
        words = text.split()
        if not words or text.startswith("!"):
            return _DONE
        if words[0] in {"end", "exit", "enable", "disable"}:
            return self._leave(words[0])
        try:
            if self.stack and (answer := self._configured(text, given)) is not None:
                return answer
            return self._executed(words)
        except SessionError as refused:
            raise CommandError(Code.FAILED, str(refused)) from refused

    def close(self) -> None:
        """Write what was changed outside a session to the commit log, as one edit."""
        if self.edited:
            self.edited = False
            self.device.record("edit", user=self.user)

    def _faults(self, text: str) -> None:
        faults, name = self.device.world.faults, self.device.lab.name
        if edit := faults.take(name, text, Kind.EDIT):
            self.device.edit(edit.line, "human")
        if faults.take(name, text, Kind.ERROR):
            raise CommandError(Code.FAILED, "injected by a fault of the lab")

    def _leave(self, word: str) -> Answer:
        if word == "end":
            self.stack, self.session = [], None
        elif word == "exit":
            self.stack = self.stack[:-1]
            self.session = self.session if self.stack else None
        return _DONE

    def _configured(self, text: str, given: str) -> Answer | None:
        """Run a command of configuration mode; None when it is one of exec mode."""
        if self.session and (answer := self._in_session(text.split())) is not None:
            return answer
        if text == "comment":
            self.stack = comment(self.stack, given)
            return self._changed()
        if text.partition(" ")[0] in _EXEC:
            return None
        try:
            self.stack = heredoc(self.stack, text, given) if given else enter(self.stack, text)
        except RejectedError as rejected:
            raise CommandError(Code.INVALID, str(rejected)) from rejected
        return self._changed()

    def _changed(self) -> Answer:
        if self.session is None:
            self.device.replace(self.stack[0])
            self.edited = True
        return _DONE

    def _in_session(self, words: list[str]) -> Answer | None:
        session = self.session
        if session is None:
            return None
        if words == ["rollback", "clean-config"]:
            session.tree = self.device.factory.copy()
            self.stack = [session.tree]
            return _DONE
        if words[0] in {"commit", "abort"}:
            self._leave("end")
            return self._session_verb(session.name, words)
        return None

    def _executed(self, words: list[str]) -> Answer:
        command = _EXEC.get(words[0])
        if command is None:
            raise CommandError(Code.INVALID, f"Invalid input (at token 0: '{words[0]}')")
        self.close()
        return command(self, words)

    def _configure(self, words: list[str]) -> Answer:
        match words[1:]:
            case [] | ["terminal"]:
                self.session, self.stack = None, [self.device.tree]
            case ["session", name]:
                self.session = self.device.enter_session(name, self.user)
                self.stack = [self.session.tree]
            case ["session", name, "commit" | "abort", *_]:
                return self._session_verb(name, words[3:])
            case ["replace", source, *_]:
                return replace(self.device, source, self.user)
            case ["checkpoint", "save", name]:
                return save_checkpoint(self.device, name)
            case ["checkpoint", "restore", name]:
                return restore_checkpoint(self.device, name, self.user)
            case _:
                raise CommandError(Code.INVALID, f"Invalid input (at token 1: '{words[1]}')")
        return _DONE

    def _session_verb(self, name: str, verb: list[str]) -> Answer:
        match verb:
            case ["abort"]:
                self.device.abort(name, self.user)
            case ["commit"]:
                self.device.commit(name, self.user)
            case ["commit", "timer", duration] if seconds := _seconds(duration):
                self.device.commit(name, self.user, seconds)
            case _:
                raise CommandError(Code.INVALID, f"Invalid input (at token 3: '{verb[-1]}')")
        return _DONE

    def _copy(self, words: list[str]) -> Answer:
        if len(words) < 3:  # noqa: PLR2004 - copy SOURCE TARGET
            raise CommandError(Code.INVALID, f"Incomplete command (at token {len(words) - 1}: '{words[-1]}')")
        return copy(self.device, words[1], words[2], self.user)

    def _write(self, _words: list[str]) -> Answer:
        return copy(self.device, "running-config", "startup-config", self.user)

    def _delete(self, words: list[str]) -> Answer:
        return delete(self.device, words[-1])

    def _dir(self, _words: list[str]) -> Answer:
        return listing(self.device)

    def _reload(self, _words: list[str]) -> Answer:
        self.device.reboot()
        return _DONE

    def _terminal(self, _words: list[str]) -> Answer:
        return _DONE

    def _show(self, words: list[str]) -> Answer:
        return show(self.device, " ".join(words), self.session)


def _seconds(duration: str) -> int:
    """Return a timer's HH:MM:SS in seconds; 0 when it is no duration, or none that can run."""
    found = _TIMER.fullmatch(duration)
    return (
        sum(int(part) * unit for part, unit in zip(found.groups(), (3600, 60, 1), strict=True))
        if found
        else 0
    )


_EXEC: dict[str, Callable[[Shell, list[str]], Answer]] = {
    "configure": Shell._configure,  # noqa: SLF001 - the table of the class's own commands
    "copy": Shell._copy,  # noqa: SLF001
    "write": Shell._write,  # noqa: SLF001
    "delete": Shell._delete,  # noqa: SLF001
    "dir": Shell._dir,  # noqa: SLF001
    "reload": Shell._reload,  # noqa: SLF001
    "terminal": Shell._terminal,  # noqa: SLF001
    "show": Shell._show,  # noqa: SLF001
}
