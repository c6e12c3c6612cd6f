"""Switches: cages, lanes, rates, and how each operating system names their ports."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fabric.catalog.models.entry import Entry, Fact, Named


class SonicNumbering(Fact):
    """How SONiC numbers the ports of a group of cages."""

    first: int
    """Number of the first cage's port: 0 in `Ethernet0`; some vendors begin at 1."""
    step: int = Field(ge=1)
    """Numbers from one cage to the next."""


class Cages(Fact):
    """A group of equal cages."""

    count: int = Field(ge=1)
    """Cages in the group."""
    form_factor: str
    """Mechanical form of the cage."""
    lanes: int = Field(ge=1)
    """Electrical lanes of one cage."""
    lane_gbps: int = Field(ge=1)
    """Fastest rate of one lane, Gb/s."""
    max_gbps: int = Field(ge=1)
    """Fastest rate of one cage, Gb/s."""
    first: int = Field(ge=1)
    """Front-panel number of the first cage."""
    breakout: tuple[str, ...] = Field(min_length=1)
    """Modes, in the words of SONiC's platform.json: `2x400G[200G,100G]` is two ports of 400G or less."""
    sonic: SonicNumbering | None = None
    """SONiC's numbers; None when the switch does not run SONiC."""


class Naming(Fact):
    """Patterns of port names.

    Placeholders: {cage}; {lane}, the first lane of the port in its cage from 1; {child} and {child1}, its
    place among the ports of the cage from 0 and from 1; {letter}, the same as a..h; {number}, SONiC's number;
    {half} and {part}, from 1, of a port that is a quarter of its cage; {index}, SONiC's number of its cage.
    """

    whole: str
    """Name of a port that takes every lane of its cage."""
    split: str
    """Name of one of several ports of a cage."""
    single: str = ""
    """Name of the port of a one-lane cage, where it differs from `whole`."""
    quarter: str = ""
    """Name of a port that takes a quarter of its cage, where it differs from `split`."""


class ManagementPort(Fact):
    """The port that a switch is managed by, apart from its data ports."""

    form_factor: str
    """Mechanical form of the socket."""
    gbps: int = Field(ge=1)
    """Fastest rate, Gb/s."""
    names: dict[str, str] = Field(min_length=1)
    """Its name by operating system: eos, sonic, cumulus."""


class Sonic(Fact):
    """The switch as SONiC knows it."""

    platform: str
    """ONIE platform string: `x86_64-arista_7060x6_64pe`."""
    alias: Naming | None = None
    """Pattern of `PORT.alias`; None when not known."""
    first_lanes: tuple[int, ...] = ()
    """First ASIC lane of every cage in front-panel order. The lanes of a cage follow each other, the cages
    need not. Empty when not known: lane numbers cannot be computed."""
    gear: int = Field(default=1, ge=1)
    """Electrical lanes of a cage for each lane of the ASIC: 2 where a gearbox makes 8 of 50G of 4 of 100G."""
    first_index: int = 1
    """`PORT.index` of the first cage; the cages follow each other."""
    lanes_source: str = ""
    """Where the lanes were read."""
    undivided: tuple[str, ...] = ()
    """HwSKUs whose port_config.ini has every cage as one port at its full rate; names of others may tell."""


class HighPower(Fact):
    """Cages that feed hungrier modules than the rest."""

    cages: tuple[int, ...]
    """Front-panel numbers."""
    watts: float
    """Power limit of these cages, W."""


class Switch(Named):
    """A switch model."""

    vendor: str
    """Maker."""
    model: str
    """Maker's model name."""
    asic: str
    """Identifier of the switching ASIC in the `asics` table."""
    protocol: Literal["ethernet", "infiniband"]
    """What the ports speak."""
    cages: tuple[Cages, ...] = Field(min_length=1)
    """Groups of cages, in the order of their numbers; a link takes the first group that runs its speed."""
    radix: int | None = None
    """Ports at the rate the switch is sold with."""
    max_logical_ports: int | None = None
    """Most ports after breakout; None when not known."""
    nos: tuple[str, ...]
    """Operating systems it runs."""
    names: dict[str, Naming] = Field(default_factory=dict)
    """Port names by operating system: eos, sonic, cumulus, ib."""
    management: ManagementPort | None = None
    """Its management port, the first where it has several; None when not known."""
    sonic: Sonic | None = None
    """The switch in SONiC's device data; None when SONiC does not list it."""
    cage_power_w: float | None = None
    """Power limit of one cage, W; None when not known."""
    high_power: HighPower | None = None
    """Exceptions from `cage_power_w`."""
    power_w: float | None = None
    """Typical power without modules, W; None when not known."""
    rack_units: int | None = None
    """Height, U; None when not known."""
    role: str = ""
    """What it is usually bought for, when that is narrow."""
    voq: bool = False
    """Virtual output queues and deep buffers: another queueing model."""

    def __hash__(self) -> int:
        """Hash by name, for `names` is a dict: caches may have a switch for a key."""
        return hash(self.id)


class HwSku(Entry):
    """A SONiC hardware profile of a switch."""

    hwsku: str
    """SONiC's name: `Arista-7060X6-64PE-O128`."""
    switch: str
    """Switch in the `switches` table."""
    headroom_table: str = ""
    """Static PFC headroom table; empty for a profile that ships none and so runs lossy."""
    same_as: str = ""
    """The profile it is a link to, whose buffers, QoS and headroom it has."""
