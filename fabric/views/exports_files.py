"""Which files an export is: by target and by the ending that the user's file has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.analysis.blocks import blocks
from fabric.core.diagnostic import FabricError, error, nearest
from fabric.core.names import listing
from fabric.views import exports
from fabric.views.exports_containerlab import containerlab
from fabric.views.exports_netbox import netbox, netbox_csv, netbox_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fabric.device import Design

    Writer = Callable[[Sequence[Design]], Mapping[str, str]]

FOLDER = ""
"""The ending of a folder."""


def slurm_conf(designs: Sequence[Design]) -> Mapping[str, str]:
    """Return Slurm's `topology.conf`."""
    fabric = _only(designs).fabric
    return {"": exports.slurm_conf(fabric.name, blocks(fabric))}


def slurm_yaml(designs: Sequence[Design]) -> Mapping[str, str]:
    """Return Slurm's `topology.yaml`."""
    fabric = _only(designs).fabric
    return {"": exports.slurm_yaml(fabric.name, blocks(fabric))}


def kubernetes_yaml(designs: Sequence[Design]) -> Mapping[str, str]:
    """Return patches of nodes."""
    return {"": exports.kubernetes_yaml(blocks(_only(designs).fabric))}


def kubernetes_script(designs: Sequence[Design]) -> Mapping[str, str]:
    """Return a script that labels nodes."""
    return {"": exports.kubernetes_script(blocks(_only(designs).fabric))}


def netbox_whole(designs: Sequence[Design]) -> Mapping[str, str]:
    """Return one JSON for NetBox."""
    return {"": netbox_json(netbox(designs[0].site.name, designs))}


def netbox_forms(designs: Sequence[Design]) -> Mapping[str, str]:
    """Return the CSV files for NetBox, by name."""
    return netbox_csv(netbox(designs[0].site.name, designs))


def lab(designs: Sequence[Design]) -> Mapping[str, str]:
    """Return a containerlab topology."""
    return {"": containerlab(_only(designs))}


WRITERS: Mapping[str, Mapping[str, Writer]] = {
    "slurm": {".conf": slurm_conf, ".yaml": slurm_yaml},
    "kubernetes": {".yaml": kubernetes_yaml, ".sh": kubernetes_script},
    "netbox": {".json": netbox_whole, FOLDER: netbox_forms},
    "containerlab": {".yaml": lab, ".yml": lab},
}
"""By target and ending; the first is the one for the terminal."""


def files(target: str, ending: str | None, designs: Sequence[Design]) -> Mapping[str, str]:
    """Return the texts of an export by name; the name of a single file is empty. Raises FabricError."""
    writers = WRITERS[target]
    wanted = next(iter(writers)) if ending is None else ending
    if wanted not in writers:
        known = listing([one or "a folder" for one in writers])
        raise FabricError(error("CBL-003", f"{target} has no `{wanted or 'folder'}`", hint=f"use {known}"))
    return writers[wanted](designs)


def chosen(designs: Mapping[str, Design], name: str | None) -> tuple[Design, ...]:
    """Return the fabric of a name, or all. Raises FabricError with the nearest name."""
    if name is None:
        return tuple(designs.values())
    if name not in designs:
        hint = nearest(name, designs) or f"fabrics: {listing(list(designs))}"
        raise FabricError(error("CBL-005", f"there is no fabric `{name}`", hint=hint))
    return (designs[name],)


def _only(designs: Sequence[Design]) -> Design:
    if len(designs) == 1:
        return designs[0]
    names = listing([design.fabric.name for design in designs])
    hint = "choose the one that jobs talk over with `--fabric`"
    raise FabricError(error("CBL-005", f"the site has fabrics {names}, and this file holds one", hint=hint))
