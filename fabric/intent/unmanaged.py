"""`unmanaged`: what of which switches is not ours yet, so that a live network comes in feature by feature."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fabric.intent.base import Listed, Model, Text

Feature = Literal[
    "accounts",
    "services",
    "system",
    "descriptions",
    "ports",
    "addresses",
    "routing",
    "qos",
    "buffers",
]


class Unmanaged(Model):
    """Features that plans leave as the switches have them: no edit, no drift. Artifacts still say them."""

    match: Text = "*"
    """Switches it is for: `pod1-leaf3`, `spine[1-4]`, `*`. One that matches nothing is an error."""
    features: Annotated[tuple[Feature, ...], Listed, Field(min_length=1)]
    """`services` are time, names, logs, SNMP, gNMI, who may reach them, LLDP and counters; `system` name and
    agents; `descriptions` those of ports and their neighbours; `ports` speed, FEC, MTU, state and VLAN;
    `routing` BGP, BFD, policies and hashing; `qos` maps, schedulers, marks and pauses; `buffers` pools,
    headroom and cable lengths."""
    reason: Text = "not taken over yet"
    """Why, for people."""
