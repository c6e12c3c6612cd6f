"""Facts about the world as data with sources: hardware, optics, buffers, and what platforms support."""

from fabric.catalog.errors import CatalogError
from fabric.catalog.facade import Catalog, load_catalog
from fabric.catalog.models.buffers import Asic, EcnProfile, EcnRule, HeadroomRow, Pool
from fabric.catalog.models.nics import DpuPorts, Host, Nic
from fabric.catalog.models.optics import Cable, Fibre, FormFactor, Media
from fabric.catalog.models.switches import HwSku, Switch
from fabric.catalog.ports import (
    alias,
    breakout_mode,
    cages_of,
    ib_port_number,
    index,
    lanes,
    port_name,
    subport,
)
from fabric.catalog.release import release_key
from fabric.catalog.support import Feature, Support, Verdict

__all__ = [
    "Asic",
    "Cable",
    "Catalog",
    "CatalogError",
    "DpuPorts",
    "EcnProfile",
    "EcnRule",
    "Feature",
    "Fibre",
    "FormFactor",
    "HeadroomRow",
    "Host",
    "HwSku",
    "Media",
    "Nic",
    "Pool",
    "Support",
    "Switch",
    "Verdict",
    "alias",
    "breakout_mode",
    "cages_of",
    "ib_port_number",
    "index",
    "lanes",
    "load_catalog",
    "port_name",
    "release_key",
    "subport",
]
