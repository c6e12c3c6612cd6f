"""Chains behind values, resolved: words of the rule, line of the intent, facts with their sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel

from fabric.core.docstrings import field_descriptions
from fabric.intent.base import Model
from fabric.views.facts import Fact, fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.core.diagnostic import Path, Place
    from fabric.pipeline import Build
    from fabric.views.values import Value

UNKNOWN = "unknown"
"""Confidence of a fact that the catalog does not have."""

RULES: Mapping[str, str] = {
    "intent": "as the intent says",
    "topology": "follows from the shape of the fabric and the place in it",
    "topology.spines": "the spines of the fabric",
    "catalog": "as the catalog says",
    "speed.of-media": "what one port of the modules gives, unless the intent says otherwise",
    "speed.of-management-port": "what the management port of the switch gives, as no modules are named",
    "speed.of-nic": "what the slowest NIC of the fabric gives, as no modules are named",
    "media.auto": "of all that works at both ends over the longest link, the least power, then the simplest",
    "reach.of-weaker": "the weaker of both modules decides, and their pairing where their light differs",
    "loss.of-channel": "glass by its length, every connection at its worst, and what else is on the way",
    "power.of-cage": "a module draws no more than its cage gives; what no source says reads unknown",
    "length.of-racks": "up, along the trays, across and down between the racks of both ends, with slack",
    "fec.of-media": "the error correction that the module at this end needs",
    "routing.underlay": "eBGP over each link: over IPv6 link-local addresses (RFC 5549), or over its /31",
    "allocate.number": "the switch's number in the ledger, for ever",
    "allocate.asn": "every leaf has its own AS by its number, spines of a pod share one, the top tier too",
    "allocate.loopback": "the router id is the pool's address with the switch's number",
    "allocate.host-link": "a /31 for each port, in the block of the leaf",
    "allocate.link": "a /31 for each link between switches, in the block of its lower tier or number",
    "allocate.host-link6": "a /127 for each port, in the /64 of the leaf, behind its first (RFC 6164)",
    "allocate.link6": "a /127 for each link between switches, in the /64 of the same one, behind its first",
    "allocate.dpu": "the pool's number with the place of the DPU's first cable: the leaf's number and port",
    "dpu.own-networks": "its router id and the links to its host, so that no leaf goes through it to another",
    "routing.drained": "neighbours prefer other paths while any is left",
    "bgp.graceful-restart": "a control plane that restarts keeps forwarding",
    "seed.per-tier": "hash seeds differ by tier, so that two stages do not choose alike",
    "qos.total-map": "every one of the 64 code points is in exactly one class",
    "pfc.of-lossless": "the priorities of the lossless classes pause instead of dropping",
    "ecn.auto": "marking begins at a share of the bandwidth-delay product",
    "ecn.scaled": "the thresholds as written, in the proportion of the speeds",
    "ecn.published": "the profile as it was published for this speed",
    "watchdog.poll": "the watchdog looks at least twice within the shorter of its times",
    "headroom.next-tabulated": "the device knows lengths by table: the next one upwards counts",
    "headroom.model": "no table is known, so a model of the ASIC gives it",
    "pools.of-hwsku": "the pools that the HwSKU ships for this place in the topology",
    "dscp.of-nic": "the NIC's own code point if its class has it, else the first of the class",
    "inventory.management": "the address that the inventory gives, in the management network",
    "gnmi.allow": "those who may manage, and the collectors that dial in",
    "lldp.default": "short timers, so that a miswired cable shows within seconds",
    "interface.of-fabric": "the fabric's word for ports of hosts, and the number of the port",
    "adapter.of-host": "the number that the host gives, in the order of its PCI bus",
    "table.of-fabric": "the first table of the fabric on hosts, and the number of the port",
    "collective.of-rails": "GPUs use the fabric with rails, or else the one with most ports on the host",
    "subnet.priority": "the first manager is master, each further one stands by with one less",
    "partition.of-pods": "the hosts of the pods that the partition names; every port if it names none",
}
"""What the rules in origins say."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The chain behind a value."""

    rule: str
    words: str
    """What the rule says."""
    place: Place | None
    """Where the intent speaks of it."""
    written: bool
    """False when a default decided; `place` is then where it could be written."""
    means: str
    """What the field of the intent means."""
    formula: str
    facts: tuple[Fact, ...]


def reasons(made: Build, values: Iterable[Value]) -> tuple[Reason, ...]:
    """Return the chain behind each value."""
    models = dict(_models(made.site))
    return tuple(_reason(made, value, models) for value in values)


def _reason(made: Build, value: Value, models: Mapping[Path, Model]) -> Reason:
    origin, document = value.origin, made.document
    place = document.place(origin.intent) if origin.intent else None
    facts = (fact(made, name) or Fact(name, {}, (), UNKNOWN) for name in origin.facts)
    return Reason(
        rule=origin.rule,
        words=RULES.get(origin.rule, ""),
        place=place,
        written=origin.intent in document.marks or origin.intent in document.keys,
        means=_means(models, origin.intent),
        formula=origin.arithmetic,
        facts=tuple(facts),
    )


def _means(models: Mapping[Path, Model], path: Path) -> str:
    """Return the description of the field of the intent at a path."""
    model = models.get(path[:-1]) if path else None
    return field_descriptions(type(model)).get(str(path[-1]), "") if model is not None else ""


def _models(part: object) -> Iterator[tuple[Path, Model]]:
    """Yield every model of an intent by its place in the document, inner ones last."""
    if isinstance(part, Model):
        yield part.loc(), part
    if isinstance(part, BaseModel):
        for name in type(part).model_fields:
            yield from _models(getattr(part, name))
    elif isinstance(part, dict):
        for below in part.values():
            yield from _models(below)
    elif isinstance(part, tuple):
        for below in part:
            yield from _models(below)
