"""Network adapters and the hosts that carry them."""

from __future__ import annotations

from pydantic import Field

from fabric.catalog.models.entry import Fact, Named


class DpuPorts(Fact):
    """What the router on a DPU calls its ports; `{}` stands for the number of the port, from 0."""

    uplink: str
    """Towards the cable."""
    host: str
    """Towards the host."""


class Nic(Named):
    """A network adapter."""

    vendor: str
    """Maker."""
    model: str
    """Maker's model name."""
    ports: tuple[int, ...] = Field(min_length=1)
    """Port counts it is sold with."""
    max_port_gbps: int
    """Fastest rate of one port, Gb/s, over every protocol."""
    max_ethernet_port_gbps: int | None = None
    """Fastest Ethernet rate of one port, Gb/s, where it differs."""
    lane_gbps: int
    """Fastest rate of one lane, Gb/s."""
    form_factors: tuple[str, ...] = Field(min_length=1)
    """Cages it is sold with."""
    infiniband: bool
    """Whether it speaks InfiniBand."""
    roce_dscp: int | None = None
    """DSCP its RoCE traffic bears from the factory."""
    roce_priority: int | None = None
    """Priority its RoCE traffic rides from the factory."""
    cnp_dscp: int | None = None
    """DSCP of its congestion notifications from the factory."""
    cnp_priority: int | None = None
    """Priority of its congestion notifications from the factory."""
    pcie: str = ""
    """Host bus."""
    cage_power_w: float | None = None
    """Power limit of its cage, W; None when not known."""

    dpu: DpuPorts | None = None
    """Ports of the router on it; None where it is a plain NIC."""

    @property
    def ethernet_gbps(self) -> int:
        """Fastest Ethernet rate of one port, Gb/s."""
        return self.max_ethernet_port_gbps or self.max_port_gbps


class NicSlot(Fact):
    """Adapters that a host carries for one fabric."""

    fabric: str
    """Fabric they usually serve: backend, storage."""
    nic: str
    """Adapter in the `nics` table it is usually sold with."""
    count: int = Field(ge=1)
    """Adapters."""
    form_factor: str = ""
    """Cage of these adapters; empty when the host leaves the choice."""
    cage_ports: int | None = Field(default=None, ge=1)
    """Ports that leave by one cage; None when not known."""
    cages: int | None = Field(default=None, ge=1)
    """Cages of one adapter, whose ports share them out when it is split over planes; None when not known."""


class Host(Named):
    """A server model."""

    vendor: str
    """Maker; `various` for a board that many makers build around."""
    model: str
    """Maker's model name."""
    gpu: str
    """Accelerator."""
    gpus: int = Field(ge=1)
    """Accelerators in one host."""
    nics: tuple[NicSlot, ...]
    """Adapters it is usually sold with; an intent may say otherwise."""
    rack_units: int | None = None
    """Height, U; None when it differs by maker or is not known."""
    max_power_w: float | None = None
    """Most power it draws, W; None when not known."""
