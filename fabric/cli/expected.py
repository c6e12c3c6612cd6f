"""Fingerprints that came by another way than the network: `--fingerprint`, and files for `--expect`."""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError, Place, error
from fabric.drivers.trust import raw_digest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_KEY_WORDS = 3
"""Words of a line of known_hosts: name, kind, key."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A fingerprint that somebody was told, and where it is written."""

    digest: bytes
    place: Place | None = None


def read_expected(path: Path) -> Mapping[str, Expected]:
    """Read lines `NAME SHA256:...`, or of known_hosts. Raises FabricError with every mistake."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as failure:
        raise _wrong(f"`{path}` cannot be read: {failure}") from failure
    found: dict[str, Expected] = {}
    problems: list[Diagnostic] = []
    for number, line in enumerate(lines):
        words = line.split("#")[0].split()
        if not words:
            continue
        place = Place.within(str(path), lines, number, line.index(words[0]))
        try:
            found[words[0]] = Expected(_digest(words), place)
        except ValueError as failure:
            problems += (one.at(place) for one in _wrong(str(failure)).diagnostics)
    if problems:
        raise FabricError(*problems)
    return found


def given(text: str) -> Expected:
    """Read a fingerprint of the command line. Raises FabricError."""
    try:
        return Expected(raw_digest(text))
    except ValueError as failure:
        raise _wrong(str(failure)) from failure


def _digest(words: list[str]) -> bytes:
    if len(words) >= _KEY_WORDS and words[1].startswith(("ssh-", "ecdsa-")):
        try:
            return hashlib.sha256(base64.b64decode(words[2], validate=True)).digest()
        except binascii.Error:
            raise ValueError(f"the key of `{words[0]}` is no base64") from None
    if len(words) < 2:  # noqa: PLR2004 - a name and what it shows
        raise ValueError(f"`{words[0]}` has no fingerprint")
    return raw_digest(" ".join(words[1:]))


def _wrong(summary: str) -> FabricError:
    hint = "a line is `NAME SHA256:...`, as the console of the device prints it, or one of known_hosts"
    return FabricError(error("ENR-009", summary, hint=hint))
