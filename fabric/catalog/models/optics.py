"""Modules, cables, and what they plug into."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fabric.catalog.models.entry import Entry, Fact, Named


class Side(Fact):
    """The electrical lanes of a module."""

    lanes: int = Field(ge=1)
    """Lanes."""
    lane_gbps: int = Field(ge=1)
    """Rate of a lane, Gb/s."""
    forms: tuple[str, ...] = ()
    """Forms with this side, where they differ by it."""


class Light(Fact):
    """The optical lanes of a module."""

    lanes: int = Field(ge=1)
    """Lanes, over all optical ports of the module."""
    lane_gbps: int = Field(ge=1)
    """Rate of a lane, Gb/s."""
    modulation: str
    """Modulation."""
    signature: str
    """What the light is like: two ends understand each other when it is equal, or `lane_compat` says so."""


class Media(Named):
    """An optical module."""

    gbps: int = Field(ge=1)
    """Rate of the module, Gb/s."""
    ports: int = Field(ge=1)
    """Optical ports: a twin-port module serves two logical ports, each by its own plug."""
    form_factors: tuple[str, ...] = Field(min_length=1)
    """Forms it is sold in."""
    host: tuple[Side, ...] = Field(min_length=1)
    """Electrical sides it is sold with: an eight-lane form may hold a gearbox."""
    host_modulation: str
    """Modulation of the electrical side."""
    media: Light
    """The optical side."""
    connector: str
    """Plug of one optical port."""
    reach_m: dict[str, float]
    """Reach by kind of glass, m."""
    fec: str
    """Error correction of the link, in the `fec` table."""
    host_fec: str = ""
    """What the port must be set to where the module corrects by itself."""
    standard: str
    """Standard or agreement."""
    tx_dbm: tuple[float, float] | None = None
    """Least and most launched power per lane, average dBm."""
    rx_dbm: tuple[float, float] | None = None
    """Least and most received power per lane, average dBm."""
    loss_db: dict[str, float] | None = None
    """Most loss of the channel by kind of glass, dB."""
    optical_basis: dict[str, str] = Field(default_factory=dict)
    """For each optical figure the source that was read, `recalled` or `draft`."""
    power_w: dict[str, float] = Field(default_factory=dict)
    """Most power by form factor, W."""
    breakout: tuple[str, ...] = ()
    """What it may be split into by fibre."""
    linear: str = ""
    """Set on a module without signal processor: the port must be qualified for it."""

    @property
    def port_gbps(self) -> int:
        """Rate of one optical port, Gb/s."""
        return self.gbps // self.ports


class CableEnd(Fact):
    """One end of a cable with fixed ends."""

    count: int = Field(ge=1)
    """Plugs at this end: more than one is a splitter."""
    form_factor: str
    """Form of the plugs."""


class Cable(Named):
    """A cable with fixed ends."""

    kind: Literal["dac", "acc", "aec", "aoc"]
    """Passive copper, linear copper, retimed copper, or optical."""
    gbps: int
    """Rate, Gb/s."""
    ends: tuple[tuple[CableEnd, CableEnd], ...] = Field(min_length=1)
    """Pairs of ends it is sold with."""
    lanes: int
    """Lanes."""
    lane_gbps: int
    """Rate of a lane, Gb/s."""
    modulation: str
    """Modulation."""
    max_m: float
    """Longest, m."""
    stock_m: tuple[float, ...] = ()
    """Lengths usually in stock, m."""
    max_m_by_fec: dict[str, float] = Field(default_factory=dict)
    """Longest by error correction, m, where it differs."""
    fec: str
    """Error correction of the link."""
    standard: str
    """Standard or agreement."""
    power_w: float | None = None
    """Most power of one end, W; None when not known."""

    @property
    def legs(self) -> int:
        """Plugs at the end with most: more than one is a splitter; 1 where it is sold straight too."""
        return min(max(plug.count for plug in pair) for pair in self.ends)

    @property
    def port_gbps(self) -> int:
        """Rate of one leg, Gb/s."""
        return self.gbps // self.legs


class FormFactor(Named):
    """A mechanical form of cages and modules."""

    lanes: int | None = None
    """Electrical lanes."""
    max_lane_gbps: int
    """Fastest rate of a lane, Gb/s."""
    power_w: float | None = None
    """Most power the agreement allows, W; the cage's own limit is what counts."""
    heat_sink: str
    """Where the heat sink sits: a finned and a flat module exclude each other."""
    accepts: tuple[str, ...] = ()
    """Older forms that fit the cage."""


class Fec(Named):
    """A forward error correction code."""

    code: str | None = None
    """The code."""
    config: Literal["rs", "fc", "none"]
    """What a switch calls it."""
    pre_fec_ber: float | None = None
    """Bit error rate before correction that still gives an error-free link."""


class Connector(Named):
    """An optical plug."""

    fibres: int
    """Positions."""
    used: int
    """Fibres in use."""
    polish: str
    """Polish: APC mates with APC only."""
    loss_db: tuple[float, float]
    """Loss of one connection, usual and most, dB."""


class Glass(Named):
    """A kind of fibre."""

    mode: Literal["single", "multi"]
    """Single-mode or multimode."""
    loss_db_per_km: float
    """Attenuation, dB per km."""


class Fibre(Named):
    """A patch cable as intents name it: glass and plug."""

    fibre: str
    """Kind of glass."""
    connector: str
    """Plug."""
    legs: int = Field(default=1, ge=1)
    """Plugs at the far end: 2 is a 1:2 splitter."""
    far_connector: str = ""
    """Plug at the far end, where it differs."""
    polarity: Literal["", "A", "B"] = ""
    """Type of a cable with MPO plugs: B is crossed, as modules face each other; A is straight."""


class ChannelLimit(Named):
    """How long a channel its maker supports, patch panels included."""

    vendor: str
    """Maker of the switch or adapter at one of its ends."""
    mode: Literal["single", "multi"]
    """Kind of fibre."""
    plug: str = ""
    """Kind of plug, `MPO` or `LC`; empty for every one."""
    split: bool | None = None
    """Whether it holds for splitters; None for both."""
    max_m: float
    """Longest, m."""
    connections: int
    """Most connections on the way."""


class LaneCompat(Entry):
    """Whether lanes of two different signatures understand each other."""

    a: str
    """One signature."""
    b: str
    """The other."""
    verdict: Literal["yes", "no", "conditional"]
    """Whether they do."""
    max_m: float | None = None
    """Up to which length, m."""
    note: str = ""
    """Why, or under which condition."""
