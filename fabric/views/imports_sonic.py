"""Links in SONiC's lab format: `sonic_lab_links.csv` of sonic-mgmt, and its list of devices."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.core.csv_rows import read_table
from fabric.views.imports import HOST, SWITCH, Network, Page, Seen, Sight, Spot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.csv_rows import Cell

NEEDED = ("StartDevice", "StartPort", "EndDevice", "EndPort")
"""Columns of sonic-mgmt `ansible/files/sonic_lab_links.csv`; VLANs and auto-negotiation are not imported."""
OF_SWITCHES = re.compile(r"(Ethernet|etp|swp)\d")
SYSTEMS = {"sonic": "sonic", "eos": "eos"}
MBPS = 1000


def sonic_lab(file: str, text: str, devices: tuple[str, str] | None = None) -> Network:
    """Return the links of a file, and what a list of devices, (file, text), says of their ends."""
    table = read_table(file, text, (), NEEDED, others=True)
    page = Page(file, table.lines)
    links: list[Sight] = []
    for row in table.rows:
        first = next(iter(row.values()))
        missing = [name for name in NEEDED if name not in row]
        if missing:
            page.wrong(f"`{missing[0]}` is empty", first.line, first.column)
            continue
        a, b = (Spot(row[f"{end}Device"].text, row[f"{end}Port"].text) for end in ("Start", "End"))
        links.append(Sight(a, b, _gbps(page, row.get("BandWidth"))))
    known = _devices(*devices) if devices else {}
    ends = dict.fromkeys(spot for link in links for spot in (link.a, link.b))
    found = {spot.device: known.get(spot.device) or Seen(spot.device) for spot in ends}
    for device, port in ends:
        if not found[device].kind:
            kind = SWITCH if OF_SWITCHES.match(port) else HOST
            found[device] = Seen(device, kind)
    return page.done(Network("roce", found, tuple(links)))


def _gbps(page: Page, cell: Cell | None) -> int | None:
    """Return a bandwidth that is written in Mb/s."""
    if cell is None:
        return None
    if not cell.text.isdecimal() or int(cell.text) < MBPS:
        page.wrong(f"`{cell.text}` is no bandwidth in Mb/s", cell.line, cell.column, "400G is `400000`")
        return None
    return int(cell.text) // MBPS


def _devices(file: str, text: str) -> Mapping[str, Seen]:
    table = read_table(file, text, (), ("Hostname",), others=True)
    return {row["Hostname"].text: _device(row) for row in table.rows if "Hostname" in row}


def _device(row: Mapping[str, Cell]) -> Seen:
    def said(name: str) -> str:
        return row[name].text if name in row else ""

    platform = SYSTEMS.get(said("Os"), "")
    kind = SWITCH if platform else HOST if said("Type") == "Server" else ""
    return Seen(said("Hostname"), kind, platform=platform, hwsku=said("HwSku") if platform == "sonic" else "")
