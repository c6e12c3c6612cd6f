"""Whether headroom and reservations of all ports fit the buffer, and what is left to share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.catalog.tables import POOL_RULE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog import Catalog
    from fabric.catalog.models.buffers import Asic

KIB = 1024
INGRESS_POOLS = 2
"""A lossless and a lossy one: each gets half of what is left."""


@dataclass(frozen=True, slots=True)
class Share:
    """The buffer of an ASIC, divided. All in bytes."""

    buffer: int
    taken: Mapping[str, int]
    """What is kept aside, by what it is for."""
    pools: int = 1
    """Ingress pools that share the rest."""

    @property
    def left(self) -> int:
        """What the lossless pool has to share; negative when the ports ask for more than there is."""
        return (self.buffer - sum(self.taken.values())) // self.pools

    @property
    def arithmetic(self) -> str:
        """The sum as a reader can check it."""
        parts = "".join(f" - {size} {what}" for what, size in self.taken.items() if size)
        return f"{self.buffer} B{parts}"


def nvidia_share(catalog: Catalog, asic: Asic, ports: int, xon: int, xoff: int) -> Share:
    """Divide a Spectrum's buffer as SONiC's buffer manager does.

    `xon` and `xoff` are sums over the lossless groups of all ports. A group keeps its xon for itself and
    takes its xoff from the shared headroom. Sonic-swss buffer_pool_mellanox.lua.
    """
    rule = catalog.entries(POOL_RULE)[0]
    private = rule.private_bytes * ports
    taken = {
        "groups": xon,
        "lossy groups": round((asic.pipeline_latency_kib or 0) * KIB) * ports,
        "private headroom": private,
        "shared headroom": max(0, xoff - private),
        "mirroring": 0 if asic.descriptor_bytes else rule.mirror_bytes * ports,
        "descriptors": asic.descriptor_bytes,
        "management": rule.management_bytes,
    }
    return Share(asic.mmu_bytes or 0, taken, INGRESS_POOLS)


def plain_share(buffer: int, reserved: int, xoff: int) -> Share:
    """Divide a buffer whose groups keep headroom each for itself."""
    return Share(buffer, {"reserved": reserved, "headroom": xoff})


def port_headroom_limit(asic: Asic) -> int | None:
    """Return the most shared headroom one port may take, in bytes; None where no such limit is known."""
    if asic.port_max_shp_cells is None or asic.cell_bytes is None:
        return None
    return (asic.port_max_shp_cells + (asic.port_reserved_shp_cells or 0)) * asic.cell_bytes
