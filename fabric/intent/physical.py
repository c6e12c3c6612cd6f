"""`physical`: what links are made of."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from fabric.intent.base import Gigabits, Metres, Model, Text, Whole
from fabric.intent.topology import LinkKind


def _whole_gigabits(speed: float) -> float:
    if speed != int(speed):
        raise ValueError(f"no port has {speed:g} Gb/s")
    return speed


class LinkMedia(Model):
    """What a class of links is made of."""

    both: Text | None = None
    """Module or cable at both ends."""
    host: Text | None = None
    """Module at the host's end."""
    switch: Text | None = None
    """Module at the switch's end (the lower one, between switches)."""
    fibre: Text | None = None
    """Fibre and connector, such as `os2-mpo12-apc`; none for a copper cable."""
    length: Metres
    """Length of every cable of the class."""
    speed: Annotated[Gigabits, Field(ge=1), AfterValidator(_whole_gigabits)] | None = None
    """Speed of one port; default: what the modules give."""


class Physical(Model):
    """Cables and modules."""

    links: dict[LinkKind, LinkMedia] = Field(default_factory=dict)
    """By class of link."""
    mtu: Annotated[Whole, Field(ge=1500, le=9214)] = 9214
    """Largest IP packet in bytes, on every port and NIC; 9214 is the most that all platforms share."""
