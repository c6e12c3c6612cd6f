"""FRR's configuration text as a tree: blocks, keys and values, and what changing them disturbs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from fabric.platforms.form import ChangeClass as Class

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.core.tree import Path

ARTIFACT = "frr.conf"
"""First element of every path of this file."""
TEXT = "!text"
"""Below `frr.conf`: the file as it stands. It is pushed whole and never compared."""


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern of words; the words it matches are the key, the rest the value. `*` is any word."""

    words: tuple[str, ...]
    change: Class
    add: Class


def _line(pattern: str, change: Class = Class.TUNING, add: Class = Class.ADDITIVE) -> Line:
    return Line(tuple(pattern.split()), change, add)


LINES = (
    _line("hostname", Class.COSMETIC),
    _line("log", Class.COSMETIC),
    _line("router bgp", Class.IDENTITY),
    _line("bgp router-id", Class.IDENTITY),
    _line("bgp graceful-restart restart-time"),
    _line("bgp graceful-restart"),
    _line("neighbor * remote-as", Class.SESSION_RESET),
    _line("neighbor * interface remote-as", Class.SESSION_RESET),
    _line("neighbor * interface peer-group", Class.SESSION_RESET),
    _line("neighbor * peer-group", Class.SESSION_RESET),
    _line("neighbor * capability", Class.SESSION_RESET),
    _line("neighbor * activate", Class.SESSION_RESET),
    _line("neighbor * bfd profile"),
    _line("maximum-paths"),
    _line("redistribute connected"),
    _line("ip prefix-list * seq *"),
    _line("ipv6 prefix-list * seq *"),
    _line("match ip address prefix-list"),
    _line("match ipv6 address prefix-list"),
    _line("neighbor * route-map * out", add=Class.TUNING),
    _line("route-map * permit *"),
    _line("set as-path prepend"),
    _line("detect-multiplier"),
    _line("receive-interval"),
    _line("transmit-interval"),
)
_BY_LENGTH = sorted(LINES, key=lambda line: -len(line.words))

BFD = (300, 3)
"""Interval in milliseconds and multiplier of a session without a profile (FRR user guide, BFD)."""
FPM = ("no fpm use-next-hop-groups", "fpm address ")
"""How zebra hands routes to fpmsyncd; docker_init.sh adds these to a file that lacks them."""
_OF_THE_IMAGE = (
    *FPM,
    # FRR prints the rest of itself.
    "frr version ",
    "frr defaults ",
    "service integrated-vtysh-config",
    "no service integrated-vtysh-config",
    "Building configuration",
    "Current configuration",
)
_CLOSING = ("exit", "end", "exit-address-family", "exit-vrf")


def tree(text: str) -> Iterator[tuple[Path, str]]:
    """Yield paths and values of a configuration, whatever wrote it."""
    yield (ARTIFACT, TEXT), text
    stack: list[tuple[int, Path]] = [(-1, (ARTIFACT,))]
    for row in text.splitlines():
        line = row.strip()
        if not line or line[0] in "!#" or line in _CLOSING or of_the_image(line):
            continue
        indent = len(row) - len(row.lstrip())
        while indent <= stack[-1][0]:
            stack.pop()
        key, value = split(line)
        path = (*stack[-1][1], key)
        yield path, value
        stack.append((indent, path))


def off_sonic(text: str) -> str:
    """Return a configuration as a zebra takes it that feeds no ASIC."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(FPM))


def of_the_image(line: str) -> bool:
    """Whether a line is the image's or FRR's own, which no intent says."""
    return line.startswith(_OF_THE_IMAGE)


@lru_cache(maxsize=16384)
def split(line: str) -> tuple[str, str]:
    """Split a line into key and value; a line no pattern matches is all key."""
    words = line.split()
    pattern = _pattern(tuple(words))
    if pattern is None:
        return line, ""
    count = len(pattern.words)
    return " ".join(words[:count]), " ".join(words[count:])


def _pattern(words: tuple[str, ...]) -> Line | None:
    for line in _BY_LENGTH:
        if len(words) >= len(line.words) and all(
            want in ("*", word) for want, word in zip(line.words, words, strict=False)
        ):
            return line
    return None


def change_class(path: Path, *, added: bool) -> Class:
    """Return how much a change of one line disturbs; what nobody knows is taken for tuning."""
    line = _pattern(tuple(path[-1].split()))
    if line is None:
        return Class.TUNING
    return line.add if added else line.change
