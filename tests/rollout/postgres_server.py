"""A PostgreSQL of Debian for the tests: on a socket in a temporary folder, reachable by nobody else."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
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


@contextlib.contextmanager
def running() -> Iterator[str]:
    """Run a server until the end of the block; give the URL of its database."""
    folder = Path(tempfile.mkdtemp(prefix="fabric-pg-"))
    data = folder / "data"
    try:
        _run("initdb", "-D", data, "-U", OWNER, "-A", "trust", "--no-sync", folder=folder)
        settings = f"-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=50"
        _run("pg_ctl", "-D", data, "-w", "-o", settings, "-l", folder / "log", "start", folder=folder)
        try:
            yield f"postgresql://{OWNER}@/postgres?host={folder}"
        finally:
            _run("pg_ctl", "-D", data, "-m", "immediate", "stop", folder=folder)
    finally:
        shutil.rmtree(folder)


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
