"""How much a change of a path disturbs an InfiniBand fabric (change classes of the subnet manager)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.platforms.form import ChangeClass
from fabric.platforms.ufm.keys import LINK, is_hot

if TYPE_CHECKING:
    from fabric.core.tree import Edit


def classify(edit: Edit) -> ChangeClass:
    """Return how much an edit disturbs."""
    match edit.path:
        case ("ufm.json", "smconf", key) | ("opensm.conf", key):
            return _option(key)
        case (("ufm.json" | "partitions.conf"), *rest):
            return _partition(edit, tuple(rest))
        case (("root_guid.conf" | "torus-2QoS.conf"), *_):
            return ChangeClass.SESSION_RESET  # read at the next sweep: routes, and so paths in use, change
        case ("topoconfig.conf", *_):
            # A link that is not in the static topology is not discovered at all.
            return ChangeClass.ADDITIVE if edit.kind == "add" else ChangeClass.LINK_FLAP
        case ("topology.topo", *_):
            return ChangeClass.COSMETIC  # what discovery is compared with; configures nothing
        case _:
            return ChangeClass.TUNING


def _option(key: str) -> ChangeClass:
    if key == "subnet_prefix":
        return ChangeClass.IDENTITY
    if key in LINK:
        return ChangeClass.LINK_FLAP
    return ChangeClass.TUNING if is_hot(key) else ChangeClass.RESTART


def _partition(edit: Edit, path: tuple[str, ...]) -> ChangeClass:
    """Judge a partition: a port that loses membership, or becomes limited, loses traffic; others go on."""
    if "guids" in path or "member" in path:
        return ChangeClass.ADDITIVE if edit.kind == "add" else ChangeClass.SESSION_RESET
    return ChangeClass.SESSION_RESET if edit.kind == "remove" else ChangeClass.TUNING
