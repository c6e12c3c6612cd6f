"""What a file of another program says of a network: devices, and links from port to port."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from fabric.core.diagnostic import Diagnostic, FabricError, Place, error

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SWITCH, HOST = "switch", "host"


class Spot(NamedTuple):
    """A port as the file calls it."""

    device: str
    port: str


@dataclass(frozen=True, slots=True)
class Seen:
    """A device as the file describes it; what it does not say is empty."""

    name: str
    kind: str = ""
    """`switch` or `host`."""
    role: str = ""
    model: str = ""
    platform: str = ""
    release: str = ""
    hwsku: str = ""
    routing_mode: str = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """A link as the file has it."""

    a: Spot
    b: Spot
    gbps: int | None = None


@dataclass(frozen=True, slots=True)
class Network:
    """Everything that a file says."""

    transport: str
    devices: Mapping[str, Seen]
    links: tuple[Sight, ...]
    left_out: tuple[str, ...] = ()
    """What is no link of the fabric, in words."""


@dataclass(frozen=True, slots=True)
class Page:
    """A file that is read, and what is wrong with it."""

    file: str
    lines: Sequence[str]
    problems: list[Diagnostic] = field(default_factory=list)

    def wrong(self, summary: str, line: int, column: int = 0, hint: str = "") -> None:
        """Remember a mistake at a position that counts from 0."""
        place = Place.within(self.file, self.lines, line, column)
        self.problems.append(error("IMP-001", summary, hint=hint).at(place))

    def done(self, network: Network) -> Network:
        """Return what was read. Raises FabricError with all mistakes, or when there is no link."""
        if not network.links and not self.problems:
            self.wrong("there is no link in this file", 0, hint="is `--format` that of the file?")
        if self.problems:
            raise FabricError(*self.problems)
        return network
