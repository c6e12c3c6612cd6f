"""Which port of a switch a link takes: a rule that leaves room, so that growth moves nothing."""

from __future__ import annotations

from dataclasses import dataclass

from fabric.topology.model import Port


@dataclass(frozen=True, slots=True)
class Cages:
    """The front panel of a switch model, for the ports of one class of links.

    Slots divide the panel, `per_cage` to a cage, whatever the speed of what is in them: a port of another
    speed moves no other one.
    """

    count: int
    lanes: int
    """Lanes of a cage."""
    lanes_per_port: int
    per_cage: int
    """Slots of a cage."""
    first: int = 1
    """Number of the first cage: a switch may have cages of several kinds, one after the other."""

    @property
    def ports(self) -> int:
        """Slots of the whole panel."""
        return self.count * self.per_cage

    def port(self, slot: int, first_cage: int | None = None) -> Port:
        """Return the port of a slot (from 0), counted from a cage."""
        cage, child = divmod(slot, self.per_cage)
        lane = child * (self.lanes // self.per_cage) + 1
        return seated((first_cage or self.first) + cage, lane, self.lanes_per_port)


def seated(cage: int, lane: int, lanes: int) -> Port:
    """Return the port with a number of lanes that a lane of a cage is in."""
    return Port(cage, (lane - 1) // lanes * lanes + 1, lanes)
