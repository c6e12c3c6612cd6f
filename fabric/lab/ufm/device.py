"""One UFM server: the partitions and options it holds, the subnet it sees, and jobs that may never end."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fabric.lab.faults import Kind
from fabric.lab.front import BOOT_S
from fabric.lab.state import View
from fabric.lab.ufm.box import Box
from fabric.lab.ufm.partitions import Partitions

if TYPE_CHECKING:
    from fabric.lab.fleet import LabDevice
    from fabric.lab.state import World

JOB_S = 0.05
_KEYS = {"m_key": "0x0", "sm_key": "0x1", "sa_key": "0x1", "m_key_per_port": False}
"""Keys as a fresh OpenSM has them, for clients to leave alone."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something that UFM does in its own time."""

    number: int
    operation: str
    began: float
    failed: bool


@dataclass(frozen=True, slots=True)
class Cable:
    """A cable of the subnet, by GUID and port of both ends."""

    a: str
    port_a: int
    b: str
    port_b: int

    @property
    def ends(self) -> tuple[str, str]:
        """Both ports as UFM names them."""
        return f"{self.a}_{self.port_a}", f"{self.b}_{self.port_b}"


class UfmDevice:
    """State in memory; partitions are on disk as soon as they are changed, so a restart loses none."""

    def __init__(self, device: LabDevice, world: World) -> None:
        self.lab = device
        self.world = world
        startup = json.loads(device.startup or "{}")
        self.partitions = Partitions(startup.get("partitions", {}), device.release)
        self.smconf: dict[str, Any] = {
            **_KEYS,
            "routing_engine_active": startup.get("engine", "minhop"),
            **startup.get("smconf", {}),
        }
        self.cables = tuple(Cable(*cable) for cable in startup.get("cables", ()))
        self.jobs: dict[int, Job] = {}
        self.tokens: dict[str, str] = {}
        self.box = Box(self, startup["files"]) if "files" in startup else None
        """Its files, where they can be reached."""
        self._ready_at = 0.0
        self._view = View(device.name, enabled=frozenset(device.ports))

    def view(self) -> View:
        """Return what the neighbours see: a server with its ports up."""
        return self._view

    def answers(self) -> bool:
        """Say whether it is up; False while it restarts."""
        return time.monotonic() >= self._ready_at

    def running(self) -> str:
        """Return partitions and options, as this double keeps them."""
        pkeys = {
            key: pkey.shown({"guids_data": "true", "qos_conf": "true"})
            for key, pkey in self.partitions.by_key.items()
        }
        held = {"pkeys": pkeys, "smconf": self.smconf, **(self.box.held() if self.box else {})}
        return json.dumps(held, indent=1, sort_keys=True) + "\n"

    def digest(self) -> str:
        """Return the SHA-256 of what it holds."""
        return hashlib.sha256(self.running().encode()).hexdigest()

    def impostor(self) -> bool:
        """Say whether another server answers in its place."""
        return self.world.faults.holds(self.lab.name, Kind.WRONG_IDENTITY)

    def edit(self, line: str, user: str) -> None:
        """Do as a human, or UFM by itself: a PUT of members, or `file` and `text`. Raises ValueError."""
        try:
            body = json.loads(line)
        except ValueError as wrong:
            raise ValueError(f"an edit is JSON such as a PUT of members takes: {wrong}") from wrong
        if self.box and "file" in body:
            self.box.put(str(body["file"]), str(body["text"]))
            return
        name = self.partitions.set_members(body)
        self.record("edit", name, user)

    def record(self, verb: str, name: str = "", user: str = "") -> None:
        """Write to the lab's commit log; `name` is that of the partition."""
        self.world.commits.append(self.lab.name, verb, token=name, user=user, digest=self.digest())

    def up(self, cable: Cable) -> bool:
        """Say whether a cable carries; a fault names either of its ends."""
        return not any(self.world.faults.holds(self.lab.name, Kind.LINK_DOWN, end) for end in cable.ends)

    def begin(self, operation: str, *, failed: bool = False) -> Job:
        """Start a job."""
        job = Job(len(self.jobs) + 1, operation, time.monotonic(), failed)
        self.jobs[job.number] = job
        return job

    def status_of(self, job: Job) -> str:
        """Return the state of a job; one that was cursed runs for ever."""
        cursed = self.world.faults.holds(self.lab.name, Kind.DEAD, command=f"job {job.operation}")
        if cursed or time.monotonic() < job.began + JOB_S:
            return "Running"
        return "Completed With Errors" if job.failed else "Completed"

    def reboot(self, boot_s: float = BOOT_S) -> None:
        """Restart UFM: jobs are gone, partitions and options stay."""
        self.jobs.clear()
        self._ready_at = time.monotonic() + boot_s
        if self.box:
            self.box.lose_power()
        self.record("reboot")

    def run_out(self) -> None:
        """Nothing: UFM has no timer that takes a change back."""
