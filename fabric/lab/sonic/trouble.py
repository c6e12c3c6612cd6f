"""Where the lab's faults strike a SONiC device."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fabric.lab.faults import Kind
from fabric.lab.sonic.shell.run import PowerLostError, Result
from fabric.lab.wire import GARBLES

if TYPE_CHECKING:
    from fabric.lab.faults import Fault
    from fabric.lab.sonic.machine import Machine

HUMAN = "human"
DEAD_POLL_S = 0.05
SOMEBODY = '{"DEVICE_METADATA": {"localhost": {"hostname": "somebody-else"}}}'


class Trouble:
    """The faults of one device, as its shell and its connections ask for them.

    EDIT, ERROR, PARTIAL and REBOOT strike single commands, wherever they are run from: a driver's script, a
    prompt, a dead-man timer. SLOW, DRIP and the drops strike what comes in over a connection.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    async def before(self, line: str) -> Result | None:
        """Let a human edit first; return the failure that a command shall have instead of running."""
        if fault := self._take(line, Kind.EDIT):
            try:
                self._machine.edit(fault.line, HUMAN)
            except ValueError as error:
                return Result(1, err=f"lab: the edit that was ordered is no configuration: {error}\n")
        if self._take(line, Kind.ERROR):
            return Result(1, err="Error: [Errno 5] Input/output error\n")
        return None

    def after(self, line: str) -> None:
        """Cut the power if that was ordered for this command."""
        if self._take(line, Kind.REBOOT):
            self._machine.reboot()
            raise PowerLostError(line)

    def lie(self, line: str) -> str:
        """Return what a dry run shall show beside the truth; empty for nothing."""
        fault = self._take(line, Kind.LIE)
        return fault.line if fault else ""

    def stranger(self, line: str) -> str:
        """Return what a dry run shall show in the place of the truth; empty for nothing."""
        fault = self._take(line, Kind.MIXED_UP)
        return (fault.line or SOMEBODY) if fault else ""

    def ignores(self, line: str) -> bool:
        """Say whether this change shall be answered and not made."""
        return self._take(line, Kind.IGNORE) is not None

    def forgets(self, line: str) -> bool:
        """Say whether what is saved shall run no longer."""
        return self._take(line, Kind.FORGET) is not None

    def reverts(self, line: str) -> float | None:
        """Return after how many seconds a timer that is stopped shall run out anyway; None for never."""
        fault = self._take(line, Kind.REVERT)
        return fault.seconds if fault else None

    def is_partial(self, line: str) -> bool:
        """Say whether this change shall be applied only in part."""
        return self._take(line, Kind.PARTIAL) is not None

    def arriving(self, script: str) -> Fault | None:
        """Return what strikes a script on its way in: SLOW, DROP_BEFORE or None."""
        return self._take(script, Kind.SLOW, Kind.DROP_BEFORE)

    def leaving(self, script: str) -> Fault | None:
        """Return what strikes the answer: DROP_AFTER, DRIP, what is no answer, or None."""
        return self._take(script, Kind.DROP_AFTER, Kind.DRIP, *GARBLES)

    async def revived(self, script: str = "") -> None:
        """Wait for as long as nothing is answered, to this script or at all."""
        # The book of faults tells nobody when a condition ends, so it is asked again and again.
        while self._machine.world.faults.holds(self._machine.lab.name, Kind.DEAD, command=script):  # noqa: ASYNC110
            await asyncio.sleep(DEAD_POLL_S)

    def is_impostor(self) -> bool:
        """Say whether another device answers under this address."""
        return self._machine.world.faults.holds(self._machine.lab.name, Kind.WRONG_IDENTITY)

    def _take(self, line: str, *kinds: Kind) -> Fault | None:
        return self._machine.world.faults.take(self._machine.lab.name, line, *kinds)
