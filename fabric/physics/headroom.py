"""PFC headroom: room for what still arrives after a pause. Shipped tables first, else models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from fabric.catalog.errors import CatalogError
from fabric.catalog.tables import NVIDIA, PAUSE_QUANTA, TIME_DOMAIN
from fabric.physics.nvidia import nvidia_xoff_bytes
from fabric.physics.time_domain import time_domain_xoff_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.catalog import Catalog
    from fabric.catalog.models.buffers import Asic, TimeDomainFit

FIBRE_NS_PER_M = 5.0
"""One way. Broadcom's and Marvell's shipped tables fit exactly this."""
QUANTUM_BYTES = 64
"""A pause quantum is 512 bit times (IEEE 802.3 31B)."""


class _Tabulated(Protocol):
    @property
    def cable_m(self) -> int: ...


Row = TypeVar("Row", bound=_Tabulated)


def tabulated(rows: Iterable[Row], length_m: float) -> Row | None:
    """Return the row of the next tabulated cable length upwards, or None when the table ends before.

    Never the nearest: SONiC looks up the exact pair of speed and length, and a shorter row drops packets.
    """
    longer = [row for row in rows if row.cable_m >= length_m]
    return min(longer, key=lambda row: row.cable_m) if longer else None


def headroom_key(rows: Iterable[_Tabulated], length_m: float) -> int | None:
    """Return the length in m under which a device finds the headroom of a cable, or None when it has none."""
    row = tabulated(rows, length_m)
    return row.cable_m if row else None


def round_trip_bytes(speed_gbps: float, length_m: float) -> float:
    """Return the bytes in flight on a fibre, there and back: 1,000 a metre at 800G."""
    return speed_gbps / 8 * 2 * length_m * FIBRE_NS_PER_M


def error_floor_bytes(speed_gbps: float, length_m: float) -> float:
    """Return the xoff below which a port cannot be lossless: the bytes in flight and 1 KiB."""
    return round_trip_bytes(speed_gbps, length_m) + 1024


def warn_floor_bytes(catalog: Catalog, speed_gbps: int, length_m: float, mtu_bytes: int) -> float:
    """Return the xoff below which a port is lossless only with a peer faster than IEEE 802.3 demands.

    No more than a warning: vendors ship less, NVIDIA's Spectrum-4 at 800G among them. Raises CatalogError for
    a speed without pause quanta.
    """
    return (
        round_trip_bytes(speed_gbps, length_m) + pause_quanta(catalog, speed_gbps) * QUANTUM_BYTES + mtu_bytes
    )


def pause_quanta(catalog: Catalog, speed_gbps: int) -> int:
    """Return how many quanta of 512 bit times a peer may go on sending; raises CatalogError if not known."""
    for row in catalog.entries(PAUSE_QUANTA):
        if row.speed_mbps == speed_gbps * 1000:
            return row.quanta
    raise CatalogError(f"the pause response at {speed_gbps}G is not known")


def modelled_xoff_bytes(catalog: Catalog, asic: str, speed_gbps: int, length_m: float) -> int:
    """Return the xoff a model gives for a lossless priority group of an ASIC.

    Used where the device's own table has no row. NVIDIA's formula with a cautious operating point for
    Spectrum; for others the fit of the ASIC's table or the default of its family. Raises CatalogError when
    there is none.
    """
    facts = catalog.asic(asic)
    if facts.family == "spectrum":
        point = next(row for row in catalog.entries(NVIDIA) if row.table == "default")
        quanta = pause_quanta(catalog, speed_gbps)
        return nvidia_xoff_bytes(facts, point, quanta, speed_gbps * 1000, length_m)
    return time_domain_xoff_bytes(_fit_of(catalog, facts), speed_gbps, length_m, facts.cell_bytes)


def nic_xoff_bytes(speed_gbps: float, length_m: float, mtu_bytes: int) -> float:
    """Return the xoff of a ConnectX receive buffer.

    Linux mlx5e, commit 0696d60853d5, en/port_buffer.c: 301 bytes per Gb/s are 2.41 us of data.
    """
    return (301 + 2.16 * length_m) * speed_gbps + 2.72 * mtu_bytes


def pool_oversubscription(xoff_bytes: Iterable[int], headroom_pool_bytes: int) -> float:
    """Return how many times the lossless groups' xoff exceeds the shared headroom pool.

    Above 1 not every group can be paused at once; shipped TH5 profiles stand between 2.3 and 5.4.
    """
    return sum(xoff_bytes) / headroom_pool_bytes


def _fit_of(catalog: Catalog, asic: Asic) -> TimeDomainFit:
    fits = {row.asic: row for row in reversed(catalog.entries(TIME_DOMAIN))}
    fit = fits.get(asic.id) or fits.get(asic.family)
    if fit is None:
        raise CatalogError(
            f"no headroom model for `{asic.id}`", hint="add a `time_domain` row to `inventory/catalog/`"
        )
    return fit
