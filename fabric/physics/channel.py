"""Whether two modules understand each other over what lies between them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.catalog.mating import lanes_alike, lanes_known, plugs_mate
from fabric.catalog.tables import CHANNEL_LIMITS, FIBRES, GLASS
from fabric.core.diagnostic import Diagnostic, error, warning
from fabric.core.names import listing
from fabric.physics.link import link_budget, reach_m

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog import Catalog, Fibre, Media
    from fabric.catalog.models.entry import Entry
    from fabric.catalog.models.optics import ChannelLimit

SOFT = frozenset({"low", "recalled"})
"""Confidences on which no error may rest."""
PANEL_CONNECTIONS = 2
"""Connections of a patch panel: front and back of a cassette, as NVIDIA counts four for two panels."""


@dataclass(frozen=True, slots=True)
class Channel:
    """What lies between two sockets."""

    speed_gbps: int
    length_m: float
    fibre: Fibre | None = None
    panels: int = 0
    """Patch panels it passes."""
    extra_db: float = 0.0
    """Loss of anything else on the way, dB: a circuit switch, a tap."""

    @property
    def connections(self) -> int:
        """Connections between the plugs at the modules."""
        return PANEL_CONNECTIONS * self.panels


def soft(*facts: Entry) -> bool:
    """Whether one of the facts behind a finding is a draft or only recalled: it may warn, and never stops."""
    return any(fact.confidence in SOFT for fact in facts)


def trunk_is_upper(a: Media, b: Media, channel: Channel) -> bool:
    """Return whether the one plug of a splitter is at the upper end: the end whose share is the speed."""
    legs = channel.fibre.legs if channel.fibre else 1
    return b.port_gbps == channel.speed_gbps * legs or a.port_gbps != channel.speed_gbps * legs


def understood(catalog: Catalog, a: Media, b: Media, channel: Channel) -> Iterator[Diagnostic]:
    """Yield what keeps two modules from a link, with paths below the class of links."""
    fibre = channel.fibre
    if fibre is None:
        summary = f"no fibre lies between `{a.id}` and `{b.id}`"
        yield warning("OPT-005", summary, (), f"name one as `fibre`; {_fitting(catalog, a, b, channel)}")
        return
    yield from _light(catalog, a, b, channel)
    yield from _correction(a, b)
    yield from _reach(catalog, a, b, fibre, channel)
    yield from _plugs(catalog, a, b, channel)
    yield from _loss(catalog, a, b, fibre, channel)
    yield from _crossings(fibre, channel)


def shared_out(a: Media, b: Media, channel: Channel) -> Iterator[Diagnostic]:
    """Yield when the speed of the link is not what both modules give to a leg."""
    legs = channel.fibre.legs if channel.fibre else 1
    upper = trunk_is_upper(a, b, channel)
    ends = (a.port_gbps, b.port_gbps // legs) if upper else (a.port_gbps // legs, b.port_gbps)
    if legs == 1 and ends[0] != ends[1]:
        summary = f"`{a.id}` sends {ends[0]}G a port, `{b.id}` {ends[1]}G"
        yield error(
            "OPT-001", summary, hint="use modules of one port speed, or a splitter that shares it out"
        )
        return
    for module, share in dict.fromkeys(zip((a.id, b.id), ends, strict=True)):
        if share < channel.speed_gbps:
            summary = f"a port of {channel.speed_gbps}G has {share}G of `{module}`"
            yield error("OPT-007", summary, hint="leave `speed` out, or choose faster modules or fewer legs")
        elif share % channel.speed_gbps or (share > channel.speed_gbps and legs == 1):
            summary = f"a port of {channel.speed_gbps}G leaves lanes of `{module}` ({share}G) dark"
            yield error("OPT-007", summary, hint="leave `speed` out, or share the module out by a splitter")


def _light(catalog: Catalog, a: Media, b: Media, channel: Channel) -> Iterator[Diagnostic]:
    known = catalog.lanes_meet(a.media.signature, b.media.signature)
    if not lanes_known(catalog, a, b) or not _lanes_divide(a, b, channel):
        summary = f"`{a.id}` and `{b.id}` do not understand each other's light"
        hint = known.note if known else f"{a.media.signature} against {b.media.signature}: use one standard"
        yield error("OPT-002", summary, hint=hint)
    elif known is not None and known.verdict == "conditional":
        yield warning("OPT-002", f"`{a.id}` and `{b.id}` meet under a condition", hint=known.note)


def _lanes_divide(a: Media, b: Media, channel: Channel) -> bool:
    """Whether the lanes of a leg are as many at both ends; a leg may leave lanes of its module dark."""
    if channel.fibre is None or channel.fibre.legs == 1:
        return lanes_alike(a, b)
    trunk, leg = (b, a) if trunk_is_upper(a, b, channel) else (a, b)
    each, rest = divmod(trunk.media.lanes // trunk.ports, channel.fibre.legs)
    return not rest and each > 0 and each <= leg.media.lanes // leg.ports


def _correction(a: Media, b: Media) -> Iterator[Diagnostic]:
    if a.fec != b.fec:
        summary = f"`{a.id}` corrects errors by {a.fec}, `{b.id}` by {b.fec}"
        yield (warning if soft(a, b) else error)(
            "OPT-009", summary, hint="the link stays down: choose modules of one code"
        )


def _reach(catalog: Catalog, a: Media, b: Media, fibre: Fibre, channel: Channel) -> Iterator[Diagnostic]:
    reach = reach_m(catalog, a, b, fibre.fibre)
    if reach is None:
        summary = f"`{a.id}` and `{b.id}` do not both work over {fibre.fibre}"
        yield error("OPT-003", summary, ("fibre",), "choose a fibre that both modules are made for")
    elif channel.length_m > reach:
        summary = f"the modules reach {reach:g} m over {fibre.fibre}, the cable has {channel.length_m:g} m"
        hint = "shorten it, or choose modules with more reach"
        yield (warning if soft(a, b) else error)("OPT-003", summary, ("length",), hint)


def _plugs(catalog: Catalog, a: Media, b: Media, channel: Channel) -> Iterator[Diagnostic]:
    for module, connector, plug in _unmated(catalog, a, b, channel):
        summary = (
            f"`{module}` has {connector}, the fibre `{channel.fibre.id if channel.fibre else ''}` {plug}"
        )
        yield error("OPT-005", summary, ("fibre",), _fitting(catalog, a, b, channel))


def _unmated(catalog: Catalog, a: Media, b: Media, channel: Channel) -> Iterator[tuple[str, str, str]]:
    """Yield each module whose plug the fibre does not have, with both plugs."""
    if channel.fibre is None:
        return
    near, far = channel.fibre.connector, channel.fibre.far_connector or channel.fibre.connector
    ends = (far, near) if trunk_is_upper(a, b, channel) else (near, far)
    for one in dict.fromkeys(zip((a.id, b.id), (a.connector, b.connector), ends, strict=True)):
        if not plugs_mate(catalog, *one[1:]):
            yield one


def _fitting(catalog: Catalog, a: Media, b: Media, channel: Channel) -> str:
    """Return the hint that names the fibres of the catalog which both modules take and which reach."""
    legs = channel.fibre.legs if channel.fibre else 1
    fit = [
        fibre.id
        for fibre in catalog.entries(FIBRES)
        if fibre.legs == legs
        and (reach_m(catalog, a, b, fibre.fibre) or 0) >= channel.length_m
        and not any(_unmated(catalog, a, b, replace(channel, fibre=fibre)))
    ]
    return f"these fit: {listing(fit)}" if fit else "no fibre of the catalog fits both modules: choose others"


def _loss(catalog: Catalog, a: Media, b: Media, fibre: Fibre, channel: Channel) -> Iterator[Diagnostic]:
    """Yield when the channel loses more than the module with less to spare allows."""
    found = [
        (budget, module) for module in (a, b) if (budget := link_budget(catalog, module, fibre, channel))
    ]
    if not found:
        return
    budget, module = min(found, key=lambda pair: pair[0].margin_db)
    if budget.margin_db >= 0:
        return
    always = budget.usual_db > budget.limit_db
    loss = f"{budget.usual_db:.3g} dB" if always else f"up to {budget.loss_db:.3g} dB"
    summary = f"the channel loses {loss}, `{module.id}` allows {budget.limit_db:g} dB ({budget.basis})"
    hint = f"{channel.length_m:g} m, {channel.connections} connections, {channel.extra_db:g} dB besides: "
    hint += "lose less" if always else "use fewer panels, or plugs of low loss"
    yield (error if always and budget.basis == "read" else warning)("OPT-013", summary, (), hint)


def _crossings(fibre: Fibre, channel: Channel) -> Iterator[Diagnostic]:
    """Yield when crossed cables in a row uncross: a panel adds a cable, and two of Type B are straight."""
    segments = channel.panels + 1
    if fibre.polarity == "B" and segments % 2 == 0:
        summary = f"{segments} crossed cables (`{fibre.id}`) in a row put transmitters on transmitters"
        yield warning("OPT-014", summary, ("panels",), "order one of them straight (Type A)")


def within_limits(catalog: Catalog, vendors: frozenset[str], channel: Channel) -> Iterator[Diagnostic]:
    """Yield when a channel is longer than the maker of one of its ends supports."""
    fibre = channel.fibre
    if fibre is None:
        return
    mode, plug = catalog.named(GLASS)[fibre.fibre].mode, fibre.connector.split("-")[0]
    for limit in catalog.entries(CHANNEL_LIMITS):
        if limit.vendor in vendors and _holds(limit, mode, plug, split=fibre.legs > 1):
            if channel.length_m > limit.max_m:
                summary = (
                    f"{limit.vendor} supports {limit.max_m:g} m of this, the cable has {channel.length_m:g} m"
                )
                yield warning("OPT-015", summary, ("length",), "shorten it, or ask the maker")
            if channel.connections > limit.connections:
                summary = (
                    f"{limit.vendor} supports {limit.connections} connections, this has {channel.connections}"
                )
                yield warning("OPT-015", summary, ("panels",), "use fewer panels, or ask the maker")


def _holds(limit: ChannelLimit, mode: str, plug: str, *, split: bool) -> bool:
    return limit.mode == mode and limit.plug in {"", plug} and limit.split in {None, split}
