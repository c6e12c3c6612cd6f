"""What every intent model shares: strictness, and knowledge of its own place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    StringConstraints,
)

from fabric.core import units
from fabric.intent.written import Written, percentage, quantity, whole_percentage

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from fabric.core.diagnostic import Path


_RANGE = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")


class Model(BaseModel):
    """A part of the intent. Unknown fields are mistakes; values do not change after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)

    _path: tuple[str | int, ...] = PrivateAttr(default=())

    def loc(self, *keys: str | int) -> Path:
        """Return the path of this part, or of something below it, in the document."""
        return (*self._path, *keys)


def attach(model: Model, path: Path) -> None:
    """Tell a model and all models below it where they stand."""
    model._path = path  # noqa: SLF001 - this function is the other half of the class
    for name in type(model).model_fields:
        for key, part in _models(getattr(model, name)):
            attach(part, (*path, name, *key))


def _models(value: object) -> Iterator[tuple[Path, Model]]:
    if isinstance(value, Model):
        yield (), value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from (((key, *below), model) for below, model in _models(part))
    elif isinstance(value, tuple):
        for index, part in enumerate(value):
            yield from (((index, *below), model) for below, model in _models(part))


def _whole(value: object) -> object:
    """Read a whole number as written. A default that is a number already passes."""
    if isinstance(value, str):
        if not value.isascii() or not value.isdigit():
            raise ValueError(f"`{value}` is not a whole number")
        return int(value)
    return value


def _switch(value: object) -> object:
    if isinstance(value, str):
        if value not in {"true", "false"}:
            raise ValueError(f"`{value}` is neither `true` nor `false`")
        return value == "true"
    return value


def whole_numbers(value: object, last: int, what: str, example: str) -> tuple[int, ...]:
    """Read a list of numbers from 0 to `last` and of rising ranges, such as `[24-31, 48]`."""
    if not isinstance(value, list):
        raise ValueError(f"a list of {what}s such as `{example}`")  # noqa: TRY004 - pydantic reports ValueError
    found: list[int] = []
    for item in value:
        match = _RANGE.fullmatch(str(item).replace(" ", ""))
        if match is None:
            raise ValueError(f"`{item}` is neither a {what} nor a range such as `24-31`")
        low, high = int(match[1]), int(match[2] or match[1])
        if low > high or high > last:
            raise ValueError(f"`{item}` is not within 0-{last} in rising order")
        found += range(low, high + 1)
    if len(set(found)) != len(found):
        raise ValueError(f"a {what} is listed twice")
    return tuple(found)


def _in(table: Mapping[str, float]) -> BeforeValidator:
    def read(value: object) -> object:
        return units.quantity(value, table) if isinstance(value, str) else value

    return BeforeValidator(read)


def _whole_percent(value: object) -> object:
    if not isinstance(value, str):
        return value
    share = units.quantity(value, units.PERCENT)
    if share != int(share):
        raise ValueError(f"`{value}` is not a whole percentage: no switch takes fractions")
    return int(share)


def _whole_gigabits(speed: float) -> float:
    if speed != int(speed):
        raise ValueError(f"no port has {speed:g} Gb/s")
    return speed


def _list(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def once(values: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
    """Return the values of a list, or raise ValueError for one that is listed twice."""
    seen: set[Hashable] = set()
    for value in values:
        if value in seen:
            raise ValueError(f"`{value}` is listed twice")
        seen.add(value)
    return values


Listed = BeforeValidator(_list)
OF_TYPE = (Listed, BeforeValidator(_whole), BeforeValidator(_switch))
"""Validators that read what the type beside them says; others have a `Written` note beside them."""
Whole = Annotated[int, BeforeValidator(_whole)]
Switch = Annotated[bool, BeforeValidator(_switch)]
CertificateName = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,62}$")]
Milliseconds = Annotated[float, _in(units.MILLISECONDS), quantity("duration", units.MILLISECONDS, "300 ms")]
Metres = Annotated[
    float,
    _in(units.METRES),
    quantity("length", units.METRES, "30 m"),
    Field(gt=0, le=100_000),
]
"""Length of a cable: up to 100 km, beyond every optic."""
Decibels = Annotated[
    float, _in(units.DECIBELS), quantity("loss", units.DECIBELS, "2 dB"), Field(ge=0, le=100)
]
Bytes = Annotated[float, _in(units.BYTES), quantity("size", units.BYTES, "300 KB")]
Gigabits = Annotated[float, _in(units.GIGABITS), quantity("speed", units.GIGABITS, "400G")]
PortSpeed = Annotated[Gigabits, Field(ge=1), AfterValidator(_whole_gigabits)]
Percent = Annotated[float, _in(units.PERCENT), percentage("share", "10 %"), Field(gt=0, le=100)]
Share = Annotated[
    int,
    BeforeValidator(_whole_percent),
    whole_percentage("whole share", "80 %"),
    Field(ge=1, le=100),
]
"""Whole percent: no switch takes fractions."""
Name = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,30}$"),
    Written("name"),
]
Text = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[\x20-\x7e]+$")]
Anything = Any
