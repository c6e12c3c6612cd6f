"""How people write what a Python type does not say: notes beside a validator, for schema and reference."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.core import units

if TYPE_CHECKING:
    from collections.abc import Mapping

_RANGE = r"^\s*[0-9]{1,3}\s*(-\s*[0-9]{1,3}\s*)?$"


@dataclass(frozen=True, eq=False)
class Written:
    """A note in `Annotated`; pydantic passes it over. Equal only to itself, so that it can be hashed."""

    words: str
    """What it is, such as `duration`."""
    schema: Mapping[str, object] | None = None
    """JSON Schema of the value in YAML; None when that of the type is right."""
    example: str = ""
    """A value as YAML."""
    units: Mapping[str, float] = field(default_factory=dict)
    """Units it may have, and their factors."""


def quantity(words: str, known: Mapping[str, float], example: str) -> Written:
    """Return the note of a number with a unit, as `fabric.core.units` reads it."""
    return _measure(words, known, example, r"[0-9]+(\.[0-9]+)?")


def percentage(words: str, example: str) -> Written:
    """Return the note of a part of a hundred."""
    return _measure(words, units.PERCENT, example, r"0*(100(\.0+)?|[0-9]{1,2}(\.[0-9]+)?)")


def whole_percentage(words: str, example: str) -> Written:
    """Return the note of a whole part of a hundred, from 1."""
    return _measure(words, units.PERCENT, example, r"0*(100|[1-9][0-9]?)(\.0+)?")


def _measure(words: str, known: Mapping[str, float], example: str, number: str) -> Written:
    schema = {"type": "string", "pattern": rf"^\s*{number}\s*({'|'.join(known)})\s*$"}
    return Written(words, schema, example, known)


def numbers(what: str, last: int, example: str) -> Written:
    """Return the note of a list of numbers from 0 to `last` and of ranges, such as `[24-31, 48]`."""
    item = {
        "anyOf": [{"type": "integer", "minimum": 0, "maximum": last}, {"type": "string", "pattern": _RANGE}]
    }
    return Written(
        f"list of {what}s from 0 to {last} and of ranges", {"type": "array", "items": item}, example
    )


def numbers_or_rest(what: str, last: int, example: str) -> Written:
    """Return the note of such a list, or of the word `rest`."""
    listed = numbers(what, last, example)
    return Written(f"{listed.words}, or `rest`", {"anyOf": [{"const": "rest"}, listed.schema]}, example)
