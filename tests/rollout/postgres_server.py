"""A PostgreSQL of Debian for the tests: on a socket in a temporary folder, reachable by nobody else."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HOMES = Path("/usr/lib/postgresql")
OWNER = "postgres"


def programs() -> Path | None:
    """Return the folder of the newest server's programs; None where there is none."""
    found = sorted(HOMES.glob("*/bin/initdb"), key=lambda place: int(place.parts[-3]))
    return found[-1].parent if found else None


@dataclass(frozen=True)
class Server:
    """One server; what is done to it here happens to it in data centres."""

    folder: Path

    @property
    def url(self) -> str:
        return f"postgresql://{OWNER}@/postgres?host={self.folder}"

    def start(self) -> None:
        settings = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c max_connections=50"
        words = ("-D", self._data, "-w", "-o", settings, "-l", self.folder / "log", "start")
        _run("pg_ctl", *words, folder=self.folder)

    def stop(self) -> None:
        _run("pg_ctl", "-D", self._data, "-m", "immediate", "stop", folder=self.folder)

    def kill(self) -> None:
        """Kill the postmaster with SIGKILL; returns when its children have noticed."""
        family = self._family()
        os.kill(family[0], signal.SIGKILL)
        while any(_lives(pid) for pid in family):
            time.sleep(0.01)
        # Where nobody reaps the dead, the next server would take them for a living one.
        (self._data / "postmaster.pid").unlink()
        (self.folder / ".s.PGSQL.5432.lock").unlink()

    @contextlib.contextmanager
    def silent(self) -> Iterator[None]:
        """Let nothing of it answer within the block, nor close a connection."""
        family = self._family()
        for pid in family:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in family:
                os.kill(pid, signal.SIGCONT)

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _family(self) -> list[int]:
        head = int((self._data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{head}/task/{head}/children").read_text().split()
        return [head, *map(int, children)]


@contextlib.contextmanager
def serving() -> Iterator[Server]:
    """Run a server until the end of the block."""
    folder = Path(tempfile.mkdtemp(prefix="fabric-pg-"))
    server = Server(folder)
    try:
        _run("initdb", "-D", folder / "data", "-U", OWNER, "-A", "trust", "--no-sync", folder=folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def _lives(pid: int) -> bool:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return False
    return fields[0] not in "ZX"


def _run(program: str, *words: object, folder: Path) -> None:
    """Run one of its programs as its own user: it refuses the superuser."""
    where = programs()
    assert where is not None
    asked = {}
    if os.geteuid() == 0:
        owner = pwd.getpwnam(OWNER)
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        asked = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
    command = [where / program, *map(str, words)]
    # Not captured: the server would hold the pipe open, and the wait for its end would have none.
    with (folder / "talk").open("ab") as talk:
        done = subprocess.run(command, stdout=talk, stderr=talk, check=False, cwd="/", **asked)
    assert done.returncode == 0, (folder / "talk").read_text()
