"""All measures of one fabric together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.analysis.capacity import Bisection, Tier, between_hosts, between_leaves, tiers
from fabric.analysis.diversity import PairClass, diversity
from fabric.analysis.failure import Cost, costs, gpus_of
from fabric.analysis.weave import weave

if TYPE_CHECKING:
    from fabric.device import Design


@dataclass(frozen=True, slots=True)
class Measures:
    """What a fabric is worth."""

    fabric: str
    transport: str
    hosts: int
    gpus: int
    """GPUs of its hosts; hosts that the catalog does not know count none."""
    links: int
    tiers: tuple[Tier, ...]
    host_halves: Bisection
    leaf_halves: Bisection
    pairs: tuple[PairClass, ...]
    costs: tuple[Cost, ...]


def measure(design: Design) -> Measures:
    """Return the measures of a fabric; linear in links."""
    fabric, woven, gpus = design.fabric, weave(design.fabric), gpus_of(design)
    return Measures(
        fabric.name, fabric.transport, len(gpus), sum(gpus.values()), len(fabric.links), tiers(fabric, woven),
        between_hosts(fabric, woven), between_leaves(fabric, woven), diversity(fabric, woven),
        costs(fabric, woven, gpus),
    )  # fmt: skip
