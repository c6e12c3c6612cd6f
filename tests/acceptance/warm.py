"""Starts `fabric` again and again without importing it each time: real processes, forked by a warm parent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PARENT = Path(__file__).with_name("warm_parent.py")


@dataclass
class Warm:
    """The parent, as tests see it."""

    root: Path
    """Where the `fabric` lies that is started."""
    parent: subprocess.Popen[str] = field(init=False)

    def __post_init__(self) -> None:
        self.parent = subprocess.Popen(
            [sys.executable, str(PARENT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(self.root)},
        )

    def run(
        self, words: Sequence[str], *, dying: str, cwd: Path, env: Mapping[str, str]
    ) -> tuple[int, str, str]:
        """Run a command; return its exit code, or minus the signal that ended it, and both its streams."""
        assert self.parent.stdin is not None
        assert self.parent.stdout is not None
        with tempfile.TemporaryDirectory() as folder:
            out, talk = Path(folder, "out"), Path(folder, "talk")
            streams = [str(out), str(talk)]
            order = {"words": [*words], "dying": dying, "cwd": str(cwd), "env": {**env}, "streams": streams}
            print(json.dumps(order), file=self.parent.stdin, flush=True)
            code = int(self.parent.stdout.readline())
            return code, out.read_text(encoding="utf-8"), talk.read_text(encoding="utf-8")

    def close(self) -> None:
        """End the parent: there are no more orders."""
        self.parent.communicate(timeout=60)
