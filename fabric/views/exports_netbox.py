"""Devices, interfaces and cables as NetBox takes them: one JSON, or a CSV for each of its import forms."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.analysis.cabling import fixed_cable, runs
from fabric.analysis.modules import cages_of
from fabric.catalog import CatalogError
from fabric.topology import Role
from fabric.views.grids import Grid, comma_separated

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.analysis.cabling import CableEnd, Run
    from fabric.device import Design
    from fabric.topology import Device

INTERFACE_TYPES = frozenset((
    "25gbase-x-sfp28", "100gbase-x-sfp112", "100gbase-x-sfpdd", "100gbase-x-qsfp28", "100gbase-x-qsfpdd",
    "200gbase-x-qsfp56", "200gbase-x-qsfpdd", "400gbase-x-qsfp112", "400gbase-x-qsfpdd", "400gbase-x-osfp",
    "400gbase-x-osfp-rhs", "800gbase-x-qsfpdd", "800gbase-x-osfp", "1.6tbase-x-osfp1600",
    "1.6tbase-x-osfp1600-rhs", "1.6tbase-x-qsfpdd1600",
))  # fmt: skip
"""Optical interfaces that NetBox has a word for (netbox-community/netbox `dcim/choices.py`); the rest is
`other`."""
INFINIBAND = {100: "infiniband-edr", 200: "infiniband-hdr", 400: "infiniband-ndr", 800: "infiniband-xdr"}
CABLE_TYPES = {"dac": "dac-passive", "acc": "dac-active", "aec": "dac-active", "aoc": "aoc"}
HEX = {
    "blue": "2196f3", "orange": "ff9800", "green": "4caf50", "brown": "795548", "slate": "607d8b",
    "white": "ffffff", "red": "f44336", "black": "111111", "yellow": "ffeb3b", "violet": "9c27b0",
    "rose": "ff66ff", "aqua": "00ffff",
}  # fmt: skip
KBPS = 1_000_000
"""NetBox counts the speed of an interface in kb/s."""


@dataclass(frozen=True, slots=True)
class Netbox:
    """Rows of NetBox's import forms, by column."""

    devices: tuple[Mapping[str, str], ...]
    interfaces: tuple[Mapping[str, str], ...]
    cables: tuple[Mapping[str, str], ...]


def netbox(site: str, designs: Iterable[Design]) -> Netbox:
    """Return everything that NetBox should know of a site; a host on several fabrics once."""
    devices: dict[str, dict[str, str]] = {}
    interfaces: dict[tuple[str, str], dict[str, str]] = {}
    cables: list[dict[str, str]] = []
    for design in designs:
        for device in (*design.fabric.devices.values(), *design.fabric.passive.values()):
            devices.setdefault(device.name, _device(site, design, device))
        for run in runs(design):
            for end in (run.a, run.b):
                interfaces.setdefault((end.device, end.name), _interface(design, end, run.speed_gbps))
            cables.append(_cable(design, run))
    return Netbox(tuple(devices.values()), tuple(interfaces.values()), tuple(cables))


def _device(site: str, design: Design, device: Device) -> dict[str, str]:
    maker, model = _model(design, device)
    return {
        "name": device.name,
        "role": device.role,
        "manufacturer": maker,
        "device_type": model,
        "site": site,
        "status": "active",
    } | ({"rack": device.rack, "position": str(device.unit), "face": "front"} if device.rack else {})


def _model(design: Design, device: Device) -> tuple[str, str]:
    """Return maker and model; what the catalog does not know keeps the word of the intent."""
    try:
        if device.role is Role.CIRCUIT:
            passive = design.catalog.circuit_switch(device.model)
            return passive.vendor, passive.model
        found = (
            design.catalog.host(device.model)
            if device.role is Role.HOST
            else design.catalog.switch(device.model)
        )
    except CatalogError:
        return "unknown", device.model
    return found.vendor, found.model


