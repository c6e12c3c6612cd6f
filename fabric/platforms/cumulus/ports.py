"""Cumulus names of ports: `swp1` for a whole cage, `swp1s0` for its first child."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from fabric import catalog
from fabric.catalog.ports import cages_of

if TYPE_CHECKING:
    from fabric.topology.model import Port


@lru_cache(maxsize=4096)
def port_name(model: str, hwsku: str, port: Port) -> str:
    """Return the name of a port; raises CatalogError for a port or switch that NVUE does not run on."""
    del hwsku  # NVUE has one naming for all; SKUs are SONiC's
    return catalog.port_name(catalog.load_catalog().switch(model), "cumulus", port)


@lru_cache(maxsize=4096)
def ways(model: str, port: Port) -> int:
    """Return into how many ports the cage of a port is split."""
    return cages_of(catalog.load_catalog().switch(model), port).lanes // port.lanes


def product(model: str) -> str:
    """Return the product name as NVUE's header has it, such as `SN5600`."""
    return catalog.load_catalog().switch(model).model.partition("/")[0]
