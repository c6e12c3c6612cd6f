"""Numbers of SONiC ports, and all ports of a HwSKU."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from fabric import catalog
from fabric.topology.model import Port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog import Switch

_GBPS_OF_LETTER = {"C": 100, "V": 200, "O": 400, "P": 800}
"""Letters of HwSKU names: `O128` is 128 ports of 400G (sonic-buildimage, device folders)."""
_GROUP = re.compile(r"(?<=-)(?P<letter>[CVOP])(?P<count>\d+)(?:[SX]\d+)?$")
"""A HwSKU with one kind of fabric port, and perhaps service ports (S, X) beside them."""


@lru_cache(maxsize=65536)
def numbers(hardware: Switch, port: Port) -> tuple[str, str, str, str]:
    """Return lanes, alias, index and subport of a port; the alias is empty when its pattern is not known.

    LLDP then says the name of the port, as lldpmgrd does without an alias.

    Raises CatalogError when the lane map of the switch is not known.
    """
    lanes = ",".join(map(str, catalog.lanes(hardware, port)))
    index, subport = catalog.index(hardware, port), catalog.subport(hardware, port)
    known = hardware.sonic is not None and hardware.sonic.alias is not None
    return lanes, catalog.alias(hardware, port) if known else "", str(index), str(subport)


@lru_cache(maxsize=256)
def layout(hardware: Switch, hwsku: str) -> tuple[tuple[Port, int], ...]:
    """Return every fabric port of a HwSKU with its speed in Gb/s; empty when that is not known."""
    undivided = hardware.sonic is not None and hwsku in hardware.sonic.undivided
    return tuple(_whole(hardware) if undivided else _uniform(hardware, hwsku))


def _whole(hardware: Switch) -> Iterator[tuple[Port, int]]:
    for cages in hardware.cages:
        for cage in range(cages.first, cages.first + cages.count):
            yield Port(cage, 1, cages.lanes), cages.max_gbps


def _uniform(hardware: Switch, hwsku: str) -> Iterator[tuple[Port, int]]:
    match = _GROUP.search(hwsku)
    if match is None:
        return
    cages = hardware.cages[0]
    children, rest = divmod(int(match["count"]), cages.count)
    if rest or not children or cages.lanes % children:
        return
    lanes, gbps = cages.lanes // children, _GBPS_OF_LETTER[match["letter"]]
    if (
        lanes * cages.lane_gbps != gbps
    ):  # such names leave cages empty: C256S2 of the SN5610N splits every other
        return
    for cage in range(cages.first, cages.first + cages.count):
        for lane in range(1, cages.lanes + 1, lanes):
            yield Port(cage, lane, lanes), gbps
