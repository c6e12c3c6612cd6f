"""Which hosts and NICs it may be, by speed and number of ports: taken where one fits, else listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.core.names import listing
from fabric.views.imports_given import Given

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.catalog import Catalog
    from fabric.views.imports import Network
    from fabric.views.imports_names import Names, Pod


def fastest(network: Network, own: Names) -> dict[str, int]:
    """Return the speed of the fastest port of each pod's hosts, where a switch tells it."""
    found: dict[str, int] = {}
    for link in network.links:
        for end in (link.a, link.b):
            if link.gbps and (pod := own.pod_of.get(end.device)) is not None:
                found[pod.name] = max(link.gbps, found.get(pod.name, 0))
    return found


def nics_for(catalog: Catalog, gbps: int, *, infiniband: bool) -> tuple[str, ...]:
    """Return the adapters of the catalog that have ports of a speed."""
    rates = {
        name: nic.max_port_gbps if infiniband else nic.ethernet_gbps
        for name in catalog.nic_ids
        if (nic := catalog.nic(name)).infiniband or not infiniband
    }
    return tuple(name for name, rate in rates.items() if rate >= gbps)


def hosts_for(catalog: Catalog, nics: tuple[str, ...], ports: int) -> tuple[str, ...]:
    """Return the hosts of the catalog that are sold with so many of one of these adapters."""
    return tuple(
        name
        for name in catalog.host_ids
        if any(slot.nic in nics and slot.count == ports for slot in catalog.host(name).nics)
    )


def concluded(network: Network, own: Names, said: Given, catalog: Catalog) -> tuple[Given, tuple[str, ...]]:
    """Return what was said with models that nothing else in the catalog fits, and those in words."""
    more: list[tuple[str, str, str]] = []
    for pod, field, found in _fitting(network, own, said, catalog):
        if len(found) == 1:
            more.append((field, pod.name, found[0]))
    words = tuple(f"{field} `{model}` of `{pod}`, which alone fits" for field, pod, model in more)
    return Given((*more, *said.facts)), words


def remedies(network: Network, own: Names, said: Given, catalog: Catalog) -> Mapping[str, str]:
    """Return what may be said of hosts and NICs that nobody names, by field."""
    found: dict[str, dict[str, None]] = {}
    for _, field, models in _fitting(network, own, said, catalog):
        found.setdefault(field, {}).update(dict.fromkeys(models))
    return {field: f": {listing([*models], 12)} would fit" for field, models in found.items() if models}


def _fitting(
    network: Network, own: Names, said: Given, catalog: Catalog
) -> Iterator[tuple[Pod, str, tuple[str, ...]]]:
    """Yield the models that fit the ports of each pod of which nobody names one."""
    speeds = fastest(network, own)
    for pod in own.pods:
        if pod.name not in speeds:
            continue
        known = said.of_network("nic", pod.name)
        infiniband = network.transport == "infiniband"
        nics = _listed(known, catalog) or nics_for(catalog, speeds[pod.name], infiniband=infiniband)
        if not known:
            yield pod, "nic", nics
        if not said.of_network("host", pod.name):
            yield pod, "host", hosts_for(catalog, nics, len(pod.ports))


def _listed(nic: str, catalog: Catalog) -> tuple[str, ...]:
    try:
        return (catalog.nic(nic).id,) if nic else ()
    except CatalogError:
        return ()
