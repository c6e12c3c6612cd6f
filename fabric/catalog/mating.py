"""What fits into what: modules into cages, plugs onto plugs, light onto light."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import tables

if TYPE_CHECKING:
    from fabric.catalog.facade import Catalog
    from fabric.catalog.models.optics import Media


def cage_accepts(catalog: Catalog, cage: str, module: str) -> bool:
    """Return whether a module of one form fits a cage of another; both are form factors.

    A finned OSFP and a flat-topped OSFP-RHS exclude each other.
    """
    return cage == module or module in catalog.form_factor(cage).accepts


def plugs_mate(catalog: Catalog, a: str, b: str) -> bool:
    """Return whether two plugs mate: same kind and same polish. An MPO-12 does not mate with an MPO-16."""
    connectors = catalog.named(tables.CONNECTORS)
    one, other = connectors[a], connectors[b]
    return one.id.split("/")[0] == other.id.split("/")[0] and one.polish == other.polish


def light_meets(catalog: Catalog, a: Media, b: Media) -> bool:
    """Return whether two modules understand each other over straight fibre, if need be under a condition."""
    return lanes_known(catalog, a, b) and lanes_alike(a, b)


def lanes_alike(a: Media, b: Media) -> bool:
    """Return whether a port of one module has as many lanes of light as one of the other."""
    return a.media.lanes // a.ports == b.media.lanes // b.ports


def lanes_known(catalog: Catalog, a: Media, b: Media) -> bool:
    """Return whether a lane of one module understands one of the other, if need be under a condition."""
    if a.media.signature == b.media.signature:
        return True
    known = catalog.lanes_meet(a.media.signature, b.media.signature)
    return known is not None and known.verdict != "no"
