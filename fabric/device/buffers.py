"""Headroom and pools behind the lossless classes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.core.diagnostic import FabricError, error
from fabric.device.origin import Origin
from fabric.device.profiles import that_do
from fabric.intent.qos import HeadroomOf
from fabric.physics.headroom import modelled_xoff_bytes, tabulated
from fabric.physics.nvidia import nvidia_xon_bytes
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog import HeadroomRow
    from fabric.device.design import Design
    from fabric.topology import Device


@dataclass(frozen=True, slots=True)
class Headroom:
    """Lossless headroom of one port speed and cable length.

    The model's `xoff_bytes` is for checking; `key_m` is the length the device knows: the next tabulated
    one upwards, or None where the device computes headroom from any length.
    """

    speed_gbps: int
    cable_m: float
    key_m: int | None
    xoff_bytes: int
    xon_bytes: int
    size_bytes: int
    xon_offset_bytes: int
    dynamic_threshold: int
    """SAI alpha exponent: alpha = 2 ** n."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Buffers:
    """Shared pools of the ASIC, in bytes."""

    ingress_pool_bytes: int | None
    headroom_pool_bytes: int | None
    egress_pool_bytes: int | None
    cell_bytes: int | None
    computed_by_device: bool
    """The device computes pools and headroom itself (SONiC's dynamic buffer model, NVUE's RoCE mode)."""
    lossy_threshold: int | None = None
    """SAI alpha exponent of lossy queues, as the HwSKU ships it; None where it ships none."""
    lossy_reserved_bytes: int | None = None
    """What each lossy queue has for itself; None where nobody wrote it down."""
    origins: Mapping[str, Origin] = field(default_factory=dict)


DYNAMIC_FAMILY = "spectrum"
"""On Spectrum both SONiC (buffer_model dynamic) and NVUE's RoCE mode compute pools and headroom."""
LEAF_TOPOLOGY, SPINE_TOPOLOGY = "t0", "t1"
"""SONiC's names for the place of a switch (buffers_defaults_t0.j2, _t1.j2)."""
MODEL_ALPHA = 0
"""Alpha 1 where no table gives one."""
LANE_GBPS, HALF_CAGE_LANES = 100, 4
"""A port above 400G takes all eight lanes of its cage."""


def headroom(design: Design, device: Device, cables: tuple[tuple[int, float], ...]) -> tuple[Headroom, ...]:
    """Build the headroom for each (speed in Gb/s, cable in m) of a switch.

    Raises FabricError when the table of the device ends before the cable: the port would be lossy unseen.
    """
    wanted = design.intent.qos.headroom if design.intent.qos else "auto"
    lengths = (
        (speed, real, wanted.length if isinstance(wanted, HeadroomOf) else real) for speed, real in cables
    )
    asked = tuple(lengths)
    needed = tuple((speed, length) for speed, _, length in asked)
    return tuple(
        replace(_headroom(design, device, needed, at), cable_m=real) for at, (_, real, _) in enumerate(asked)
    )


def _headroom(design: Design, device: Device, needed: tuple[tuple[int, float], ...], at: int) -> Headroom:
    speed, length = needed[at]
    rows = _rows(design, device, needed, speed)
    if not rows:
        return _modelled(design, device, speed, length)
    row = tabulated(rows, length)
    if row is None:
        end = rows[-1].cable_m
        summary = (
            f"`{device.hwsku}` knows no headroom at {speed}G for {length:g} m: its table ends at {end} m"
        )
        hint = f"the port would silently be lossy: shorten the cable, or {_another(design, device, needed)}"
        raise FabricError(error("PFC-001", summary, device.path, hint))
    return _of_table(design, device, row, length)


def _another(design: Design, device: Device, needed: tuple[tuple[int, float], ...]) -> str:
    """Return the advice to take another HwSKU, with those that would do."""
    found = that_do(design, device, _place(device), needed)
    return "choose another HwSKU" + (f": {found}" if found else "; none in the catalog does")


def _place(device: Device) -> str:
    return LEAF_TOPOLOGY if device.role is Role.LEAF else SPINE_TOPOLOGY


