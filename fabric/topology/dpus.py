"""DPUs: one router inside each host of a pod whose NIC is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.topology.model import Device, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.catalog import Catalog
    from fabric.intent import Site
    from fabric.topology.pods import Pod


def dpus(site: Site, fabric: str, pods: Iterable[Pod], catalog: Catalog) -> dict[str, Device]:
    """Return the DPUs of a fabric by name. Raises FabricError for a NIC that is none."""
    return {device.name: device for pod in pods for device in _of_pod(site, fabric, pod, catalog)}


def _of_pod(site: Site, fabric: str, pod: Pod, catalog: Catalog) -> Iterator[Device]:
    nics = site.hosts[pod.name].nics[fabric]
    if nics.dpu is None:
        return
    path, prefix = nics.loc("dpu"), site.fabrics[fabric].prefix
    if catalog.nic(nics.model).dpu is None:
        known = ", ".join(name for name in catalog.nic_ids if catalog.nic(name).dpu)
        raise FabricError(
            error("TOP-076", f"`{nics.model}` is no DPU that the catalog knows", path, f"known: {known}")
        )
    for index in range(1, pod.hosts + 1):
        yield Device(
            f"{prefix}{pod.name}-dpu{index}", Role.DPU, nics.model, nics.dpu.platform, nics.dpu.release,
            pod=pod.name, index=index, path=path, host=f"{pod.name}-host{index}",
        )  # fmt: skip
