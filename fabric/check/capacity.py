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
"""Fields of tiers that say by how many links a switch passes traffic on."""
PLURAL = {"leaf": "leaves", "spine": "spines"}


def leaves_are_not_oversubscribed(design: Design) -> Iterable[Diagnostic]:
    """TOP-017: hosts that send more than their leaf passes on wait at the leaf."""
    worst, name = _worst(design, Role.LEAF)
    if worst > 1:
        path, links, add = _onward(design, "leaf", name)
        summary = f"`{name}` takes {worst:.2f} times from its hosts what its {links} carry"
        yield warning("TOP-017", summary, path, f"add {add}")


def spines_are_not_oversubscribed(design: Design) -> Iterable[Diagnostic]:
    """TOP-024: leaves that send more to other pods than their spine passes on wait at the spine."""
    worst, name = _worst(design, Role.SPINE)
    if worst > 1:
        path, links, add = _onward(design, "spine", name)
        summary = f"`{name}` takes {worst:.2f} times from its leaves what its {links} carry"
        yield warning("TOP-024", summary, path, f"add {add}, or keep the traffic of a job in its pod")


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


def _onward(design: Design, tier: str, switch: str) -> tuple[Path, str, str]:
    """Return where the intent says by how many links a switch passes traffic on, their name, what to add."""
    topology = design.intent.topology
    given = tiers_of(topology).get(tier)
    field = next((word for word in ONWARD if hasattr(given, word)), ONWARD[0])
    path = topology.loc(tier, field) if given else design.device(switch).path  # of links written by hand
    if field != ONWARD[0]:
        return path, f"links to other {PLURAL[tier]}", "links"
    return path, field, field if tier == "leaf" else f"{field} and cores"


def ecmp_uses_every_uplink(design: Design) -> Iterable[Diagnostic]:
    """TOP-018: with fewer paths allowed than a switch has uplinks, some uplinks carry nothing."""
    routing = design.intent.routing
    if design.intent.transport == "infiniband":
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
