"""What stands behind a link physically: reach, loss and power, each with its arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import Media
from fabric.catalog.tables import CONNECTORS, GLASS
from fabric.check.optics import channel_of, part_of, socket_at
from fabric.device import Origin
from fabric.physics.link import link_budget, reach_m
from fabric.physics.power import module_power_w
from fabric.physics.seating import fitting
from fabric.topology import near_end

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog import Fibre
    from fabric.device import Design
    from fabric.physics.channel import Channel
    from fabric.topology import Link

    Physical = tuple[str, float | str, Origin]
    """Name of a value, the value, and where it comes from."""

UNKNOWN = "unknown"
"""What a figure reads that no source gives: never 0, never a pass."""


def physical_values(design: Design, name: str, link: Link) -> Iterator[Physical]:
    """Yield reach and loss of a link, and the power of the cage at the named end; nothing without modules."""
    own = link.media_a if link.a.device == name else link.media_b
    if own:
        yield _power(design, name, link, own)
    parts = [part_of(design, media) for media in (link.media_a, link.media_b) if media]
    modules = [part for part in parts if isinstance(part, Media)]
    channel = channel_of(design, link)
    if len(modules) == len((link.a, link.b)) and channel.fibre is not None:
        yield _reach(design, modules, channel.fibre, link)
        yield _loss(design, modules, channel, link)


def _reach(design: Design, modules: list[Media], fibre: Fibre, link: Link) -> Physical:
    reach = reach_m(design.catalog, modules[0], modules[1], fibre.fibre)
    each = ", ".join(f"{module.reach_m.get(fibre.fibre, 0):g} m of {module.id}" for module in modules)
    words = f"the least of {each} over {fibre.fibre}; the cable has {link.length_m:g} m"
    facts = tuple(dict.fromkeys(f"optics/{module.id}" for module in modules))
    return "reach_m", UNKNOWN if reach is None else reach, Origin("reach.of-weaker", link.path, facts, words)


def _loss(design: Design, modules: list[Media], channel: Channel, link: Link) -> Physical:
    fibre = channel.fibre
    budgets = [
        (budget, module)
        for module in modules
        if fibre and (budget := link_budget(design.catalog, module, fibre, channel))
    ]
    if fibre is None or not budgets:
        return "loss_db", UNKNOWN, Origin("loss.of-channel", link.path)
    budget, module = min(budgets, key=lambda pair: pair[0].margin_db)
    glass, plug = design.catalog.named(GLASS)[fibre.fibre], design.catalog.named(CONNECTORS)[fibre.connector]
    words = (
        f"{glass.loss_db_per_km:g} dB/km x {channel.length_m / 1000:g} km + "
        f"{channel.connections} connections x {plug.loss_db[1]:g} dB + "
        f"{channel.extra_db:g} dB besides = {budget.loss_db:.3g} dB; "
        f"{module.id} allows {budget.limit_db:g} dB ({budget.basis})"
    )
    facts = (f"fibres/{fibre.id}", f"optics/{module.id}")
    return "loss_db", round(budget.loss_db, 3), Origin("loss.of-channel", link.path, facts, words)


def _power(design: Design, name: str, link: Link, media: str) -> Physical:
    socket, part = socket_at(design, near_end(link, name)), part_of(design, media)
    forms = part.form_factors if isinstance(part, Media) else ()
    form = next(iter(fitting(design.catalog, socket, forms)), "") if socket else ""
    drawn, limit = module_power_w(part, form), socket.limit_w if socket else None
    said = [UNKNOWN if watts is None else f"{watts:g} W" for watts in (drawn, limit)]
    words = f"{part.id} draws at most {said[0]}, the cage gives {said[1]}"
    table = "switches" if socket and socket.switch else "nics"
    facts = (f"optics/{part.id}", *((f"{table}/{socket.owner}",) if socket else ()))
    return (
        "cage_power_w",
        UNKNOWN if limit is None else limit,
        Origin("power.of-cage", link.path, facts, words),
    )
