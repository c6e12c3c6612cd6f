"""Optical circuit switches: passive devices that join fibres."""

from __future__ import annotations

from pydantic import Field

from fabric.catalog.models.entry import Named


class CircuitSwitch(Named):
    """An optical circuit switch."""

    vendor: str
    """Maker."""
    model: str
    """Maker's model name."""
    ports: int = Field(ge=2)
    """Ports: each takes the fibres of one link, and is joined to any other."""
    insertion_loss_db: float | None = None
    """Loss of a way through it, its connectors included, dB; None when not known."""
    power_w: float | None = None
    """Typical power, W; None when not known."""
    rack_units: int | None = None
    """Height, U; None when not known."""
