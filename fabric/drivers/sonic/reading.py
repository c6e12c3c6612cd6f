"""Read marker, timer and running configuration of a device in one command, under our lock."""

from __future__ import annotations

import re
from typing import Final

from fabric.drivers.contract import Probe, Session
from fabric.drivers.shape import NonsenseError
from fabric.drivers.sonic.script import FRR, LOCK, ROOT, Files

DATABASE: Final = "config_db.json"
FRR_CONF: Final = "frr.conf"
_CUT: Final = "==fab=="
_WAIT_S: Final = 30
PARTS: Final = 5
_UPTIME = re.compile(r"\s*[0-9]+(\.[0-9]+)?(\s|$)")
_MARKER = re.compile(r"(?!pending\b).*|pending [0-9]+( [0-9]+(\.[0-9]+)?){1,2}", re.DOTALL)

_RUNNING: Final = (
    "sonic-cfggen -d --print-data",
    f"if test -f {FRR}; then cat {FRR}; fi",
)
LIST: Final = f"sudo sh -c 'if test -d {ROOT}; then ls {ROOT}; fi'"


def fetch_command() -> str:
    """Return the command that reads the running configuration."""
    return _under_lock(_RUNNING)


def read_running(output: str) -> dict[str, str]:
    """Return the running configuration by artifact name; FRR's is absent where SONiC generates it."""
    database, cut, frr = output.partition(f"{_CUT}\n")
    if not cut or f"{_CUT}\n" in frr:
        raise NonsenseError("its answer makes no sense: it is not complete")
    running = {DATABASE: database}
    return {**running, FRR_CONF: frr} if frr.strip() else running


def probe_command(files: Files) -> str:
    """Return the command that reads everything of a token; a commit that still runs is waited for."""
    state = files.at("state")
    return _under_lock(
        (
            f"if test -f {state}; then cat {state}; fi",
            f"systemctl is-active {files.unit}.timer",
            f"systemctl is-active {files.unit}.service",
            "cat /proc/uptime",
            *_RUNNING,
        )
    )


def read_probe(output: str) -> Probe:
    """Return what stands under the token; raises NonsenseError when the output is not whole."""
    parts = output.split(f"{_CUT}\n", 4)
    if len(parts) != PARTS or not _UPTIME.match(parts[3]) or not _MARKER.fullmatch(parts[0].strip()):
        raise NonsenseError("its answer makes no sense: it is not complete")
    state, timer, service, uptime, rest = parts
    session, left = _session(state.split(), timer.strip(), service.strip(), float(uptime.split()[0]))
    return Probe(session, left, read_running(rest))


def _session(state: list[str], timer: str, service: str, uptime_s: float) -> tuple[Session, int | None]:
    """Judge by the device's own clock: marker is `staged` or `pending SECONDS UPTIME IDLE`."""
    if state[:1] == ["staged"]:
        return Session.STAGED, None
    if state[:1] != ["pending"]:
        return Session.NONE, None
    if timer == "active":
        return Session.PENDING, max(0, int(float(state[1]) - (uptime_s - float(state[2]))))
    if service in {"active", "activating"}:
        return Session.PENDING, 0  # the rollback waits for the lock or runs
    # Marker without a timer: the rollback failed, or somebody stopped it. What runs tells the rest.
    return Session.NONE, None


def _under_lock(commands: tuple[str, ...]) -> str:
    joined = f"; echo {_CUT}; ".join(commands)
    return f"sudo flock -w {_WAIT_S} {LOCK} sh -c '{joined}'"


def tokens(listing: str) -> tuple[str, ...]:
    """Return the tokens that have a folder on the device."""
    return tuple(name for name in listing.split() if name.startswith("fab_") and not name.endswith(".log"))
