"""Which shape an answer must have to be read: only what does not fit is nonsense of the device.

A reader goes by the keys that its shape names, so that whatever breaks it behind that is a fault of ours.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fabric.drivers.contract import DriverError


class NonsenseError(DriverError):
    """A device answered something that makes no sense."""


@dataclass(frozen=True, slots=True)
class Absent:
    """A shape in whose place nothing (`null`) may stand, too."""

    shape: Shape


@dataclass(frozen=True, slots=True)
class Either:
    """One shape for objects, another for lists, and one for what is neither."""

    table: Shape
    rows: Shape = object
    other: Shape = object


@dataclass(frozen=True, slots=True)
class Needed:
    """An object that must have all the keys that it names."""

    keys: Mapping[str, Any]


Shape = type | Callable[[Any], bool] | Mapping[str, Any] | list[Any] | Absent | Either | Needed
"""An object by its keys, any of which may be missing, `*` for all others; a list by its rows; a type, or what
says whether a value will do."""


def number(value: object) -> bool:
    """Whether a value can be counted with."""
    if isinstance(value, str):
        return value.strip().isdecimal()
    return measure(value)


def measure(value: object) -> bool:
    """Whether a value is a number, and no text that says one."""
    return isinstance(value, int | float) and math.isfinite(value)


def none(_value: object) -> bool:
    """Say of every value that it will not do."""
    return False


def decoded(data: bytes | str, shape: Shape, who: str) -> Any:
    """Return what JSON says, of a shape; raises NonsenseError."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise NonsenseError(f"{who}: its answer makes no sense: it is no JSON") from None
    return fitted(found, shape, who)


def fitted(value: Any, shape: Shape, who: str) -> Any:
    """Return a value that has a shape; raises NonsenseError, with the place, for any other."""
    wrong = _misfit(value, shape)
    if wrong is not None:
        place = f" at `{wrong[1:81]}`" if wrong else ""
        raise NonsenseError(f"{who}: its answer makes no sense: it has another shape{place}")
    return value


def _misfit(value: Any, shape: Shape) -> str | None:
    """Return where a value is not as it should be, from the value on; None when it fits."""
    fit: _Fit = _FITS.get(type(shape), _as_said)
    return fit(value, shape)


def _as_said(value: Any, shape: Callable[[Any], bool]) -> str | None:
    return None if shape(value) else ""


def _of_type(value: Any, shape: type) -> str | None:
    return None if isinstance(value, shape) else ""


def _or_nothing(value: Any, shape: Absent) -> str | None:
    return None if value is None else _misfit(value, shape.shape)


def _either(value: Any, shape: Either) -> str | None:
    if isinstance(value, dict):
        return _misfit(value, shape.table)
    return _misfit(value, shape.rows if isinstance(value, list) else shape.other)


def _whole(value: Any, shape: Needed) -> str | None:
    lacking = not isinstance(value, dict) or bool(shape.keys.keys() - value.keys())
    return "" if lacking else _misfit(value, shape.keys)


def _in_table(value: Any, shape: Mapping[str, Any]) -> str | None:
    if not isinstance(value, dict):
        return ""
    others = shape.get("*", object)
    for key in shape if others is object else value:
        inner = shape.get(key, others)
        if inner is not object and key in value and (wrong := _misfit(value[key], inner)) is not None:
            return f".{key}{wrong}"
    return None


def _in_rows(value: Any, shape: list[Any]) -> str | None:
    if not isinstance(value, list):
        return ""
    for number, row in enumerate(value):
        if (wrong := _misfit(row, shape[0])) is not None:
            return f".{number}{wrong}"
    return None


_Fit = Callable[[Any, Any], str | None]
_FITS: Mapping[type, _Fit] = {
    type: _of_type,
    dict: _in_table,
    list: _in_rows,
    Absent: _or_nothing,
    Either: _either,
    Needed: _whole,
}
"""What judges by a kind of shape; a function judges itself. An answer has thousands of places."""
