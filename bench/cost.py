"""What a piece of work costs: CPU seconds and peak memory, steadier than the clock on a shared machine."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

KIB = 1024


@dataclass(frozen=True, slots=True)
class Cost:
    """What one side spent on one size."""

    who: str
    devices: int
    lines: int
    """Lines of configuration of all devices."""
    cpu_s: float
    """User and system time of the process and its children, without interpreter start and imports."""
    peak_mib: float
    """Largest resident set of the process, imports included."""
    stages_s: dict[str, float] = field(default_factory=dict)

    @property
    def ms_per_device(self) -> float:
        """CPU milliseconds for each device."""
        return 1000 * self.cpu_s / self.devices


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and its ended children so far."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def peak_mib() -> float:
    """Return the largest resident set of this process so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KIB


class Stages:
    """Adds up CPU seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count what happens inside towards a stage."""
        before = cpu_seconds()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + cpu_seconds() - before


def own_process(module: str, *arguments: str) -> Cost | None:
    """Measure in a process of its own, so that peak memory is that of one size; None where it cannot run."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(f"{' '.join(command[1:])}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}\n")
        return None
    return Cost(**json.loads(done.stdout))


def hand_over(cost: Cost) -> None:
    """Give the result to the process that asked for it."""
    sys.stdout.write(json.dumps(asdict(cost)))
