"""Hosts of one fabric, pod by pod, in the order of their places."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from fabric.catalog import CatalogError
from fabric.core.diagnostic import Diagnostic, FabricError, Path, error, nearest
from fabric.core.names import listing
from fabric.topology.names import pod_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fabric.catalog import Catalog
    from fabric.intent import Site


@dataclass(frozen=True, slots=True)
class Pod:
    """Equal hosts that share leaves."""

    name: str
    number: int
    """Place from 1: ports of the spines follow from it."""
    hosts: int
    host_model: str
    nic_model: str
    nics: int
    """NIC ports of each host on this fabric."""
    path: Path


def pods_of(site: Site, fabric: str, catalog: Catalog) -> tuple[Pod, ...]:
    """Return the pods with hosts on a fabric, by number. Raises FabricError."""
    pods: list[Pod] = []
    problems = list(_unknown(site, catalog))
    for name, group in site.hosts.items():
        number = group.number or pod_number(name)
        nics = group.nics.get(fabric)
        if nics is None:
            continue
        if number is None:
            hint = "end the name with a number, such as `pod1`, or add `number: 1`: ports follow from it"
            problems.append(error("TOP-002", f"pod `{name}` has no number", group.loc(), hint))
            continue
        pods.append(Pod(name, number, group.count, group.model, nics.model, nics.count, group.loc()))
    pods.sort(key=lambda pod: pod.number)
    problems += _doubles(pods)
    if not pods and not problems:
        hint = f"add `{fabric}` under `nics` of the hosts that are on it"
        problems.append(error("TOP-011", f"no host has NICs on fabric `{fabric}`", ("hosts",), hint))
    if problems:
        raise FabricError(*problems)
    return tuple(pods)


def _unknown(site: Site, catalog: Catalog) -> Iterator[Diagnostic]:
    for group in site.hosts.values():
        yield from unlisted(catalog.host, group.model, group.loc("model"))
        for fabric, nics in group.nics.items():
            if fabric not in site.fabrics:
                hint = nearest(fabric, site.fabrics) or f"fabrics of this site: {listing(list(site.fabrics))}"
                yield error("TOP-013", f"there is no fabric `{fabric}`", group.loc("nics", fabric), hint)
            yield from unlisted(catalog.nic, nics.model, nics.loc("model"))


def unlisted(find: Callable[[str], object], name: str, path: Path) -> Iterator[Diagnostic]:
    """Yield a finding when the catalog does not know a name."""
    try:
        find(name)
    except CatalogError as failure:
        yield error("TOP-001", failure.summary, path, failure.hint)


def _doubles(pods: list[Pod]) -> Iterator[Diagnostic]:
    for first, second in pairwise(pods):
        if first.number == second.number:
            yield error(
                "TOP-003",
                f"pods `{first.name}` and `{second.name}` both have number {first.number}",
                second.path,
                "give each pod a number of its own: it decides the ports on the spines",
            )
