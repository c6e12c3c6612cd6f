"""Everything outside that a rollout needs, as one value: tests put their own world in its place."""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from fabric.rollout.stop import Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.drivers.contract import Driver
    from fabric.drivers.probes import Ran
    from fabric.health.metric import Reading
    from fabric.plan.model import PlannedDevice
    from fabric.plan.own import OwnGate
    from fabric.rollout.journal import Record


class Clock(Protocol):
    """Time that only goes forward, in seconds."""

    def now(self) -> float:
        """Read the monotonic clock."""

    def sleep(self, seconds: float, stop: Stop) -> None:
        """Wait, or return earlier when the process is asked to leave."""


class RealClock:
    """The machine's clock."""

    def now(self) -> float:
        """Read the monotonic clock."""
        return time.monotonic()

    def sleep(self, seconds: float, stop: Stop) -> None:
        """Wait, or return earlier when the process is asked to leave."""
        stop.wait(seconds)


class Probes(Protocol):
    """Whoever answers the gates of a site's own."""

    def ready(self) -> str:
        """Say why they cannot be asked as they were planned; empty when they can."""

    def run(self, gate: OwnGate, about: Mapping[str, object], over: Callable[[], bool]) -> Ran:
        """Run a command or a task until it ends or is over, and return what came of it."""

    def close(self) -> None:
        """Let go of what they hold."""

    def read(self, query: str, deadline_s: float) -> Reading:
        """Return the number that a query gives now, or none and why."""


def _nothing(_label: object) -> None:
    """Take note of nothing."""


def _agrees(_device: PlannedDevice, _running: Mapping[str, str], _shown: str) -> str:
    """Find nothing."""
    return ""


def _none(_name: str) -> None:
    """Know of no login that is coming."""


def _as_is(text: str) -> str:
    return text


def _today() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


@dataclass(frozen=True, slots=True)
class World:
    """The outside of a rollout."""

    driver_for: Callable[[str], Driver]
    """A new driver for a device, by its key in the inventory."""
    fingerprint_of: Callable[[str, Mapping[str, str]], str]
    """(platform, running configuration by artifact) to the fingerprint of the owned part; must be pure."""
    clock: Clock = field(default_factory=RealClock)
    today: Callable[[], dt.datetime] = _today
    """The wall clock, which windows and freezes go by; nothing on a device is ever decided by it."""
    stop: Stop = field(default_factory=Stop)
    told: Callable[[Record], None] = _nothing
    """Hears every record once it is durable; called from several threads."""
    warned: Callable[[str], None] = _nothing
    """Hears what whoever stops the process has to know, at once; called from a thread."""
    after: Callable[[str], None] = _nothing
    """Called after every durable record and every call to a device: where crash tests kill the process."""
    hide: Callable[[Mapping[str, str]], Mapping[str, str]] = dict
    """Takes the secrets out of what a device runs before it is stored."""
    reveal: Callable[[Mapping[str, str]], Mapping[str, str]] = dict
    """Puts them back into what was stored, for a restore."""
    unlike: Callable[[PlannedDevice, Mapping[str, str], str], str] = _agrees
    """(device, what it runs, its own diff of the candidate) to where that is not the plan; else empty."""
    coming: Callable[[str], Driver | None] = _none
    """A driver with the login that is coming, by name of a device; None where none is."""
    jobs: Callable[[], str] | None = None
    """Asks which jobs run now, as JSON; None where the plan's own list is all. Raises FabricError."""
    signed: str = ""
    """Who signed the plan, for the journal's first record."""
    redact: Callable[[str], str] = _as_is
    """Takes the secrets out of a device's error text before it is journalled."""
    probes: Probes | None = None
    """Who answers the gates of the site's own; without one all of them are unknown."""
