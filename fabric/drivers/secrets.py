"""Secrets stay references until a driver stages them, and never come back out in a message."""

from __future__ import annotations

import re
import shlex
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.core.masking import SHORTEST, in_json, masked
from fabric.core.program import Call, run
from fabric.core.regular import NotRegularError, TooLargeError, read_regular
from fabric.drivers.contract import DriverError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

PROGRAM = "FABRIC_SECRET_COMMAND"
"""Variable that names the program of `secret:command/NAME`. An intent or a plan says what is asked for, never
who is asked: a stranger's runs nothing."""
_PROGRAM_S = 30.0
_LARGEST = 64 * 1024
"""Bytes of a secret's file: more is another file named by mistake, or one that never ends."""
_PLACEHOLDER = re.compile(r"@\{(secret:(?:env|file|command)/[^}\s]+)\}")


_KINDS = "`secret:env/NAME`, `secret:file/PATH` or `secret:command/NAME`"


class SecretError(DriverError):
    """A secret cannot be had, or has a shape that would break out of its place. Nothing was sent."""


def as_text(value: str) -> str:
    """Put a secret into plain configuration text."""
    return value


def _escape(artifact: str) -> Callable[[str], str]:
    return in_json if artifact.endswith(".json") else as_text


def _hidden(text: str, known: Mapping[str, str], escape: Callable[[str], str]) -> str:
    """Replace every value in one pass, the longest first: a placeholder is never searched again."""
    shown = {escape(value): f"@{{secret:{reference}}}" for value, reference in known.items()}
    if not shown:
        return text
    values = sorted(shown, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, values)), lambda match: shown[match[0]], text)


class Secrets:
    """Resolves references from an environment, files and a program; remembers what it gave out, to mask it.

    The environment is passed in: nothing here reads the process by itself.
    """

    def __init__(self, environ: Mapping[str, str], root: Path = Path()) -> None:
        self._environ = environ
        self._root = root
        self._given: set[str] = set()
        self._asked: dict[str, str] = {}
        """What the program answered: it is asked once for each name, however many devices need it."""
        self._asking = threading.Lock()

    def value(self, reference: str) -> str:
        """Return what a reference stands for; raise SecretError without ever naming a value."""
        kind, _, name = reference.partition("/")
        if kind == "secret:env":
            found = self._environ.get(name)
        elif kind == "secret:file":
            found = _read(self._root / name, reference)
        elif kind == "secret:command":
            found = self._answer(name, reference)
        else:
            raise SecretError(f"a credential must be a reference: {_KINDS}")
        if not found:
            remedy = _REMEDIES[kind].format(name=name)
            raise SecretError(f"the secret `{reference}` is empty or not there: {remedy}")
        # A line break in a secret would put what follows it into the configuration as a line of its own.
        if any(ord(letter) < ord(" ") for letter in found):
            raise SecretError(f"`{reference}` holds a line break or control character")
        if len(found) >= SHORTEST:
            self._given.add(found)
        return found

    def _answer(self, name: str, reference: str) -> str:
        with self._asking:
            if name not in self._asked:
                self._asked[name] = _ask(self._environ, self._root, name, reference)
            return self._asked[name]

    def inject(self, text: str, escape: Callable[[str], str] = as_text) -> str:
        """Return the text with every placeholder replaced by its secret."""
        return _PLACEHOLDER.sub(lambda match: escape(self.value(match[1])), text)

    def hide(self, texts: Mapping[str, str], references: Iterable[str]) -> dict[str, str]:
        """Return texts of a device, by artifact, with placeholders where these secrets stand, for a file.

        `references` are such as `env/NAME`. `reveal` is the inverse, while the secrets stay the same.
        """
        known = {self.value(f"secret:{reference}"): reference for reference in references}
        return {name: _hidden(text, known, _escape(name)) for name, text in texts.items()}

    def reveal(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return texts with their secrets; raise SecretError when one is not there any more."""
        return {name: self.inject(text, _escape(name)) for name, text in texts.items()}

    def mask(self, text: str) -> str:
        """Return the text without any secret that was given out, whatever shape it took."""
        return masked(text, self._given)


_REMEDIES = {
    "secret:env": "export `{name}`",
    "secret:file": "write it to `{name}`",
    "secret:command": f"let the program of `{PROGRAM}` print it for `{{name}}`",
}


def _ask(environ: Mapping[str, str], root: Path, name: str, reference: str) -> str:
    """Return what the program prints for a name; it gets the environment, as it has all secrets anyway."""
    try:
        words = shlex.split(environ.get(PROGRAM, ""))
    except ValueError:
        words = []
    if not words:
        raise SecretError(
            f"`{reference}` needs `{PROGRAM}`: a program that prints the secret it is asked for"
        )
    ended = run(Call([*words, name], root, "", environ, _PROGRAM_S, most=_LARGEST))
    if ended.cut:
        raise SecretError(f"`{reference}` is larger than {_LARGEST // 1024} KiB")
    if ended.code is None:
        raise SecretError(f"`{words[0]}` gave no `{reference}`: {ended.talk}")
    if ended.code:
        # What it said may hold a secret.
        raise SecretError(f"`{words[0]}` left with {ended.code} when asked for `{reference}`; try it by hand")
    return ended.out


def _read(path: Path, reference: str) -> str | None:
    """Return the text of a small regular file, None when it cannot be read."""
    try:
        raw = read_regular(path, _LARGEST)  # a link is welcome: vaults mount them
    except OSError:
        return None
    except NotRegularError:
        raise SecretError(f"`{reference}` is no regular file") from None
    except TooLargeError:
        raise SecretError(f"`{reference}` is larger than {_LARGEST // 1024} KiB") from None
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        # Without its cause: that would carry the value.
        raise SecretError(f"`{reference}` is not UTF-8 text") from None
