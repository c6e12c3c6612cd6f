"""The server under a UFM, as far as a login to its files sees it: OpenSM's folder, its log, its process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fabric.lab.sonic.clock import RealClock
from fabric.lab.sonic.files import Files
from fabric.lab.sonic.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from fabric.lab.sonic.timers import Timer
    from fabric.lab.ufm.device import UfmDevice

CONFIGURATION = "/opt/ufm/files/conf/opensm"
LOG = "/opt/ufm/files/log/opensm.log"
READ_AGAIN = ("qos-policy.conf", "root_guid.conf")
"""Files that OpenSM reads at every heavy sweep."""


class Timed(Files):
    """Files that know when they were written."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(clock)
        self.times: dict[str, float] = {}
        self._when = clock

    def write(self, path: str, content: bytes | str) -> None:
        """Replace the content of a file."""
        super().write(path, content)
        self.times[path] = self._when()


class _NoTimers:
    """What a shell asks of transient units: a UFM has none of ours."""

    def waiting(self) -> tuple[Timer, ...]:
        """Return the timers that wait."""
        return ()


class Box:
    """What a shell needs of the machine that it runs on; UFM's own state stays with its device."""

    def __init__(self, device: UfmDevice, files: Mapping[str, str]) -> None:
        self.device = device
        self.world = device.world
        self.lab = device.lab
        self.clock = RealClock()
        self.files = Timed(self.clock.now)
        self.trouble = Trouble(self)  # type: ignore[arg-type]  # all that it asks of a machine is here
        self.timers = _NoTimers()
        self.locks: dict[str, asyncio.Lock] = {}
        self.accounts = {self.world.fleet.user: self.world.fleet.password}
        self.cut: list[Callable[[], None]] = []
        self.loaded: dict[str, str] = {}
        """What OpenSM read of each file when it last swept."""
        self._jobs: set[asyncio.Task[None]] = set()
        for folder in (CONFIGURATION, LOG.rpartition("/")[0]):
            self.files.make_folder(folder)
        for name, text in files.items():
            self.files.write(f"{CONFIGURATION}/{name}", text)
        self.sweep()
        self.files.sync()

    @property
    def up(self) -> bool:
        """Whether it is up."""
        return self.device.answers()

    @property
    def ready(self) -> bool:
        """Whether its services are."""
        return self.up

    @property
    def hostname(self) -> str:
        """Its name."""
        return self.lab.name

    def sweep(self) -> None:
        """Do as OpenSM at a hang-up: read the files again, and say so in the log."""
        self.loaded = {name: self._text(name) for name in READ_AGAIN}
        self.files.write(LOG, "SUBNET UP\n")

    def held(self) -> dict[str, object]:
        """Return the files, and what OpenSM goes by."""
        names = self.files.names(CONFIGURATION)
        return {"files": {name: self._text(name) for name in names}, "loaded": self.loaded}

    def put(self, name: str, text: str) -> None:
        """Write a file as UFM does by itself, or a human: OpenSM is told."""
        self.files.write(f"{CONFIGURATION}/{name}", text)
        self.sweep()

    def edit(self, line: str, user: str) -> None:
        """Do as a human. Raises ValueError."""
        self.device.edit(line, user)

    def reboot(self) -> None:
        """Lose power."""
        self.device.reboot()

    def lose_power(self) -> None:
        """Forget what had not reached the disk; OpenSM reads everything when it starts."""
        for job in tuple(self._jobs):
            if job is not asyncio.current_task():
                job.cancel()
        for cut in tuple(self.cut):
            cut()
        self.files.lose_power()
        self.sweep()

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Let something happen by itself, until it is done or the power goes."""
        job = asyncio.get_running_loop().create_task(work)
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return job

    async def close(self) -> None:
        """Stop everything that would still happen."""
        for job in tuple(self._jobs):
            job.cancel()

    def _text(self, name: str) -> str:
        path = f"{CONFIGURATION}/{name}"
        return self.files.text(path) if self.files.is_file(path) else ""
