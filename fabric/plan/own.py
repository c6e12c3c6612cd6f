"""Gates of a site's own as a plan holds them: what will be asked of whom, and the digests of what will run.

A plan is signed as a whole, so what runs is what was signed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

METRIC, COMMAND, TASK = "metric", "command", "task"


@dataclass(frozen=True, slots=True)
class Server:
    """A Prometheus. Its secret is a reference."""

    url: str
    ca: str = ""
    """Path of a PEM file below the project; empty for the authorities of the system."""
    username: str = ""
    """Empty: the secret is a bearer token, if there is one."""
    secret: str = ""
    """Such as `secret:env/NAME`."""


@dataclass(frozen=True, slots=True)
class OwnGate:
    """One gate."""

    name: str
    kind: str
    at: tuple[str, ...]
    """Moments: `pre`, `post`, `wave`, `soak`."""
    deadline_s: int
    ask: tuple[str, ...]
    """The query; the arguments of a command; or module and function of a task."""
    condition: str = ""
    """Of a metric."""
    environment: tuple[str, ...] = ()
    """Of what runs: variables that it gets beside the plain ones."""

    def __str__(self) -> str:
        what = f"{' '.join(self.ask)}, {self.condition}" if self.condition else " ".join(self.ask)
        return f"{self.name} ({', '.join(self.at)}), {self.kind}: {what}"


@dataclass(frozen=True, slots=True)
class Traffic:
    """What the ports between switches must show of a soak."""

    frames: int
    """Least frames at each changed device."""
    most: Mapping[str, int] = field(default_factory=dict)
    """By counter: most in a million frames."""


@dataclass(frozen=True, slots=True)
class Own:
    """All gates of a site's own."""

    gates: tuple[OwnGate, ...] = ()
    server: Server | None = None
    traffic: Traffic | None = None
    interval_s: int = 60
    """Between two looks in a soak."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Files of the project that they consist of, and the sha256 of each."""
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """All devices of each role, where a condition compares with those that are not changed."""

    def at(self, moment: str) -> tuple[OwnGate, ...]:
        """Return the gates of a moment."""
        return tuple(gate for gate in self.gates if moment in gate.at)

    @property
    def post_s(self) -> int:
        """Seconds that the gates of one device's change take at most, while its commit timer runs."""
        return sum(gate.deadline_s for gate in self.at("post"))


def own_from_json(data: Mapping[str, Any]) -> Own:
    """Read back what a plan file holds."""
    tuples = ("at", "ask", "environment")
    return Own(
        gates=tuple(
            OwnGate(**{**gate, **{name: tuple(gate[name]) for name in tuples}}) for gate in data["gates"]
        ),
        server=Server(**data["server"]) if data["server"] else None,
        traffic=Traffic(**data["traffic"]) if data["traffic"] else None,
        interval_s=data["interval_s"],
        files=dict(data["files"]),
        roles={role: tuple(names) for role, names in data["roles"].items()},
    )
