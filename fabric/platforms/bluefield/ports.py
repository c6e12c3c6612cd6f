"""Which port of a DPU a path speaks of, and which ports carry something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.core.tree import Path, Tree

_PORT = re.compile(r"p\d+_if|pf\d+hpf_if")


def port_of(path: Path) -> str | None:
    """Return the port in a path, such as `p0_if` of its interface or of its neighbour."""
    return next((part for part in path if _PORT.fullmatch(part)), None)


def busy(tree: Tree) -> frozenset[str]:
    """Return the ports that the configuration speaks of."""
    return frozenset(path[1] for path in tree if path[0] == "interface" and len(path) > 1)
