"""A fabric written by hand: every switch by name, and every cable from port to port."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Discriminator, Field, StringConstraints, Tag

from fabric.core.names import shortened
from fabric.intent.base import Listed, Metres, Model, PortSpeed, Text, Whole
from fabric.intent.tiers import Override, Switches
from fabric.intent.written import Written

CSV_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}\.csv")
_PORT = re.compile(r"[a-z0-9][a-z0-9-]{0,60}:[A-Za-z0-9/._-]{1,30}")


def _text(pattern: re.Pattern[str]) -> dict[str, str]:
    return {"type": "string", "pattern": f"^{pattern.pattern}$"}


def _file(value: str) -> str:
    if CSV_NAME.fullmatch(value) is None:
        raise ValueError(f"`{shortened(value)}` is not the name of a CSV file beside the intent")
    return value


def _port(value: str) -> str:
    if _PORT.fullmatch(value) is None:
        raise ValueError(f"`{shortened(value)}` is not a port such as `leaf1:17/1`, `device:port`")
    return value


SwitchName = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,60}$"),
    Written("name of a switch"),
]
CsvFile = Annotated[str, AfterValidator(_file), Written("name of a CSV file", _text(CSV_NAME), "links.csv")]
PortName = Annotated[str, AfterValidator(_port), Written("port", _text(_PORT), "leaf1:17/1")]


class NamedSwitch(Switches):
    """A switch of a fabric that is written by hand."""

    role: Literal["leaf", "spine", "core"]
    """Its tier: hosts are on leaves; BGP, checks and pictures go by it."""
    pod: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,30}$")] | None = None
    """Pod it belongs to; none for a switch of the whole fabric."""
    plane: Annotated[Whole, Field(ge=1, le=64)] | None = None
    """Plane it belongs to, where NICs are split over several."""
    rail: Annotated[Whole, Field(ge=1, le=64)] | None = None
    """Rail that a leaf serves: hosts have the NIC of that number on it."""


class Cable(Model):
    """A cable between two ports; what it does not say is that of its class in `physical.links`."""

    a: PortName
    """One end: `leaf1:17` is a whole cage, `leaf1:17/5` begins at its fifth lane; or the platform's name."""
    b: PortName
    """Other end. The port of a host is the number of its NIC, `pod1-host1:3`."""
    speed: PortSpeed | None = None
    """Speed of the link; default: what its modules give."""
    media: Text | None = None
    """Module or cable at both ends."""
    media_a: Text | None = None
    """Module at end `a`."""
    media_b: Text | None = None
    """Module at end `b`."""
    fibre: Text | None = None
    """Fibre and connector."""
    length: Metres | None = None
    """Length of the cable."""


def _kind_of_links(value: object) -> str:
    return "one file" if isinstance(value, str) else "several"


def _kind_of_entry(value: object) -> str:
    return "file" if isinstance(value, str) else "cable"


Entry = Annotated[
    Annotated[Cable, Tag("cable")] | Annotated[CsvFile, Tag("file")], Discriminator(_kind_of_entry)
]
Links = Annotated[
    Annotated[tuple[Entry, ...], Listed, Tag("several")] | Annotated[CsvFile, Tag("one file")],
    Discriminator(_kind_of_links),
]


class CrossConnect(Model):
    """Two ports of an optical circuit switch whose light is joined."""

    a: Annotated[Whole, Field(ge=1, le=4096)]
    """One port."""
    b: Annotated[Whole, Field(ge=1, le=4096)]
    """Other port."""


class PassiveSwitch(Model):
    """An optical circuit switch: it joins fibres, sees no packets and gets no configuration from us."""

    model: Text
    """Model in the catalog's table `circuit_switches`."""
    cross_connects: Annotated[tuple[CrossConnect, ...], Listed] = ()
    """Ports that are joined: a link passes through."""


class Explicit(Model):
    """A network as it is cabled: every switch by name, every cable from port to port."""

    kind: Literal["explicit"]
    """Shape of the fabric."""
    rails: Annotated[Whole, Field(ge=1, le=64)] | None = None
    """Rails: as many as each host has NICs on this fabric, if NIC number r is on rail r."""
    systems: Literal["per-tier", "per-switch"] = "per-tier"
    """AS numbers: a leaf has its own, spines of a pod share one, and so do tops; or each switch its own."""
    switches: Annotated[dict[SwitchName, NamedSwitch], Field(min_length=1)]
    """Switches by name; with a `prefix`, names begin with it."""
    ocs: dict[SwitchName, PassiveSwitch] = Field(default_factory=dict)
    """Optical circuit switches by name. Cables end in their ports, `ocs1:17`; a link leads through."""
    links: Links
    """Cables, or a CSV file beside the intent with the fields of cables as columns; a list may have both."""
    overrides: Annotated[tuple[Override, ...], Listed] = ()
    """Exceptions, applied in order."""

    @property
    def planes(self) -> int:
        """Return the planes that NICs are split over: those of the leaves; 1 where they have none."""
        planes = {switch.plane for switch in self.switches.values() if switch.role == "leaf"}
        return len(planes - {None}) or 1

    @property
    def cables(self) -> tuple[Cable, ...]:
        """Return the cables; the reader has put those of files in their place."""
        return tuple(entry for entry in self.links if isinstance(entry, Cable))