def _interface(design: Design, end: CableEnd, gbps: int) -> dict[str, str]:
    return {
        "device": end.device,
        "name": end.name,
        "type": _type(design, end, gbps),
        "enabled": "true",
        "speed": str(gbps * KBPS),
        "label": f"{end.cage}/{end.lane}",
    }


def _type(design: Design, end: CableEnd, gbps: int) -> str:
    if design.device(end.device).role is Role.CIRCUIT:
        return "other"
    if design.fabric.transport == "infiniband":
        return INFINIBAND.get(gbps, "other")
    forms = cages_of(design, design.device(end.device), end.cage)
    if len(forms) != 1:
        return "other"
    form = forms[0].lower().replace("qsfp-dd800", "qsfpdd").replace("qsfp-dd", "qsfpdd")
    rate = "1.6t" if gbps == 1600 else f"{gbps}g"  # noqa: PLR2004 - the one rate NetBox writes in Tb/s
    slug = f"{rate}base-x-{form}"
    return slug if slug in INTERFACE_TYPES else "other"


def _cable(design: Design, run: Run) -> dict[str, str]:
    length = run.length_m if run.order_m is None else run.order_m
    row = {"label": run.cable, "type": _cable_type(design, run.medium), "status": "connected"}
    for side, end in (("a", run.a), ("b", run.b)):
        row |= {f"side_{side}_device": end.device, f"side_{side}_type": "dcim.interface"}
        row[f"side_{side}_name"] = end.name
    measured = {"length": f"{length:g}", "length_unit": "m"} if length else {"length": "", "length_unit": ""}
    return row | {"color": HEX[run.colour], **measured}


def _cable_type(design: Design, medium: str) -> str:
    fixed = fixed_cable(design.catalog, medium)
    if fixed is not None:
        return CABLE_TYPES[fixed.kind]
    try:
        glass = design.catalog.fibre(medium).fibre.lower()
    except CatalogError:
        return ""
    return f"smf-{glass}" if glass.startswith("os") else f"mmf-{glass}"


def netbox_json(found: Netbox) -> str:
    """Return everything as JSON, shaped like NetBox's API: nested objects by name, ends as terminations."""
    content = {
        "schema": "fabric-netbox/1",
        "devices": [_nested(row) for row in found.devices],
        "interfaces": [
            {**row, "device": {"name": row["device"]}, "enabled": True, "speed": int(row["speed"])}
            for row in found.interfaces
        ],
        "cables": [_terminated(row) for row in found.cables],
    }
    return json.dumps(content, indent=2) + "\n"


def _nested(row: Mapping[str, str]) -> dict[str, object]:
    kind = {"manufacturer": {"name": row["manufacturer"]}, "model": row["device_type"]}
    named = {"role": {"name": row["role"]}, "site": {"name": row["site"]}, "device_type": kind}
    return {"name": row["name"], "status": row["status"], **named}


def _terminated(row: Mapping[str, str]) -> dict[str, object]:
    def end(side: str) -> list[dict[str, object]]:
        there = {"device": {"name": row[f"side_{side}_device"]}, "name": row[f"side_{side}_name"]}
        return [{"object_type": row[f"side_{side}_type"], "object": there}]

    kept = {name: row[name] for name in ("label", "type", "status", "color", "length_unit")}
    length = float(row["length"]) if row["length"] else None
    return {"a_terminations": end("a"), "b_terminations": end("b"), **kept, "length": length}


def netbox_csv(found: Netbox) -> dict[str, str]:
    """Return the files for NetBox's import forms, in the order in which it takes them."""
    tables = {"1-devices": found.devices, "2-interfaces": found.interfaces, "3-cables": found.cables}
    return {f"{name}.csv": _table(rows) for name, rows in tables.items() if rows}


def _table(rows: tuple[Mapping[str, str], ...]) -> str:
    return comma_separated(Grid(tuple(rows[0]), tuple(tuple(row.values()) for row in rows))) + "\n"
