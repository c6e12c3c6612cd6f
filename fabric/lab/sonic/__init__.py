"""SONiC switches of the lab: SSH with the commands and the quirks of the real thing.

`start(device, world)` serves one. In order of dependence: `database`, `files`, `frr` hold what a device
holds; `buffers`, `gcu`, `yang`, `meaning` are what its daemons do with it; `machine` is the device; `shell`
and `commands` are how it is spoken to; `node`, `service`, `upload` speak SSH. `record` explains the log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.lab.sonic.startup import startup_text

if TYPE_CHECKING:
    from fabric.lab.fleet import LabDevice
    from fabric.lab.sonic.clock import Pace
    from fabric.lab.state import Node, World

__all__ = ["start", "startup_text"]


async def start(device: LabDevice, world: World, pace: Pace | None = None) -> Node:
    """Serve one device on its address; it answers when this returns."""
    # asyncssh is loaded only when a lab has such a device.
    from fabric.lab.sonic.node import serve  # noqa: PLC0415

    return await serve(device, world, pace)
