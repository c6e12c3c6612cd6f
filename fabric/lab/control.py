"""Starts, stops and commands a lab from outside, with nothing but the standard library."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabric.core.program import plain_environment
from fabric.lab.fleet import EAPI_PORT, NVUE_PORT, SSH_PORT, UFM_PORT, read_fleet, write_fleet
from fabric.lab.inventory import write_inventory

if TYPE_CHECKING:
    from fabric.lab.faults import Fault
    from fabric.lab.fleet import LabFleet

READY = "ready.json"
PID = "lab.pid"
LOG = "lab.log"
FIRST_NET = 77
_POLL_S = 0.05
_MODULE = "fabric.lab.serve"


class LabError(Exception):
    """The lab does not run, did not start, or refuses."""


@dataclass(frozen=True, slots=True)
class Ready:
    """What a lab process says when it answers."""

    pid: int
    admin: str
    """Base address of the admin endpoint."""
    devices: int
    unserved: tuple[str, ...]
    """Devices whose platform has no double here."""
    seconds: float


def free_net(first: int = FIRST_NET) -> int:
    """Return the first second octet of 127.0.0.0/8 that no other lab of this machine uses."""
    nets = [*range(first, 255), *range(1, first)]
    return next((net for net in nets if _is_free(f"127.{net}.0.1")), first)


def _is_free(address: str) -> bool:
    for port in (EAPI_PORT, SSH_PORT, NVUE_PORT, UFM_PORT):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((address, port))
            except OSError:
                return False
    return True


def up(directory: Path, fleet: LabFleet) -> int:
    """Start a detached process that serves a fleet; return its id. Raises LabError if one runs already."""
    if running_pid(directory):
        raise LabError(f"a lab runs in {directory} already")
    write_fleet(directory, fleet)
    (directory / READY).unlink(missing_ok=True)
    log = str(directory / LOG)
    # not `subprocess`: its Popen complains when it is let go of while the process runs, which is what we want
    return os.posix_spawn(
        sys.executable,
        [sys.executable, "-m", _MODULE, str(directory.resolve())],
        {**plain_environment(os.environ), "PYTHONPATH": _import_path()},
        setsid=True,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ],
    )


def wait(directory: Path, timeout_s: float = 60.0) -> Ready:
    """Wait until every device answers, then write the inventory. Raises LabError with the end of the log."""
    deadline = time.monotonic() + timeout_s
    while not (directory / READY).exists():
        if time.monotonic() > deadline or _died(directory):
            log = (directory / LOG).read_text(encoding="utf-8", errors="replace")
            raise LabError(f"the lab in {directory} did not start:\n{log[-2000:]}")
        time.sleep(_POLL_S)
    write_inventory(directory, read_fleet(directory))
    return ready(directory)


def ready(directory: Path) -> Ready:
    """Return what the running lab says. Raises LabError when none answers."""
    try:
        raw = json.loads((directory / READY).read_text(encoding="utf-8"))
    except FileNotFoundError as missing:
        raise LabError(f"no lab answers in {directory}") from missing
    return Ready(**{**raw, "unserved": tuple(raw["unserved"])})


def down(directory: Path, timeout_s: float = 10.0) -> bool:
    """Stop the lab of a directory; False when none ran. Raises LabError if it does not end."""
    pid = running_pid(directory)
    if not pid:
        return False
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + timeout_s
    while running_pid(directory):
        if time.monotonic() > deadline:
            raise LabError(f"process {pid} does not end")
        time.sleep(_POLL_S)
    _reap(pid)
    return True


def status(directory: Path) -> dict[str, Any]:
    """Return the state of every device."""
    return dict(json.loads(_ask(directory, "/status")))


def running(directory: Path, device: str) -> str:
    """Return the running configuration of a device."""
    return _ask(directory, f"/running/{device}")


def fault(directory: Path, device: str, ordered: Fault) -> None:
    """Order a fault. Raises LabError for an unknown device or an edit the device refuses."""
    _ask(directory, "/fault", {"device": device, **asdict(ordered)})


def clear(directory: Path, device: str, kind: str = "") -> None:
    """Forget the faults of a device, or those of one kind."""
    _ask(directory, "/clear", {"device": device, "kind": kind})


def edit(directory: Path, device: str, line: str, user: str = "human") -> None:
    """Change a running configuration as a human would. Raises LabError if the device refuses."""
    _ask(directory, "/edit", {"device": device, "line": line, "user": user})


def running_pid(directory: Path) -> int:
    """Return the id of the lab process of a directory; 0 when there is none, whatever the pid file says."""
    try:
        pid = int((directory / PID).read_text(encoding="utf-8"))
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError, ValueError):
        return 0
    return pid if _MODULE.encode() in command and str(directory.resolve()).encode() in command else 0


def _reap(pid: int) -> None:
    """Take the exit status if the process is a child of ours, so that no zombie stays."""
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)


def _died(directory: Path) -> bool:
    """Say whether the process came and went: it wrote to its log and is gone."""
    return (directory / LOG).stat().st_size > 0 and not running_pid(directory)


def _ask(directory: Path, path: str, body: dict[str, object] | None = None) -> str:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(  # noqa: S310 - the address is the lab's own, on the loopback
        ready(directory).admin + path, data=data, headers={"Content-Type": "application/json"}
    )
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=30) as response:
            return str(response.read().decode())
    except urllib.error.HTTPError as refused:
        with refused:
            raise LabError(refused.read().decode() or str(refused)) from refused
    except urllib.error.URLError as gone:
        raise LabError(f"the lab in {directory} does not answer: {gone.reason}") from gone


def _import_path() -> str:
    """Return a path on which the child finds the package this process runs, wherever it was started."""
    ours = str(Path(__file__).resolve().parents[2])
    return os.pathsep.join(filter(None, (ours, os.environ.get("PYTHONPATH", ""))))
