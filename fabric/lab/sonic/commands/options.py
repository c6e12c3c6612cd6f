"""Take the options of a command apart from its other words."""

from __future__ import annotations

from dataclasses import dataclass, field


class UsageError(ValueError):
    """An option that the command does not have, or one without its value."""


@dataclass(frozen=True, slots=True)
class Options:
    """Flags given, values by option, and the other words in order."""

    flags: frozenset[str] = frozenset()
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rest: tuple[str, ...] = ()

    def value(self, *names: str) -> str:
        """Return the last value of an option by any of its names; empty if it was not given."""
        given = [v for name in names for v in self.values.get(name, ())]
        return given[-1] if given else ""

    def has(self, *names: str) -> bool:
        """Say whether a flag was given by any of its names."""
        return any(name in self.flags for name in names)


def options(words: tuple[str, ...], flags: str, valued: str = "", *, leading: bool = False) -> Options:
    """Read options; `flags` and `valued` name those there are, divided by spaces.

    With `leading` the first other word ends the options, as for `sudo`. Raises UsageError.
    """
    known, taking = frozenset(flags.split()), frozenset(valued.split())
    given: set[str] = set()
    values: dict[str, tuple[str, ...]] = {}
    rest: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "--":
            return Options(frozenset(given), values, (*rest, *left))
        if not word.startswith("-") or word == "-":
            rest.append(word)
            if leading:
                return Options(frozenset(given), values, (*rest, *left))
        elif found := _flags(word, known):
            given |= found
        else:
            name, value = _valued(word, taking, left)
            values[name] = (*values.get(name, ()), value)
    return Options(frozenset(given), values, tuple(rest))


def _flags(word: str, known: frozenset[str]) -> frozenset[str]:
    """Return the flags in a word: itself, or one for each letter; empty if it is none."""
    if word in known:
        return frozenset({word})
    letters = frozenset(f"-{letter}" for letter in word[1:])
    return letters if letters <= known else frozenset()


def _valued(word: str, taking: frozenset[str], left: list[str]) -> tuple[str, str]:
    """Return an option and its value, which may be the next word. Raises UsageError."""
    name, equals, value = word.partition("=")
    if name in taking and (equals or left):
        return name, value if equals else left.pop(0)
    if word[:2] in taking and not word.startswith("--"):
        return word[:2], word[2:]
    raise UsageError(word)
