"""Runs ibsim, the InfiniBand simulator, and programs that believe they see its subnet. No root is needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
import uuid
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.core.program import plain_environment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.twin.netlist import Size

SBIN = "/usr/sbin:/sbin"
"""Where Debian puts the daemons and leaves out of the PATH of a user."""
PRELOAD = "/usr/lib/*/umad2sim/libumad2sim.so"
READY = "sim>"
START_SECONDS = 60.0


class TwinError(Exception):
    """The rehearsal could not be run; says nothing about the configuration."""


@dataclass(frozen=True, slots=True)
class Simulator:
    """A running ibsim: programs run in its subnet, attached to one node."""

    folder: Path
    environment: Mapping[str, str]

    def run(self, *command: str, seconds: float) -> str:
        """Run a program in the subnet and return what it said; it is killed when its time is over.

        Clients retry for ever and ignore SIGTERM when the simulator is gone, hence the kill.
        """
        try:
            done = subprocess.run(  # noqa: S603 - programs of ours, no shell
                command, env=self.environment, cwd=self.folder, timeout=seconds, check=False,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True, errors="replace",
            )  # fmt: skip
        except subprocess.TimeoutExpired as late:
            said = (
                late.stdout.decode(errors="replace") if isinstance(late.stdout, bytes) else late.stdout or ""
            )
            return f"{said}\n{command[0]} did not end within {seconds:g} s and was killed\n"
        return done.stdout


def program(name: str) -> str:
    """Return where a program is installed; raise TwinError when it is not."""
    if found := shutil.which(name, path=f"{os.environ.get('PATH', '')}:{SBIN}"):
        return found
    raise TwinError(f"`{name}` is not installed; `make judges` installs it")


@contextmanager
def simulator(netlist: str, size: Size, attach: str, folder: Path) -> Iterator[Simulator]:
    """Run ibsim over a netlist while the block lasts. `attach` is the node id programs see as their own.

    `folder` must be writable: each client leaves a fake sysfs in it.
    """
    (folder / "net.txt").write_text(netlist, encoding="ascii")
    environment = _environment(attach, folder)
    limits = ("-N", str(size.nodes), "-S", str(size.switches), "-P", str(size.ports))
    log = folder / "ibsim.log"
    with log.open("w") as output:
        process = subprocess.Popen(  # noqa: S603 - programs of ours, no shell
            (program("ibsim"), "-s", *limits, "net.txt"), env=environment, cwd=folder,
            stdin=subprocess.PIPE, stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        _await_ready(process, log)
        yield Simulator(folder, environment | {"LD_PRELOAD": _preload()})
    finally:
        process.kill()
        process.communicate()


def _environment(attach: str, folder: Path) -> dict[str, str]:
    # The socket is an abstract Unix name made from IBSIM_SOCKNAME: unique, or parallel runs meet.
    return {
        **plain_environment(os.environ),
        "IBSIM_SOCKNAME": f"fabric-{uuid.uuid4().hex[:12]}",
        "SIM_HOST": attach,
        "OSM_TMP_DIR": str(folder),
        "OSM_CACHE_DIR": str(folder),
    }


def _preload() -> str:
    found = next(iter(Path("/").glob(PRELOAD.lstrip("/"))), None)
    if found is None:
        raise TwinError("`libumad2sim.so` is not installed; `make judges` installs it")
    return str(found)


def _await_ready(process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while READY not in (said := log.read_text(errors="replace")):
        if process.poll() is not None or time.monotonic() > end:
            raise TwinError(f"ibsim did not start: {said[-500:].strip()}")
        time.sleep(0.02)
