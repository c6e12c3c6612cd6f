"""One fabric that grows: what is not linear in switches and hosts shows here."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench.cost import Cost, own_process
from bench.repository import write
from bench.shape import one_fabric

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PODS = (8, 64, 256, 1000)
"""Of 4 leaves and 32 hosts each; 1,000 pods are 4,032 switches, 32,000 hosts and 128,000 GPUs."""


def measured(pods: Sequence[int] = PODS) -> Iterator[Cost]:
    """Yield the cost of expanding, numbering, building and checking each size."""
    for count in pods:
        with tempfile.TemporaryDirectory() as root:
            cost = own_process("bench.ours", str(write(one_fabric(count), Path(root))), "design")
        if cost is not None:
            yield cost
