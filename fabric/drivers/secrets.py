"""Secrets stay references until a driver stages them, and never come back out in a message."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.core.masking import SHORTEST, in_json, masked
from fabric.core.regular import NotRegularError, TooLargeError, read_regular
from fabric.drivers.contract import DriverError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_LARGEST = 64 * 1024
"""Bytes of a secret's file: more is another file named by mistake, or one that never ends."""
_PLACEHOLDER = re.compile(r"@\{(secret:(?:env|file)/[^}\s]+)\}")


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
    """Resolves references from an environment and files; remembers what it gave out, to mask it.

    The environment is passed in: nothing here reads the process by itself.
    """

    def __init__(self, environ: Mapping[str, str], root: Path = Path()) -> None:
        self._environ = environ
        self._root = root
        self._given: set[str] = set()

    def value(self, reference: str) -> str:
        """Return what a reference stands for; raise SecretError without ever naming a value."""
        kind, _, name = reference.partition("/")
        if kind == "secret:env":
            found = self._environ.get(name)
        elif kind == "secret:file":
            found = _read(self._root / name, reference)
        else:
            raise SecretError("a credential must be a reference: `secret:env/NAME` or `secret:file/PATH`")
        if not found:
            remedy = f"export `{name}`" if kind == "secret:env" else f"write it to `{name}`"
            raise SecretError(f"the secret `{reference}` is empty or not there: {remedy}")
        # A line break in a secret would put what follows it into the configuration as a line of its own.
        if any(ord(letter) < ord(" ") for letter in found):
            raise SecretError(f"`{reference}` holds a line break or control character")
        if len(found) >= SHORTEST:
            self._given.add(found)
        return found

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
