"""`waivers`: warnings that somebody has looked at and accepts, for a time."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import BeforeValidator, Field

from fabric.intent.base import Model, Text
from fabric.intent.written import Written


def _day(value: object) -> object:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise ValueError(f"`{value}` is no day such as `2027-01-31`") from None
    return value


class Waiver(Model):
    """A warning that is accepted for a time. Errors cannot be waived: they prove that something is wrong."""

    code: Annotated[str, Field(pattern=r"^[A-Z]{3}-\d{3}$")]
    """Code of the warning, such as `PFC-005`."""
    reason: Text
    """Why it is accepted: who looked, and at what."""
    scope: Text = "*"
    """Pattern over the place in the intent, such as `qos.*` or `fabrics.backend.*`; default: everywhere."""
    until: Annotated[
        date,
        BeforeValidator(_day),
        Written("day", {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}, '"2027-01-31"'),
    ]
    """Last day on which it holds."""
