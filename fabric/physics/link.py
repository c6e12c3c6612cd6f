"""Reach and optical budget of a link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from fabric.catalog.tables import CONNECTORS, GLASS

if TYPE_CHECKING:
    from fabric.catalog import Catalog, Fibre, Media

Basis = Literal["read", "recalled", "draft"]
"""Whether all figures were read in a source; a budget of recalled or draft figures may only warn."""


class Way(Protocol):
    """What loses light between two modules."""

    @property
    def length_m(self) -> float: ...  # noqa: D102 - see the class
    @property
    def connections(self) -> int: ...  # noqa: D102
    @property
    def extra_db(self) -> float: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Budget:
    """The loss of a channel against what the modules allow, in dB."""

    loss_db: float
    """With every connection at its worst."""
    usual_db: float
    """With every connection as it usually is."""
    limit_db: float
    basis: Basis

    @property
    def margin_db(self) -> float:
        """What is left at the worst; negative when the channel may lose too much."""
        return self.limit_db - self.loss_db


def reach_m(catalog: Catalog, a: Media, b: Media, glass: str) -> float | None:
    """Return how far two modules reach over a kind of glass, or None when one does not use it.

    The weaker end decides; so does the pairing, where their light differs.
    """
    reaches = [media.reach_m.get(glass) for media in (a, b)]
    known = [reach for reach in reaches if reach is not None]
    if len(known) < len(reaches):
        return None
    pairing = catalog.lanes_meet(a.media.signature, b.media.signature)
    return min([*known, pairing.max_m] if pairing and pairing.max_m is not None else known)


def link_budget(catalog: Catalog, media: Media, fibre: Fibre, way: Way) -> Budget | None:
    """Return the budget of a channel for a module; None when the module's limit is not known."""
    limit = (media.loss_db or {}).get(fibre.fibre)
    if limit is None:
        return None
    alone = catalog.named(GLASS)[fibre.fibre].loss_db_per_km * way.length_m / 1000 + way.extra_db
    usual, worst = catalog.named(CONNECTORS)[fibre.connector].loss_db
    basis = _basis(media.optical_basis.get("channel_il_max_db", "recalled"))
    return Budget(alone + worst * way.connections, alone + usual * way.connections, limit, basis)


def _basis(word: str) -> Basis:
    if word == "draft":
        return "draft"
    return "recalled" if word == "recalled" else "read"
