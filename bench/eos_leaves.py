"""EOS leaves with 64 ports: our CPU and memory from intent to artifact, beside pyavd's in the same run."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.cost import Cost, own_process
from bench.repository import write
from bench.shape import equal_fabrics

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SIZES = (16, 64, 256, 1024, 4096)
PEER_UP_TO = 256
"""Switches that pyavd is measured at; it needs about half a minute for these, more of the same for more."""


@dataclass(frozen=True, slots=True)
class Row:
    """One size. A side that could not run is None."""

    ours: Cost
    stages: Cost
    peer: Cost | None

    @property
    def ratio(self) -> float | None:
        """CPU of the peer over ours, for each device."""
        return self.peer.ms_per_device / self.ours.ms_per_device if self.peer else None


def measured(sizes: Sequence[int], peer_up_to: int = PEER_UP_TO) -> Iterator[Row]:
    """Yield a row for each size. Raises RuntimeError when we do not run ourselves."""
    for size in sizes:
        with tempfile.TemporaryDirectory() as root:
            intent = str(write(equal_fabrics(size), Path(root)))
            ours = own_process("bench.ours", intent, "whole")
            stages = own_process("bench.ours", intent, "stages")
        if ours is None or stages is None:
            raise RuntimeError(f"{size} switches could not be measured")
        peer = own_process("bench.avd", str(size)) if size <= peer_up_to else None
        yield Row(ours, stages, peer)
