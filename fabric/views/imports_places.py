"""Ports of switches as an intent names them, from what another program calls them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.topology.places import lanes_for

if TYPE_CHECKING:
    from fabric.catalog import Catalog, Switch

OF_HEDGEHOG = re.compile(r"E1/(?P<cage>\d+)(?:/(?P<child>\d+))?")
NUMBER = re.compile(r"\d+")
HALVES = 2


def place(port: str, model: str, gbps: int | None, catalog: Catalog) -> str:
    """Return the place of a port, or its name where a platform knows it by that.

    Without the model, a port that is numbered otherwise keeps a name that no switch has: validation tells it.
    """
    found = OF_HEDGEHOG.fullmatch(port)
    if found and not found["child"]:
        return found["cage"]
    switch = _switch(model, catalog)
    if found and switch and gbps:
        lanes = lanes_for(switch.cages[0], gbps)
        return f"{found['cage']}/{(int(found['child']) - 1) * lanes + 1}"
    if NUMBER.fullmatch(port):
        return _numbered(int(port), switch)
    return re.sub(r"[^A-Za-z0-9/._-]", "-", port)[:30]


def _numbered(number: int, switch: Switch | None) -> str:
    """Return the place of a port that InfiniBand numbers: twin-port cages count two each."""
    if switch is None:
        return f"port-{number}"
    lanes = switch.cages[0].lanes // HALVES
    cage, half = divmod(number - 1, HALVES)
    return f"{cage + switch.cages[0].first}/{half * lanes + 1}"


def _switch(model: str, catalog: Catalog) -> Switch | None:
    try:
        return catalog.switch(model) if model else None
    except CatalogError:
        return None
