"""The lab process: serves every device of a lab directory until it is told to stop.

python -m fabric.lab.serve DIRECTORY
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import json
import os
import signal
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from fabric.lab.admin import listen
from fabric.lab.commits import FILE as COMMITS
from fabric.lab.commits import CommitLog
from fabric.lab.faults import FaultBook
from fabric.lab.fleet import read_fleet
from fabric.lab.state import World

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable

    from fabric.lab.fleet import LabDevice
    from fabric.lab.state import Node

READY = "ready.json"
PID = "lab.pid"
MOST_OPEN = 2**20
KINDS = {name: f"fabric.lab.{name}" for name in ("eos", "sonic", "cumulus", "ufm")}
"""Where each platform's double lives; its package exports `start`. Imported only when the fleet has one."""


class Start(Protocol):
    """What a double's package exports as `start`."""

    def __call__(self, device: LabDevice, world: World) -> Awaitable[Node]:
        """Start one device on its address; the node answers when this returns."""


@asynccontextmanager
async def serving(directory: Path) -> AsyncIterator[World]:
    """Serve the fleet of a directory for as long as the context is open."""
    log = CommitLog(directory / COMMITS)
    world = World(directory, read_fleet(directory), FaultBook(), log)
    starts = {
        platform: _start_of(platform) for platform in {d.platform for d in world.fleet.devices.values()}
    }
    try:
        for name, device in world.fleet.devices.items():
            start = starts[device.platform]
            if start:
                world.nodes[name] = await start(device, world)
        yield world
    finally:
        await asyncio.gather(*(node.close() for node in world.nodes.values()))
        log.close()


async def serve(directory: Path) -> None:
    """Serve until SIGTERM or SIGINT; `ready.json` stands while every device answers."""
    stop = asyncio.Event()
    for signum in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(signum, stop.set)
    began = time.monotonic()
    async with serving(directory) as world, listen(world) as port:
        ready = {
            "pid": os.getpid(),
            "admin": f"http://127.0.0.1:{port}",
            "devices": len(world.nodes),
            "unserved": sorted(set(world.fleet.devices) - set(world.nodes)),
            "seconds": round(time.monotonic() - began, 3),
        }
        _write(directory / READY, json.dumps(ready) + "\n")
        await stop.wait()
        (directory / READY).unlink(missing_ok=True)


def run(directory: Path) -> None:
    """Serve a lab directory; returns after SIGTERM or SIGINT."""
    _write(directory / PID, f"{os.getpid()}\n")
    try:
        asyncio.run(serve(directory))
    finally:
        (directory / PID).unlink(missing_ok=True)


def _start_of(platform: str) -> Start | None:
    """Return how to start a platform's devices; None for a platform without a double."""
    module = KINDS.get(platform)
    if module is None or importlib.util.find_spec(module) is None:
        return None
    start: Start | None = getattr(importlib.import_module(module), "start", None)
    return start


def _write(path: Path, text: str) -> None:
    """Write a file so that a reader sees all of it or nothing."""
    fresh = path.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)


if __name__ == "__main__":
    os.closerange(3, MOST_OPEN)  # a lock or a pipe of who started it would be held for as long as it runs
    run(Path(sys.argv[1]))
