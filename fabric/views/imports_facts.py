"""What a switch is: by the user, by the file, or by what follows from both."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from fabric.catalog import CatalogError
from fabric.views.imports import SWITCH
from fabric.views.imports_given import OF_SWITCH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.catalog import Catalog
    from fabric.views.imports import Network, Seen
    from fabric.views.imports_given import Given

Facts: TypeAlias = "dict[str, str]"
"""Of a switch, by field; what nobody says is empty."""
TIERS = ("leaf", "spine", "core")
UNMANAGED = "unmanaged"


def facts_of(seen: Seen, name: str, said: Given, catalog: Catalog) -> Facts:
    """Return what is known of a switch; the user's word counts before the file's."""
    found = {field: said.of_switch(name, field) or getattr(seen, field) for field in OF_SWITCH}
    if not said.of_switch(name, "model"):
        found["model"] = _model(seen, catalog)
    if found["platform"] == UNMANAGED:
        found["release"] = found["release"] or "none"
    return found


def _model(seen: Seen, catalog: Catalog) -> str:
    """Return the catalog's name of the model that a file names, by its own words or its hardware profile."""
    try:
        return catalog.hwsku(seen.hwsku).switch if seen.hwsku else catalog.switch(seen.model).id
    except CatalogError:
        word = seen.model.lower().removeprefix("m")  # ordering codes: MQM9700 is the QM9700
        fitting = [known for known in catalog.switch_ids if word and known.endswith(f"-{word}")]
        return fitting[0] if len(fitting) == 1 else ""


def roles(network: Network, facts: Mapping[str, Facts]) -> dict[str, str]:
    """Return the role of every switch: leaves have hosts, spines are linked to leaves, cores are the rest."""
    around: dict[str, set[str]] = {}
    for link in network.links:
        around.setdefault(link.a.device, set()).add(link.b.device)
        around.setdefault(link.b.device, set()).add(link.a.device)
    hosts = {name for name, seen in network.devices.items() if seen.kind != SWITCH}
    found = {name: known["role"] for name, known in facts.items()}
    for tier, below in zip(TIERS, ("host", "leaf", "spine"), strict=True):
        under = hosts if below == "host" else {name for name, role in found.items() if role == below}
        for name in [name for name, role in found.items() if not role]:
            if around.get(name, set()) & under:
                found[name] = tier
    return {name: role or TIERS[-1] for name, role in found.items()}
