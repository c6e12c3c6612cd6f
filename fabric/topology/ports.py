"""Which port of a switch a link takes: a rule that leaves room, so that growth moves nothing."""

from __future__ import annotations

from dataclasses import dataclass

from fabric.topology.model import Port


@dataclass(frozen=True, slots=True)
class Cages:
    """The front panel of a switch model, at one port speed."""

    count: int
    lanes: int
    """Lanes of a cage."""
    lanes_per_port: int

    @property
    def per_cage(self) -> int:
        """Ports of this speed in one cage."""
        return self.lanes // self.lanes_per_port

    @property
    def ports(self) -> int:
        """Ports of this speed on the whole panel."""
        return self.count * self.per_cage

    def port(self, slot: int, first_cage: int = 1) -> Port:
        """Return the port number `slot` (from 0), counted from a cage."""
        cage, child = divmod(slot, self.per_cage)
        return Port(first_cage + cage, child * self.lanes_per_port + 1, self.lanes_per_port)
