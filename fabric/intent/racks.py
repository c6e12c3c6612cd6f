"""`racks`: the floor of a site, what stands where on it, and how cables run from rack to rack."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from fabric.intent.base import Listed, Metres, Model, Text, Whole

if TYPE_CHECKING:
    from collections.abc import Iterator

_RANGE = re.compile(r"\[(\d+)-(\d+)\]")
Count = Annotated[Whole, Field(ge=1, le=4096)]
Units = Annotated[Whole, Field(ge=1, le=100)]
RowName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,15}(\[\d{1,3}-\d{1,3}\])?$")]


class Row(Model):
    """Equal rows of racks. Racks are called by row and number, from 1: `a-1`, `a-2`."""

    name: RowName
    """Name of a row, or of several: `a`, `h[1-25]`."""
    racks: Annotated[Whole, Field(ge=1, le=200)]
    """Racks of each row."""
    place: Annotated[Whole, Field(ge=1, le=1000)] = 1
    """Place of the row on the floor, of several that of the first; two rows cannot share one."""
    height: Units | None = None
    """Rack units of each rack; default: `height` of all racks."""

    def named(self) -> Iterator[tuple[str, int]]:
        """Yield name and place of each row that the entry stands for; none when its numbers fall."""
        bounds = _RANGE.search(self.name)
        if bounds is None:
            yield self.name, self.place
            return
        first = int(bounds[1])
        for number in range(first, int(bounds[2]) + 1):
            yield self.name.replace(bounds[0], str(number)), self.place + number - first


class Placement(Model):
    """Where some devices stand. Each counts by its own numbers, so that one more moves no other."""

    match: Text
    """Names of the devices: `pod*-host*`, `pod[1-4]-leaf*`, `spine[1-8]`; hitting none is an error."""
    racks: Text
    """Names of their racks, filled in the order of rows and numbers: `a-1`, `a-[1-8]`, `h*`."""
    unit: Units = 1
    """Lowest rack unit of the first device in a rack; the lowest of a rack is 1."""
    step: Units | None = None
    """Rack units from one device to the next; default: the height of the device."""
    per_rack: Count = 1
    """Devices in a rack."""
    per_pod: Count | None = None
    """Devices of a pod that places are kept for, whether or not it has them all; default: those of all pods
    count from the first place, which suits a rule for one pod, or for switches of none."""


class Racks(Model):
    """Racks, and the model of the trays between them, from which lengths of cables follow."""

    rows: Annotated[tuple[Row, ...], Listed, Field(min_length=1)]
    """Rows of racks."""
    places: Annotated[tuple[Placement, ...], Listed] = ()
    """What stands where, applied in order: a later rule wins where two hit the same device."""
    height: Units = 48
    """Rack units of a rack."""
    rack_pitch: Metres = 0.6
    """From a rack to the next in its row; default: racks 600 mm wide without gaps."""
    row_pitch: Metres = 3.0
    """From a row to the next; default: racks 1.2 m deep and aisles of 1.8 m. Measure yours."""
    tray: Metres = 0.5
    """From the top of a rack up to the tray."""
    slack: Metres = 0.5
    """Spare at each end: out of the port, to the side of the rack, and a loop to work with."""
    crossings: Annotated[tuple[Count, ...], Listed, Field(min_length=1)] = (1,)
    """Numbers of racks above which trays cross from row to row; the shortest way is taken."""
    rounding: Metres = 1.0
    """Lengths of fibres are rounded up to a multiple of this; copper comes in the lengths of the catalog."""
