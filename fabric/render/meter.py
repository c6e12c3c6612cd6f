"""How much a template may do, counted in steps and never by a clock: the same on every machine."""

from __future__ import annotations

import re
from collections.abc import Collection, ItemsView, Iterator, KeysView, Mapping, ValuesView
from functools import wraps
from math import prod
from typing import TYPE_CHECKING, Any

from jinja2 import pass_context

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2.runtime import Context

MOST_STEPS = 4_000_000
"""A few seconds of a template that never ends, and many times what the largest of ours takes."""
TEXT = 16
"""Characters that are made in a step."""
LOOKUP, ENTRY = 100, 10
"""Steps of looking for another template, and of entering a template, block or macro."""

GROWING = frozenset(
    {"batch", "center", "format", "indent", "join", "ljust", "replace", "rjust", "round", "tojson", "zfill"}
)
"""Filters and methods that may make as much as the product of what they are given."""
_COLLECTIONS: tuple[type[Collection[Any]], ...] = (
    list,
    tuple,
    set,
    frozenset,
    range,
    KeysView,
    ValuesView,
    ItemsView,
)
_INNER_WIDTH = re.compile(r"\*|\{[^{}]*:[^{}]*\{")
"""A format that takes a width from what it is given."""


class TooMuchWorkError(RuntimeError):
    """A template used up its steps."""


class Meter:
    """Counts what the template that is rendered does, and ends it when that is too much."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.most = self.left = most

    def spend(self, steps: int) -> None:
        """Count steps. Raises TooMuchWorkError."""
        self.left -= steps
        if self.left < 0:
            counted = f"passes of loops, calls, every {TEXT} characters of text"
            raise TooMuchWorkError(f"it takes more than {self.most:,} steps ({counted})")

    def take(self, value: object) -> int:
        """Count a value with all that it holds; return how many characters or entries these are."""
        if isinstance(value, str):
            self.spend(len(value) // TEXT)
            return len(value)
        if isinstance(value, int):
            self.spend(value.bit_length() // (8 * TEXT))
            return 1
        if isinstance(value, _COLLECTIONS):
            self.spend(len(value))
            return sum(map(self.take, value))
        if isinstance(value, Mapping):
            self.spend(2 * len(value))
            return sum(self.take(key) + self.take(one) for key, one in value.items())
        return 1

    def passed(self, value: Any) -> Any:
        """Count a value and hand it on; what is made while it is read is counted then."""
        if isinstance(value, Iterator):
            return self._counted(value)
        self.take(value)
        return value

    def _counted(self, values: Iterator[object]) -> Iterator[object]:
        for value in values:
            self.spend(1)
            yield value

    @property
    def step(self) -> Callable[[Context, int], bool]:
        """The filter by which a pass of a loop is counted."""

        @pass_context  # never worked out while a template is compiled
        def step(_: Context, steps: int) -> bool:
            self.spend(steps)
            return True

        return step

    def metered(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a filter or a test that counts what it is given and what it makes."""
        first = 1 if hasattr(function, "jinja_pass_arg") else 0  # Jinja's own, such as the context

        @wraps(function)
        def counting(*given: Any, **named: Any) -> Any:
            self.expect(name, *given[first:], *named.values())
            return self.passed(function(*given, **named))

        return counting

    def expect(self, name: str, *given: object) -> None:
        """Count what is given to a function, and what it may make of that, before it does."""
        self.spend(1)
        sizes = [max(1, self.take(value)) for value in given]
        if name in GROWING:
            self._grow(*sizes, *_widths(name, *given))

    def _grow(self, *sizes: int) -> None:
        self.spend(prod(sizes) // TEXT)

    def operate(self, operator: str, left: object, right: object) -> None:
        """Count what an operator will make."""
        if isinstance(left, str) and operator == "%":
            return self.expect("format", left, right)
        sizes = max(1, self.take(left)), max(1, self.take(right))
        if isinstance(left, int) and isinstance(right, int):
            power = operator == "**"
            self._grow(left.bit_length() if power else _words(left), abs(right) if power else _words(right))
        elif operator == "*":
            self._grow(*sizes, *(max(0, one) for one in (left, right) if isinstance(one, int)))
        return None


def _words(number: int) -> int:
    return 1 + number.bit_length() // 64


def _widths(name: str, *given: object) -> Iterator[int]:
    """Yield the numbers that say how wide a text becomes."""
    text = given[0] if name == "format" else ""
    if isinstance(text, str) and text:
        yield from map(int, re.findall(r"\d+", text))
    if name != "format" or (isinstance(text, str) and _INNER_WIDTH.search(text)):
        yield from (max(1, abs(one)) for one in given[1:] if isinstance(one, int))
