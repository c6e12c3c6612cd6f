"""Who may act on a fabric: a lease with expiry, heartbeat and a fence that grows with every owner."""

from __future__ import annotations

import math
import os
import socket
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from fabric.rollout.database import KINDS
from fabric.rollout.stop import Stop
from fabric.rollout.store import Lease, LeaseLostError, change_lease, lease_of
from fabric.rollout.uptime import uptime
from fabric.rollout.world import RealClock

if TYPE_CHECKING:
    import sqlalchemy as sa

    from fabric.rollout.world import Clock

TTL_S = 30.0
HEARTBEAT_S = 10.0
WATCH_S = 2.0
"""Between two looks at a lease whose holder may live."""
_PROC = Path("/proc/self/stat")


class HeldError(Exception):
    """Somebody else holds the lease."""

    def __init__(self, lease: Lease, age_s: float) -> None:
        super().__init__(f"`{lease.scope}` is held by `{lease.owner}`, last seen {age_s:.0f} s ago")
        self.lease = lease


def me() -> str:
    """Name this process: host, process id and the moment it started, so that a reused id is another name."""
    return f"{_here()}:{os.getpid()}:{_started(os.getpid())}"


def _here() -> str:
    """Name the place whose process ids these are: two machines, or two containers, may share a hostname."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")[:8]
        return f"{socket.gethostname()}/{boot}-{Path('/proc/self/ns/pid').stat().st_ino}"
    except OSError:
        return socket.gethostname()


def _started(pid: int) -> str:
    """Return when a process started, in clock ticks since boot; empty when it runs no more."""
    try:
        fields = (
            Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        )
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]


def is_gone(owner: str) -> bool:
    """Whether the owner ran on this host and runs no more; of another host's process we know nothing.

    Raises ValueError for what is no owner.
    """
    host, pid, started = (["", "", *owner.rsplit(":", 2)])[-3:]
    if not host or not pid.isdecimal():
        raise ValueError(f"the lease's owner `{owner}` is no `host:process:start`")
    return host == _here() and _PROC.exists() and _started(int(pid)) != started


def is_alive(lease: Lease, moment: float) -> bool:
    """Whether a lease is held at a moment.

    One that ends later than it could is of a clock that went back since: another boot, or somebody set it.
    """
    return bool(lease.owner) and 0 < lease.expires - moment <= TTL_S


def holder(engine: sa.Engine, scope: str) -> Lease | None:
    """Return the lease of whoever works on a scope now; a dead process holds nothing."""
    found, moment = lease_of(engine, scope)
    held = found is not None and is_alive(found, moment) and not is_gone(found.owner)
    return found if held else None


def take(
    engine: sa.Engine, scope: str, owner: str, stop: Stop | None = None, clock: Clock | None = None
) -> Lease:
    """Take a lease that is free, expired or left by a dead process; raises HeldError otherwise.

    `stop` is told for how long it holds.

    Where somebody can set the clock that leases are judged by, an expiry alone proves nothing: the holder is
    watched for as long as a lease lasts, and one that renews it meanwhile keeps it. Who does not had no
    answer for so long that it does nothing more to a device, by a clock that nobody sets.
    """
    watch, seen, over = clock or RealClock(), list[Lease](), math.inf
    proven = not KINDS[engine.dialect.name].CLOCK_CAN_BE_SET

    def change(found: Lease | None, moment: float) -> Lease | None:
        if found and found.owner and not is_gone(found.owner):
            if is_alive(found, moment) or (seen and found != seen[0]):
                raise HeldError(found, moment - found.heartbeat)
            seen.append(found)
            if not proven and watch.now() < over:
                return None
        return Lease(scope, owner, (found.fence if found else 0) + 1, moment + TTL_S, moment)

    asked = uptime()
    while (taken := change_lease(engine, scope, change)) is None:
        over = min(over, watch.now() + TTL_S)
        watch.sleep(WATCH_S, Stop())
        asked = uptime()
    if stop is not None:
        stop.hold_lease(asked + TTL_S)
    return taken


def renew(engine: sa.Engine, lease: Lease) -> None:
    """Push the expiry out; raises LeaseLostError when somebody else took it."""

    def change(found: Lease | None, moment: float) -> Lease:
        if found is None or (found.owner, found.fence) != (lease.owner, lease.fence):
            raise LeaseLostError(f"`{lease.scope}` is held by `{found.owner if found else 'nobody'}`")
        return replace(found, expires=moment + TTL_S, heartbeat=moment)

    change_lease(engine, lease.scope, change)


def release(engine: sa.Engine, lease: Lease) -> None:
    """Give it back; the fence stays, so it never goes down."""

    def change(found: Lease | None, _moment: float) -> Lease | None:
        mine = found is not None and (found.owner, found.fence) == (lease.owner, lease.fence)
        return replace(lease, owner="", expires=0.0) if mine else None

    change_lease(engine, lease.scope, change)


class Heartbeat:
    """Renews a lease until it is closed; tells how long it holds, and when somebody else took it."""

    def __init__(self, engine: sa.Engine, lease: Lease, stop: Stop) -> None:
        self._engine, self._lease, self._stop = engine, lease, stop
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="lease", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        while not self._over.wait(HEARTBEAT_S):
            try:
                asked = uptime()
                renew(self._engine, self._lease)
                self._stop.hold_lease(asked + TTL_S)
            except LeaseLostError:
                self._stop.lose_lease()
                return
            except Exception:  # noqa: BLE001, S112  a busy disk: the next beat comes well before the expiry
                continue
