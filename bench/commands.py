"""What a command costs a person who waits for it: CPU seconds of the whole process, the best of several."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench.cost import cpu_seconds

TURNS = 5
COMMANDS = (("--help",), ("validate", "intents/quickstart"), ("validate", "intents/roce-256"))
RUN = "import sys; from fabric.cli import run; sys.exit(run(sys.argv[1:]))"


def measured() -> dict[str, float]:
    """Return CPU seconds by command line."""
    return {" ".join(("fabric", *words)): min(_once(words) for _ in range(TURNS)) for words in COMMANDS}


def _once(words: tuple[str, ...]) -> float:
    before = cpu_seconds()
    root = Path(__file__).parent.parent
    subprocess.run((sys.executable, "-c", RUN, *words), cwd=root, capture_output=True, check=True)
    return cpu_seconds() - before
