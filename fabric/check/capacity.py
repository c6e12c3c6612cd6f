"""Whether the tiers carry what the hosts send."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error, warning
from fabric.intent.topology import tiers_of
from fabric.topology import BETWEEN_EQUALS, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.core.diagnostic import Path
    from fabric.device import Design


UPLINKS = frozenset({"leaf-spine", "leaf-core", "spine-core"})
ONWARD = ("uplinks", "links", "global_links")
"""Fields of tiers that say how many links a switch passes traffic on by."""


def leaves_are_not_oversubscribed(design: Design) -> Iterable[Diagnostic]:
    """TOP-017: hosts that send more than their leaf passes on wait at the leaf."""
    worst, name = _worst(design, Role.LEAF)
    if worst > 1:
        summary = f"`{name}` takes {worst:.2f} times from its hosts what its uplinks carry"
        path, what = _given(design, "leaf", name)
        yield warning("TOP-017", summary, path, f"add {what}")


def spines_are_not_oversubscribed(design: Design) -> Iterable[Diagnostic]:
    """TOP-024: leaves that send more to other pods than their spine passes on wait at the spine."""
    worst, name = _worst(design, Role.SPINE)
    if worst > 1:
        summary = f"`{name}` takes {worst:.2f} times from its leaves what its uplinks carry"
        path, what = _given(design, "spine", name)
        hint = f"add {what} and cores, or keep the traffic of a job in its pod"
        if what != "uplinks":
            hint = "add links between groups, or keep the traffic of a job in its group"
        yield warning("TOP-024", summary, path, hint)


def _worst(design: Design, role: Role) -> tuple[float, str]:
    """Return the highest speed down for speed up of a tier, and the first switch that has it.

    What has nothing above it passes traffic on to its equals.
    """
    worst, name = 0.0, ""
    for switch in design.fabric.of_role(role):
        down = up = across = 0
        for link in design.fabric.links_of.get(switch.name, ()):
            if link.kind in BETWEEN_EQUALS:
                across += link.speed_gbps
            elif link.b.device == switch.name:
                down += link.speed_gbps
            else:
                up += link.speed_gbps
        on = up or across
        if on and down / on > worst:
            worst, name = down / on, switch.name
    return worst, name


def _given(design: Design, tier: str, switch: str) -> tuple[Path, str]:
    """Return where the intent says how many links a switch passes traffic on by, and what they are called."""
    topology = design.intent.topology
    if tier not in tiers_of(topology):  # every link is written by hand
        return design.device(switch).path, "uplinks"
    asked = next((word for word in ONWARD if hasattr(tiers_of(topology).get(tier), word)), ONWARD[0])
    return topology.loc(tier, asked), "uplinks" if asked == ONWARD[0] else "links"


def ecmp_uses_every_uplink(design: Design) -> Iterable[Diagnostic]:
    """TOP-018: with fewer paths allowed than a switch has uplinks, some uplinks carry nothing."""
    routing = design.intent.routing
    if design.intent.transport != "roce":
        return
    for what, uplinks in _most_uplinks(design):
        if uplinks > routing.ecmp.max_paths:
            summary = f"{what} has {uplinks} uplinks, `max_paths` allows {routing.ecmp.max_paths}"
            yield warning("TOP-018", summary, routing.ecmp.loc("max_paths"), "raise `max_paths`")


def _most_uplinks(design: Design) -> Iterator[tuple[str, int]]:
    """Yield the uplinks of a switch of each tier; where links are written by hand, of the one with most."""
    for what, tier in tiers_of(design.intent.topology).items():
        yield f"a {what}", getattr(tier, "uplinks", None) or 0
    own = Counter(link.a.device for link in design.fabric.links if link.kind in UPLINKS and link.written)
    for name, uplinks in own.most_common(1):
        yield f"`{name}`", uplinks


def the_asic_has_enough_ports(design: Design) -> Iterable[Diagnostic]:
    """TOP-019: an ASIC runs a limited number of ports, however many the cages could be split into."""
    ports = Counter(end.device for link in design.fabric.links for end in (link.a, link.b))
    seen: set[str] = set()
    for device in design.fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE):
        switch = design.catalog.switch(device.model)
        most = switch.max_logical_ports
        if most is not None and ports[device.name] > most and device.model not in seen:
            seen.add(device.model)
            summary = f"`{device.name}` needs {ports[device.name]} ports, `{device.model}` runs {most}"
            yield error("TOP-019", summary, device.path, "use more switches, or fewer and faster ports")


CHECKS = (
    leaves_are_not_oversubscribed,
    spines_are_not_oversubscribed,
    ecmp_uses_every_uplink,
    the_asic_has_enough_ports,
)