def _rows(
    design: Design, device: Device, needed: tuple[tuple[int, float], ...], speed: int
) -> tuple[HeadroomRow, ...]:
    if not device.hwsku or computed_by_device(design, device):
        return ()
    rows = design.catalog.headroom(device.hwsku, speed)
    if not rows:
        summary = f"`{device.hwsku}` ships no headroom table at {speed}G: its ports run lossy"
        raise FabricError(error("PFC-002", summary, device.path, _another(design, device, needed)))
    return rows


def _of_table(design: Design, device: Device, row: HeadroomRow, length: float) -> Headroom:
    fact = f"headroom/{row.table}/{row.speed_gbps}G/{row.cable_m}m"
    origin = Origin("headroom.next-tabulated", design.intent.physical.loc("links"), (fact,),
                    f"{length:g} m -> {row.cable_m} m")  # fmt: skip
    return Headroom(
        speed_gbps=row.speed_gbps,
        cable_m=length,
        key_m=row.cable_m,
        xoff_bytes=row.xoff_bytes,
        xon_bytes=row.xon_bytes,
        size_bytes=row.size_bytes,
        xon_offset_bytes=row.xon_offset_bytes,
        dynamic_threshold=row.dynamic_threshold,
        origins={"key_m": origin, "xoff_bytes": origin, "device": Origin("topology", device.path)},
    )


def _modelled(design: Design, device: Device, speed: int, length: float) -> Headroom:
    switch = design.catalog.switch(device.model)
    asic = design.catalog.asic(switch.asic)
    try:
        xoff = modelled_xoff_bytes(design.catalog, asic.id, speed, length)
    except CatalogError as failure:
        hint = failure.hint or "choose another speed, or a model whose headroom is known"
        raise FabricError(error("PFC-006", failure.summary, device.path, hint)) from None
    eight = speed > LANE_GBPS * HALF_CAGE_LANES
    xon = nvidia_xon_bytes(asic, eight_lanes=eight) if asic.family == DYNAMIC_FAMILY else 0
    origin = Origin("headroom.model", design.intent.physical.loc("links"), (f"asics/{asic.id}",),
                    f"{speed} Gb/s, {length:g} m -> xoff {xoff} B")  # fmt: skip
    return Headroom(speed, length, None, xoff, xon, xoff + xon, 0, MODEL_ALPHA, {"xoff_bytes": origin})


def computed_by_device(design: Design, device: Device) -> bool:
    """Whether the device computes pools and headroom from speed, cable and MTU."""
    return design.catalog.asic(design.catalog.switch(device.model).asic).family == DYNAMIC_FAMILY


def buffers(design: Design, device: Device, cables: tuple[tuple[int, float], ...] = ()) -> Buffers:
    """Build the pools of a switch: those its HwSKU ships, or none where nobody publishes them."""
    asic = design.catalog.asic(design.catalog.switch(device.model).asic)
    own = computed_by_device(design, device)
    if not device.hwsku:
        cell = {"cell_bytes": Origin("catalog", (), (f"asics/{asic.id}",))}
        return Buffers(None, None, None, asic.cell_bytes, own, origins=cell)
    topology = _place(device)
    try:
        pool = design.catalog.pools(device.hwsku, topology)
    except CatalogError as failure:
        role = "leaves" if device.role is Role.LEAF else "spines and cores"
        summary = f"{failure.summary}, the one of {role}; {failure.hint}"
        hint = f"{_another(design, device, cables)}; or add pools to `inventory/catalog/`"
        raise FabricError(error("PFC-003", summary, device.path, hint)) from None
    origin = Origin("pools.of-hwsku", device.path, (f"pools/{device.hwsku}/{topology}",))
    fields = ("ingress_pool_bytes", "headroom_pool_bytes", "egress_pool_bytes")
    return Buffers(
        pool.ingress_pool_bytes,
        pool.headroom_pool_bytes,
        pool.egress_pool_bytes,
        asic.cell_bytes,
        own,
        pool.egress_lossy_dynamic_threshold,
        pool.egress_lossy_reserved_bytes,
        dict.fromkeys((*fields, "lossy_threshold", "lossy_reserved_bytes"), origin),
    )
