"""Network namespaces, and the files of daemons in them, that vanish with the process that made them.

One process holds a mount and a process namespace and waits for the end of its input. However we die, the
input ends, it ends, and the kernel kills every daemon in there and drops the networks that were named there.
"""

from __future__ import annotations

import os
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.core.program import plain_environment
from fabric.twin.ibsim import TwinError, program

if TYPE_CHECKING:
    from collections.abc import Iterator

# The number of the holder as we see it stands in /proc, which is still that of our own process namespace.
HOLDER = """
mount -t tmpfs none /run && mkdir /run/netns /run/frr && mount -t tmpfs none /etc/frr &&
read -r number rest </proc/self/stat && echo "$number" && exec cat >/dev/null
"""
SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A private /run and /etc/frr, and the network namespaces named there."""

    holder: int
    """Process that holds it."""

    @property
    def root(self) -> Path:
        """The file system as seen in there."""
        return Path(f"/proc/{self.holder}/root")

    def run(self, *command: str, given: str = "") -> str:
        """Run a program and return what it printed. Raises TwinError when it fails."""
        done = subprocess.run(  # noqa: S603 - programs of ours, no shell
            (program("nsenter"), "--target", str(self.holder), "--mount", "--pid", "--", *command),
            input=given, env=plain_environment(os.environ), capture_output=True, text=True, timeout=SECONDS,
            check=False, errors="replace",
        )  # fmt: skip
        if done.returncode:
            said = (done.stderr or done.stdout).strip()[-500:]
            raise TwinError(f"`{' '.join(command[:8])}` fails: {said}")
        return done.stdout

    def inside(self, node: str, *command: str, given: str = "") -> str:
        """Run a program in the network of a node."""
        return self.run(program("ip"), "netns", "exec", node, *command, given=given)


@contextmanager
def sandbox() -> Iterator[Sandbox]:
    """Hold a sandbox while the block lasts. Raises TwinError where namespaces cannot be made."""
    command = (program("unshare"), "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", HOLDER)
    with subprocess.Popen(  # noqa: S603 - programs of ours, no shell of a user's
        command,
        env=plain_environment(os.environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin  # noqa: S101 - asked for
        assert process.stdout  # noqa: S101 - asked for
        assert process.stderr  # noqa: S101 - asked for
        try:
            number = process.stdout.readline().strip()
            if not number:
                raise TwinError(f"namespaces cannot be made here: {process.stderr.read().strip()[-300:]}")
            yield Sandbox(int(number))
        finally:
            process.stdin.close()
