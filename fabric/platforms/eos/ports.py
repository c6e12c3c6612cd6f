"""Which port of EOS a path speaks of, and which ports carry something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.core.tree import Path, Tree

_PORT = re.compile(r"(?<![\w/])Ethernet\d+(?:/\d+)*")
_BLOCK = "interface Ethernet"


def port_of(path: Path) -> str | None:
    """Return the port in a path, such as `Ethernet1/1` of its block or of its neighbour."""
    found = (_PORT.search(part) for part in path)
    return next((match[0] for match in found if match), None)


def busy(tree: Tree) -> frozenset[str]:
    """Return the ports whose block says something and is not shut down."""
    said = {path[0] for path in tree if len(path) > 1 and path[0].startswith(_BLOCK)}
    return frozenset(
        block.removeprefix("interface ") for block in said if tree.get((block, "shutdown"), "no") == "no"
    )
