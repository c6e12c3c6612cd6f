"""A site: shared hosts and services, and its fabrics."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from fabric.intent.base import Listed, Model, Name, Switch, Text, Whole, once, whole_numbers
from fabric.intent.dpu import Dpu
from fabric.intent.fabric import Fabric
from fabric.intent.observability import Observability
from fabric.intent.racks import Racks
from fabric.intent.rollout import Rollout
from fabric.intent.services import Services
from fabric.intent.unmanaged import Unmanaged
from fabric.intent.waivers import Waiver
from fabric.intent.written import numbers

LAST_ADAPTER = 255
PciAddress = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{4}:[0-9a-f]{2}:[01][0-9a-f]\.[0-7]$")]


def _adapters(value: object) -> object:
    return whole_numbers(value, LAST_ADAPTER, "adapter", "[0, 3-6]")


class Nics(Model):
    """NIC ports of a host on one fabric."""

    model: Text
    """Model in the catalog, such as `connectx-7`."""
    count: Annotated[Whole, Field(ge=1, le=64)]
    """Ports on the fabric; a NIC that is split over planes has one for each."""
    adapters: (
        Annotated[
            tuple[int, ...],
            BeforeValidator(_adapters),
            numbers("adapter", LAST_ADAPTER, "[0, 3-6]"),
        ]
        | None
    ) = None
    """Numbers of its RDMA devices, as hosts count them over all fabrics: `[0, 3-6]`; default: from 0 on."""

    pci: Annotated[tuple[PciAddress, ...], Listed, AfterValidator(once)] | None = None
    """PCI addresses of its ports in their order, `["0000:1a:00.0", ...]`: udev names the ports by them."""

    rdma: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,30}$")] | None = None
    """What hosts call its RDMA devices, without the number, such as `roce`; default: the driver's `mlx5_`."""
    dpu: Dpu | None = None
    """The NIC is a DPU that routes, such as a BlueField with HBN; default: a plain NIC."""

    @property
    def adapter_numbers(self) -> tuple[int, ...]:
        """Return the number of the RDMA device of each port."""
        return tuple(range(self.count)) if self.adapters is None else self.adapters


class HostGroup(Model):
    """Equal hosts of one pod."""

    count: Annotated[Whole, Field(ge=1, le=4096)]
    """How many there are."""
    model: Text
    """Model in the catalog, such as `hgx-h200`."""
    nics: dict[Name, Nics]
    """NIC ports by fabric."""
    number: Annotated[Whole, Field(ge=1, le=4096)] | None = None
    """Place of the pod, from which ports follow; default: the number at the end of its name."""
    network: Literal["netplan", "systemd-networkd"] = "netplan"
    """What the hosts read addresses, routes and rules from."""
    emit_lldp: Switch = False
    """Whether systemd-networkd tells switches who the hosts are; not beside an lldpd, which does so too."""


class Site(Model):
    """Everything an intent folder says."""

    name: Name
    """Name of the site."""
    hosts: Annotated[dict[Name, HostGroup], Field(min_length=1)]
    """Hosts by pod."""
    fabrics: Annotated[dict[Name, Fabric], Field(min_length=1)]
    """Fabrics by name: `backend`, `storage`, `frontend`, `oob`."""
    racks: Racks | None = None
    """Racks and trays, from which lengths of cables follow."""
    services: Services = Field(default_factory=Services)
    """Management services."""
    observability: Observability = Field(default_factory=Observability)
    """Telemetry."""
    rollout: Rollout = Field(default_factory=Rollout)
    """How changes go out."""
    waivers: Annotated[tuple[Waiver, ...], Listed] = ()
    """Warnings that are accepted for a time."""
    unmanaged: Annotated[tuple[Unmanaged, ...], Listed] = ()
    """What of which switches is left as it is, while a live network is taken over."""
