"""Plain flow collections on one line, such as `{count: 4, nics: [a, b]}`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

DEEPEST = 32
"""Levels; what is deeper is left to the reader of all YAML."""
LONGEST_KEY = 200
QUOTED = r"""'[ -&(-~]{0,200}'|"[ !#-\[\]-~]{0,200}\""""
SCALAR = r"[A-Za-z0-9_./](?:[A-Za-z0-9_./,()+=@%*~-]|:(?=[A-Za-z0-9_./-])| (?=[A-Za-z0-9_./(%]))*"
_INNER = r"[A-Za-z0-9_./](?:[A-Za-z0-9_./()+=@%*~-]|:(?=[A-Za-z0-9_./-])| (?=[A-Za-z0-9_./(%]))*"
_TOKEN = re.compile(rf" *(?:({_INNER})|({QUOTED})|(: +)|([\[\]{{}},]))")

Plain = str | int | float | bool | None
Resolve = Callable[[str], Plain]
MAPPING, LIST = object(), object()
"""Values of `{}` and `[]`, where a line is remembered and a collection must not be shared."""


class Unusual(Exception):  # noqa: N818 - nothing is wrong: another reader takes over
    """The text is not all plain."""


class _Flow:
    """The tokens of a line, one after the other."""

    def __init__(self, text: str, resolve: Resolve) -> None:
        self.text = text
        self.at = 0
        self.resolve = resolve

    def next(self) -> tuple[str, bool]:
        """Return the next token, and whether it is a scalar: those keep their quotes."""
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            raise Unusual
        self.at = found.end()
        plain, quoted, colon, sign = found.groups()
        if plain or quoted:
            return plain or quoted, True
        return sign or (":" if colon else ""), False

    def scalar(self, text: str) -> Plain:
        return text[1:-1] if text[0] in "'\"" else self.resolve(text)

    def value(self, word: str, depth: int, *, is_scalar: bool) -> Any:
        if is_scalar:
            return self.scalar(word)
        if depth >= DEEPEST:
            raise Unusual
        if word == "{":
            return self.mapping(depth + 1)
        if word == "[":
            return self.items(depth + 1)
        raise Unusual

    def mapping(self, depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        word, is_scalar = self.next()
        while word != "}" or is_scalar:
            key = word[1:-1] if word[0] in "'\"" else word
            if not is_scalar or key in made or len(key) > LONGEST_KEY or self.next() != (":", False):
                raise Unusual
            word, is_scalar = self.next()
            made[key] = self.value(word, depth, is_scalar=is_scalar)
            word, is_scalar = self.after("}")
        return made

    def items(self, depth: int) -> list[Any]:
        made: list[Any] = []
        word, is_scalar = self.next()
        while word != "]" or is_scalar:
            made.append(self.value(word, depth, is_scalar=is_scalar))
            word, is_scalar = self.after("]")
        return made

    def after(self, end: str) -> tuple[str, bool]:
        """Return the end of a collection, or the token behind a comma."""
        word, is_scalar = self.next()
        if is_scalar or word not in {",", end}:
            raise Unusual
        return (word, False) if word == end else self.next()


def read_flow(text: str, resolve: Resolve) -> Any:
    """Return the value of a flow collection that fills a text. Raises Unusual where it is not plain."""
    if text in {"{}", "[]"}:
        return MAPPING if text == "{}" else LIST
    flow = _Flow(text, resolve)
    word, is_scalar = flow.next()
    found = flow.value(word, 0, is_scalar=is_scalar)
    if flow.at != len(text):
        raise Unusual
    return found
