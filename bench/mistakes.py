"""What it costs to be told of a mistake: every case of `tests/cases/bad`, and nonsense of any size."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bench.cost import cpu_seconds
from fabric.core.diagnostic import FabricError
from fabric.core.source import LARGEST_FILE, Folder
from fabric.pipeline import at, compile, registry  # noqa: A004 - the verb of this stage

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = Path(__file__).parent.parent / "tests" / "cases"
RUN = "import sys; from fabric.cli import run; sys.exit(run(sys.argv[1:]))"
TEN_MB = 10_000_000


def measured() -> dict[str, float]:
    """Return CPU seconds: of the slowest case in a process, and of `validate` for each kind of nonsense."""
    costs = {folder.name: _case(folder) for folder in sorted((CASES / "bad").iterdir()) if folder.is_dir()}
    slowest = max(costs, key=lambda name: costs[name])
    found = {f"slowest of {len(costs)} cases: {slowest}": costs[slowest]}
    return found | {name: _nonsense(text) for name, text in _texts()}


def _case(folder: Path) -> float:
    with tempfile.TemporaryDirectory() as root:
        for layer in (CASES / "base", folder):
            subprocess.run(("cp", "-r", f"{layer}/.", root), check=True)
        before = time.process_time()
        with suppress(FabricError):
            compile(at(Folder(Path(root)), "site"), registry())
        return time.process_time() - before


def _texts() -> Iterator[tuple[str, str]]:
    """Yield what a file may hold instead of an intent; the largest that is read, and one that is not."""
    noise = random.Random(1)
    letters = "abcdefghijklmnop :-[]{}#&*!|>'\"%@`,?\n"
    size = LARGEST_FILE - 1
    yield "10 MB of letters", "".join(noise.choices(letters, k=TEN_MB))
    yield "8 MiB of letters", "".join(noise.choices(letters, k=size))
    yield "8 MiB of short lines", "a: 1\n" * (size // 5)
    yield "8 MiB of keys", "".join(f"k{number}: {number}\n" for number in range(size // 16))
    yield "8 MiB of dashes", "- " * (size // 2)
    yield "8 MiB of brackets", "[" * size
    yield "8 MiB in one scalar", "a: " + "b" * (size - 3)
    yield "a million aliases", "a: &a [1]\nb: [" + "*a," * 1_000_000 + "1]\n"


def _nonsense(text: str) -> float:
    with tempfile.TemporaryDirectory() as root:
        Path(root, "site").mkdir()
        Path(root, "site", "site.yaml").write_text(text)
        before = cpu_seconds()
        command = [sys.executable, "-c", RUN, "validate", f"{root}/site"]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode != 1:
            raise RuntimeError(f"nonsense ended with {done.returncode}: {done.stderr[-300:]!r}")
        return cpu_seconds() - before


if __name__ == "__main__":
    for _name, _seconds in measured().items():
        print(f"{_seconds:6.2f} s  {_name}")
