"""A floor whose rollouts are held by gates of its own, with a Prometheus and traffic on every switch."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

from judges.prometheus_server import PASSWORD

from fabric.lab import control
from fabric.lab.faults import Fault, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from floor import Floor
    from judges.prometheus_server import Running

NAMES = ("pod1-leaf1", "pod1-leaf2", "spine1", "spine2")
ROLLOUT = "rollout: {waves: [canary, rest], soak: 1 s, constraints: lab}"


@contextmanager
def gated(floor: Floor, prometheus: Running, gates: str, programs: Mapping[str, str]) -> Iterator[Floor]:
    """Give a floor its gates and the programs they call, boot it and plan; the lab ends with the block."""
    floor.environment["PROMETHEUS_PASSWORD"] = PASSWORD
    (floor.root / "trust").mkdir()
    shutil.copy(prometheus.ca, floor.root / "trust" / "prometheus.pem")
    (floor.root / "gates").mkdir()
    for name, text in programs.items():
        (floor.root / "gates" / name).write_text(text)
    floor.edit(ROLLOUT, gates.replace("URL", prometheus.url))
    floor.boot()
    try:
        for name in NAMES:
            control.fault(floor.lab, name, Fault(Kind.TRAFFIC))
        assert floor.plan().code == 0
        yield floor
    finally:
        floor.close()
