"""DPUs: routers of their own between the leaves and the hosts that they are in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from fabric.core.diagnostic import Diagnostic, error
from fabric.intent.base import Model, Text
from fabric.intent.topology import bridged_leaf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.intent.fabric import Fabric
    from fabric.intent.site import Site

UPLINKS = 2
"""Ports that a DPU has towards leaves."""
HINT = "leave `dpu` out: the NIC then stays a NIC, and the leaf routes to the host"


class Dpu(Model):
    """The DPU that a NIC is: it routes between the leaves and the host, over all ports of the host here."""

    platform: Literal["bluefield"] = "bluefield"
    """Program that routes on it: HBN of a BlueField."""
    release: Text
    """Release of HBN, such as `3.2.1`."""


def problems(site: Site) -> Iterator[Diagnostic]:
    """Yield every DPU that is where nobody knows how to set it up."""
    for name, fabric in site.fabrics.items():
        for group in site.hosts.values():
            nics = group.nics.get(name)
            if nics is None or nics.dpu is None:
                continue
            for why in _against(fabric):
                yield error("INT-023", f"the DPUs of `{name}` cannot be set up: {why}", nics.loc("dpu"), HINT)
            if nics.count > UPLINKS:
                summary = f"a DPU has {UPLINKS} ports, the hosts have {nics.count} on `{name}`"
                yield error("INT-023", summary, nics.loc("count"), f"give them 1 or {UPLINKS}")


def _against(fabric: Fabric) -> Iterator[str]:
    if fabric.transport != "ethernet" or fabric.qos is not None:
        yield "no source says how HBN takes classes and pauses, as this fabric has them"
    if fabric.out_of_band:
        yield "management controllers are behind no DPU"
    if fabric.numbered:
        yield "its sessions are unnumbered, those of this fabric are between addresses"
    if fabric.routing.dual_stack:
        yield "it routes IPv4 here, and this fabric has both families"
    if bridged_leaf(fabric.topology):
        yield "it routes, and the hosts of this fabric are bridged"


def has_dpus(site: Site, fabric: str) -> bool:
    """Whether hosts are behind DPUs on a fabric."""
    found = (group.nics.get(fabric) for group in site.hosts.values())
    return any(nics is not None and nics.dpu is not None for nics in found)
