"""Ways through optical circuit switches: from cable to cross-connect to cable, until a device that sends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from fabric.core.diagnostic import Diagnostic, error
from fabric.topology.model import Device, Role
from fabric.topology.pods import unlisted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog import Catalog
    from fabric.core.diagnostic import Path
    from fabric.intent.explicit import Cable, Explicit
    from fabric.topology.tips import Tip

PASSIVE = "unmanaged"
"""Platform of a device that gets no configuration."""


class Crossed(NamedTuple):
    """A passive device on a way: its ports towards both ends."""

    device: str
    near: int
    far: int


def passive_devices(topology: Explicit, catalog: Catalog) -> tuple[dict[str, Device], list[Diagnostic]]:
    """Return the optical circuit switches by name, and those whose model nobody knows."""
    problems = [
        problem
        for found in topology.ocs.values()
        for problem in unlisted(catalog.circuit_switch, found.model, found.loc("model"))
    ]
    made = {
        name: Device(name, Role.CIRCUIT, found.model, PASSIVE, path=found.loc())
        for name, found in topology.ocs.items()
    }
    return made, problems


@dataclass(frozen=True, slots=True)
class Board:
    """The ports of all optical circuit switches: what is plugged in, and what is joined."""

    plugged: dict[tuple[str, int], tuple[Cable, Tip]] = field(default_factory=dict)
    """By port: the cable, and its other end."""
    joined: dict[tuple[str, int], int] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)

    def join(self, topology: Explicit, catalog: Catalog) -> None:
        """Take the cross-connects of the intent."""
        for name, found in topology.ocs.items():
            ports = catalog.circuit_switch(found.model).ports
            for cross in found.cross_connects:
                for field_name, one, other in (("a", cross.a, cross.b), ("b", cross.b, cross.a)):
                    place = cross.loc(field_name)
                    if one > ports:
                        self.wrong(f"`{name}` has no port {one}", place, f"its ports are 1 to {ports}")
                    elif one == other or (name, one) in self.joined:
                        self.wrong(
                            f"port {one} of `{name}` is joined twice", place, "a port is joined to one other"
                        )
                    else:
                        self.joined[name, one] = other

    def plug(self, cable: Cable, tip: Tip, other: Tip, catalog: Catalog) -> None:
        """Take an end of a cable that is in a port."""
        name, ports = tip.device.name, catalog.circuit_switch(tip.device.model).ports
        if not tip.port.isdecimal() or not 1 <= int(tip.port) <= ports:
            self.wrong(f"`{name}` has no port `{tip.port}`", tip.path, f"its ports are 1 to {ports}")
        elif (name, int(tip.port)) in self.plugged:
            self.wrong(f"port {tip.port} of `{name}` has two cables", tip.path, "a port takes one")
        else:
            self.plugged[name, int(tip.port)] = (cable, other)

    def wrong(self, summary: str, path: Path, hint: str) -> None:
        """Remember a mistake at a port."""
        self.problems.append(error("TOP-073", summary, path, hint))

    def ways(self) -> Iterator[tuple[list[tuple[Cable, Tip]], tuple[Crossed, ...]]]:
        """Yield each way once: its cables, each with its end that is nearer to where the way ends."""
        ends = [(port, cable, tip) for port, (cable, tip) in self.plugged.items() if _sends(tip)]
        seen: set[int] = set()
        for port, cable, tip in ends:
            if id(cable) not in seen:
                found = self._followed(port, cable, tip)
                seen |= {id(passed) for passed, _ in found[0]}
                if found[1]:
                    yield found
        for (name, number), (cable, tip) in self.plugged.items():
            if id(cable) not in seen:
                self.dead(name, number, tip.path)
                seen.add(id(cable))

    def _followed(
        self, port: tuple[str, int], cable: Cable, tip: Tip
    ) -> tuple[list[tuple[Cable, Tip]], tuple[Crossed, ...]]:
        """Return the cables and crossings from a device that sends; no crossings if it ends in the dark."""
        cables, crossings = [(cable, tip)], list[Crossed]()
        while True:
            name, near = port
            far = self.joined.get(port)
            following = None if far is None else self.plugged.get((name, far))
            if far is None or following is None:
                self.dead(name, near if far is None else far, cables[-1][1].path)
                return cables, ()
            crossings.append(Crossed(name, near, far))
            cables.append(following)
            if _sends(following[1]):
                return cables, tuple(crossings)
            port = (following[1].device.name, int(following[1].port))

    def dead(self, name: str, number: int, path: Path) -> None:
        """Remember a way that ends in an optical circuit switch."""
        missing = "is joined to no other" if (name, number) not in self.joined else "has no cable"
        hint = "add the cross-connect or the cable, or take the cable out that leads there"
        self.problems.append(error("TOP-074", f"port {number} of `{name}` {missing}", path, hint))


def _sends(tip: Tip) -> bool:
    return tip.device.role is not Role.CIRCUIT
