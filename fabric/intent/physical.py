"""`physical`: what links are made of: by class, by pod, and one by one."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fabric.intent.base import Decibels, Listed, Metres, Model, Name, PortSpeed, Text, Whole
from fabric.intent.topology import LinkKind

KindOfPod = Literal["host-leaf", "leaf-spine", "spine-core"]
"""Classes of links that belong to the pod at their lower end."""


class LinkMedia(Model):
    """What a class of links is made of."""

    media: Literal["auto"] | None = None
    """`auto` chooses modules and fibre, or a cable: what works at both ends and draws the least power."""
    both: Text | None = None
    """Module or cable at both ends."""
    host: Text | None = None
    """Module at the lower end: the host's."""
    switch: Text | None = None
    """Module at the upper end: the switch's; between switches, that of the tier above."""
    fibre: Text | None = None
    """Fibre and connector, such as `os2-mpo12-apc`; none for a copper cable."""
    length: Metres | None = None
    """Length of every cable of the class; default: of each, what the `racks` of its ends make."""
    speed: PortSpeed | None = None
    """Speed of one port; default: what the modules give."""
    ports_per_cage: Annotated[Whole, Field(ge=1, le=8)] | None = None
    """Ports that a switch keeps in a cage: 1 leaves room for faster modules, which then move no port.
    Default: as many as the module serves; without modules, as many as the lanes make."""
    panels: Annotated[Whole, Field(ge=0, le=16)] = 0
    """Patch panels that each cable passes; each counts as two connections, front and back."""
    extra_loss: Decibels = 0.0
    """Loss of anything else on the way, such as an optical circuit switch, from its data sheet."""


class LinkOverride(Model):
    """An exception for some links. What it does not say stays as the class has it."""

    match: Text
    """Name of a device at either end: `pod2-*`, `pod1-host3`, `spine[7-8]`; hitting no link is an error."""
    to: Text | None = None
    """Name of the device at the other end; default: any."""
    both: Text | None = None
    """Module or cable at both ends."""
    host: Text | None = None
    """Module at the lower end."""
    switch: Text | None = None
    """Module at the upper end."""
    fibre: Text | None = None
    """Fibre and connector."""
    length: Metres | None = None
    """Length of each of these cables."""
    speed: PortSpeed | None = None
    """Speed of one port; default: what the modules named here give."""


class Physical(Model):
    """Cables and modules."""

    links: dict[LinkKind, LinkMedia] = Field(default_factory=dict)
    """By class of link."""
    pods: dict[Name, dict[KindOfPod, LinkMedia]] = Field(default_factory=dict)
    """By pod: classes of the links of its hosts, leaves and spines upward, in place of those in `links`."""
    overrides: Annotated[tuple[LinkOverride, ...], Listed] = ()
    """Exceptions, applied in order: a later one wins where two say the same of a link."""
    mtu: Annotated[Whole, Field(ge=1500, le=9214)] = 9214
    """Largest IP packet in bytes, on every port and NIC; 9214 is the most that all platforms share."""
