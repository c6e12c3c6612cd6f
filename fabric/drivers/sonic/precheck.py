"""Whether a reload would keep the routing mode: what db_migrator sets it to.

At each `config reload` it takes the mode of `golden_config_db.json`, or else that of `minigraph.xml`:
`separated`. The image then makes another file for FRR, and no session comes up (sonic-buildimage #27014).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from fabric.drivers.sonic.reading import DATABASE

if TYPE_CHECKING:
    from collections.abc import Mapping

_MINIGRAPH: Final = "/etc/sonic/minigraph.xml"
_GOLDEN: Final = "/etc/sonic/golden_config_db.json"
_FOUND: Final = "minigraph"
MODE: Final = "docker_routing_config_mode"
SOURCES: Final = (
    f"sudo sh -c 'if test -f {_MINIGRAPH}; then echo {_FOUND}; fi; echo; "
    f"if test -f {_GOLDEN}; then cat {_GOLDEN}; fi'"
)
"""Prints whether there is the one, an empty line, and the other."""


def mode(database: str) -> str:
    """Return the routing mode of a CONFIG_DB; empty where it says none."""
    found = json.loads(database)
    row = found.get("DEVICE_METADATA", {}).get("localhost", {}) if isinstance(found, dict) else {}
    return str(row.get(MODE, ""))


def lost(running: Mapping[str, str], output: str) -> str:
    """Return what would take the routing mode away, and how to prevent it; empty when nothing would.

    Raises ValueError where the golden configuration is no JSON.
    """
    wanted = mode(running[DATABASE])
    graph, _, golden = output.partition("\n\n") if output.startswith(_FOUND) else ("", "", output)
    if not wanted or not (graph or golden.strip()):
        return ""
    said = mode(golden) if golden.strip() else ""
    if said == wanted:
        return ""
    names = f"`{_GOLDEN}` says `{said}`" if said else f"`{_GOLDEN}` does not say it"
    beside = f", and there is `{_MINIGRAPH}`" if graph else ""
    return f"a reload would end routing mode `{wanted}`: {names}{beside}; write `{MODE}` there (#27014)"
