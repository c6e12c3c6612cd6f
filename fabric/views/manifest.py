"""Files that describe a whole build: its manifest and its cables."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric import __version__
from fabric.core.csv_rows import comma_separated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.pipeline import Build

CABLE_COLUMNS = (
    "fabric", "kind", "rail", "speed_gbps", "length_m", "fibre",
    "a_device", "a_port", "a_name", "a_media", "b_device", "b_port", "b_name", "b_media",
    "a_rack", "a_unit", "b_rack", "b_unit",
)  # fmt: skip


def manifest(build: Build, digests: Mapping[str, Mapping[str, str]]) -> str:
    """Return `manifest.json` for the artifacts whose sha256 are given by unit and name."""
    units = {
        unit.name: {
            "fabrics": list(unit.fabrics),
            "role": str(unit.role),
            "platform": unit.platform,
            "artifacts": dict(sorted(digests[unit.name].items())),
        }
        for _, unit in build.units()
    }
    content = {
        "schema": "fabric-manifest/1",
        "tool": __version__,
        "site": build.site.name,
        "intent": build.digest,
        "registry": build.registry.digest,
        "units": dict(sorted(units.items())),
    }
    return json.dumps(content, indent=2) + "\n"


def cables(build: Build) -> str:
    """Return `cables.csv`: one row for each cable, both ends by place and by name."""
    rows: list[tuple[object, ...]] = [CABLE_COLUMNS]
    for design in build.designs.values():
        for link in design.fabric.cables():
            ends = (
                (end.device, str(end.port), design.port_name(end), media)
                for end, media in ((link.a, link.media_a), (link.b, link.media_b))
            )
            rail = "" if link.rail is None else link.rail
            row = (design.fabric.name, link.kind, rail, link.speed_gbps, f"{link.length_m:g}", link.fibre)
            racks = (
                value
                for end in (link.a, link.b)
                for value in (design.device(end.device).rack, design.device(end.device).unit or "")
            )
            rows.append((*row, *(value for end in ends for value in end), *racks))
    return comma_separated(rows)
