"""What the engine asks of a device, whatever its vendor.

Every verb takes the journalled token and keeps no state between calls: a driver made anew after a crash
can go on from the token alone. A verb either returns, or raises one of the errors below.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.health.model import Judgement
    from fabric.platforms.form import Patch


class DriverError(Exception):
    """A device or the way to it failed."""


class UnreachableError(DriverError):
    """No connection, or the peer is not to be trusted (certificate, host key, credentials)."""


class RefusedError(DriverError):
    """The device understood and refused; nothing of this call took effect outside the candidate."""


class LostReplyError(DriverError):
    """The request was sent and no answer came: whether it took effect is unknown. Probe, never retry."""


class Session(StrEnum):
    """What the device holds under a token."""

    NONE = "none"
    STAGED = "staged"
    """A candidate that is not committed."""
    PENDING = "pending"
    """Committed, and reverts by itself unless confirmed."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a device says it is. Empty where the platform does not tell."""

    hostname: str
    serial: str
    mac: str
    model: str
    release: str


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a platform can do by itself; the engine does the rest."""

    atomic_commit: bool
    native_timer: bool
    longest_timer_s: int
    shortest_timer_s: int = 1
    reverts: bool = True
    """Whether an unconfirmed change goes back by itself."""


@dataclass(frozen=True, slots=True)
class Probe:
    """The truth about a token on a device, read back."""

    session: Session
    remaining_s: int | None
    """Seconds until the device reverts; None without a timer."""
    running: Mapping[str, str]
    """Running configuration by artifact name, as `fetch` returns it."""


@dataclass(frozen=True, slots=True)
class Observation:
    """State of a device for gates. Ports bear the vendor's names."""

    bgp: Mapping[str, bool] = field(default_factory=dict)
    """Established, by session: port name or address."""
    lldp: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Neighbour (system name, port) by port name."""
    oper_up: frozenset[str] = frozenset()
    """Ports that are up."""
    counters: Mapping[str, int] = field(default_factory=dict)
    """Cumulative: `pfc_watchdog`, `fec_uncorrectable`, `discards`, ... summed over ports."""
    judged: tuple[Judgement, ...] = ()
    """What it judged of itself, where it can: tests that UFM runs of its fabric."""
    ports: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Cumulative, in and out together, by port: `frames`, `discards`, `errors`, `pfc`, `ecn`; absent where
    the device does not count."""


class Driver(Protocol):
    """The live side of one device."""

    capabilities: Capabilities

    def identify(self) -> Identity:
        """Ask who it is."""

    def fetch(self) -> Mapping[str, str]:
        """Read the running configuration, by artifact name."""

    def stage(self, token: str, patch: Patch) -> str:
        """Put the change into a candidate named by the token; return the device's own diff, if it makes one.

        Secrets are injected here and nowhere earlier. Raises RefusedError after removing the candidate.
        """

    def commit(self, token: str, revert_in_s: int) -> None:
        """Bring the candidate in, to be reverted after `revert_in_s` unless confirmed."""

    def probe(self, token: str) -> Probe:
        """Read what the device holds under the token and what it runs."""

    def confirm(self, token: str) -> None:
        """Stop the timer and make the running configuration the startup configuration. Idempotent."""

    def abort(self, token: str) -> None:
        """Drop the candidate, or revert what is pending at once. Idempotent."""

    def restore(self, token: str, base: Mapping[str, str]) -> None:
        """Make the device run `base` again, whatever it runs now, and persist it."""

    def observe(self) -> Observation:
        """Read the state that gates judge."""

    def close(self) -> None:
        """Let go of the connection. Never changes the device."""
