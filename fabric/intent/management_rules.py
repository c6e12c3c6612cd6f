"""Which fabrics may take the management ports of which: `manages` of an out-of-band fabric."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error, nearest
from fabric.core.names import listing
from fabric.intent.topology import bridged_leaf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.intent.fabric import Fabric
    from fabric.intent.site import Site

ALL = "all"
"""Stands in `manages` for every other fabric of the site."""


def managed_fabrics(site: Site, name: str) -> tuple[str, ...]:
    """Return the fabrics whose switches are managed through a fabric, in the order of the site."""
    said = site.fabrics[name].manages
    return tuple(other for other in site.fabrics if other in said or (ALL in said and other != name))


def management_section(name: str) -> str:
    """Return the section of the ledger that keeps the ports of switches managed through a fabric."""
    return f"{name}-management"


def problems(site: Site) -> Iterator[Diagnostic]:
    """Yield what speaks against the `manages` of each fabric."""
    seen: dict[str, str] = {}
    for name, fabric in site.fabrics.items():
        if not fabric.manages:
            continue
        yield from _unfit(fabric)
        yield from _strangers(site, fabric)
        if management_section(name) in site.fabrics:
            summary = f"`{management_section(name)}` is the ledger's section for ports of `{name}`"
            yield error("INT-025", summary, fabric.loc("manages"), "give that fabric another name")
        for other in managed_fabrics(site, name):
            if other in seen:
                summary = f"`{seen[other]}` and `{name}` both manage `{other}`"
                hint = "a switch has one cable in its management port: leave it out of one of them"
                yield error("INT-027", summary, fabric.loc("manages"), hint)
            seen.setdefault(other, name)


def _unfit(fabric: Fabric) -> Iterator[Diagnostic]:
    if not fabric.out_of_band or bridged_leaf(fabric.topology) is None:
        hint = "add `out_of_band: true`, and `access: bridged` to the leaves of a `leaf-spine`"
        summary = "only an out-of-band fabric with bridged leaves takes management ports"
        yield error("INT-026", summary, fabric.loc("manages"), hint)


def _strangers(site: Site, fabric: Fabric) -> Iterator[Diagnostic]:
    for number, said in enumerate(fabric.manages):
        if said != ALL and said not in site.fabrics:
            hint = nearest(said, site.fabrics) or f"fabrics here: {listing(list(site.fabrics))}"
            yield error("INT-024", f"there is no fabric `{said}`", fabric.loc("manages", number), hint)
