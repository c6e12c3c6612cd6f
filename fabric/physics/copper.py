"""Cables with fixed ends: whether both ends fit, and the length works at the speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import Cable
from fabric.core.diagnostic import Diagnostic, error, warning
from fabric.physics.channel import Channel, soft
from fabric.physics.seating import fitting, power

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog import Catalog, Media
    from fabric.catalog.models.optics import CableEnd
    from fabric.physics.sockets import Socket

Pair = tuple["CableEnd", "CableEnd"]
"""The plugs at the lower end and at the upper end."""


def joined(
    catalog: Catalog, sockets: tuple[Socket, Socket], parts: tuple[Media | Cable, ...], channel: Channel
) -> Iterator[Diagnostic]:
    """Yield what keeps a cable with fixed ends, named for both, from joining two sockets."""
    cable, other = sorted(parts, key=lambda part: not isinstance(part, Cable))
    if not isinstance(cable, Cable) or cable != other:
        summary = f"`{cable.id}` and `{other.id}` do not join: a cable with fixed ends is both ends"
        yield error("OPT-019", summary, (), "name the cable as `both`")
        return
    yield from _run(cable, channel)
    pairs = ends_that_fit(catalog, sockets, cable)
    if not pairs:
        owners = " and ".join(f"`{socket.owner}` ({' or '.join(socket.forms)})" for socket in sockets)
        summary = f"no ends of `{cable.id}` fit {owners}"
        sure = all(socket.sure for socket in sockets)
        yield (error if sure else warning)("OPT-019", summary, (), f"it is sold as {_sold(cable)}")
        return
    speeds = tuple(_speed(cable, pairs, channel))
    yield from speeds or _lanes(cable, sockets, channel)
    for socket, plug in zip(sockets, pairs[0], strict=True):
        yield from power(socket, cable, plug.form_factor)


def ends_that_fit(catalog: Catalog, sockets: tuple[Socket, Socket], cable: Cable) -> list[Pair]:
    """Return the pairs of ends that fit two sockets."""
    return [
        pair for pair in _pairs(cable) if all(_sits(catalog, *end) for end in zip(sockets, pair, strict=True))
    ]


def _pairs(cable: Cable) -> Iterator[Pair]:
    """Yield the pairs of ends, either way round: the one plug of a splitter may be above or below."""
    for one, other in cable.ends:
        yield other, one
        if one != other:
            yield one, other


def _sits(catalog: Catalog, socket: Socket, plug: CableEnd) -> bool:
    return bool(fitting(catalog, socket, (plug.form_factor,)))


def _sold(cable: Cable) -> str:
    pairs = (
        f"{one.count}x {one.form_factor} to {other.count}x {other.form_factor}" for one, other in cable.ends
    )
    return ", ".join(pairs)


def _run(cable: Cable, channel: Channel) -> Iterator[Diagnostic]:
    longest = cable.max_m_by_fec.get(cable.fec, cable.max_m)
    if channel.length_m > longest:
        summary = f"`{cable.id}` works up to {longest:g} m, the cable has {channel.length_m:g} m"
        yield (warning if soft(cable) else error)("OPT-012", summary, ("length",), "shorten it, or use fibre")
    if channel.panels or channel.fibre is not None:
        field = "panels" if channel.panels else "fibre"
        summary = (
            f"`{cable.id}` has fixed ends: no {'panel' if channel.panels else 'fibre'} lies between them"
        )
        yield error("OPT-012", summary, (field,), f"leave `{field}` out, or use modules and fibre")


def _speed(cable: Cable, pairs: list[Pair], channel: Channel) -> Iterator[Diagnostic]:
    legs = max(max(plug.count for plug in pair) for pair in pairs)
    share, rest = divmod(cable.gbps, legs * channel.speed_gbps)
    if rest or share < 1:
        each = f" on each of {legs} legs" if legs > 1 else ""
        summary = f"a port of {channel.speed_gbps}G does not fit `{cable.id}`: {cable.gbps // legs}G{each}"
        yield error("OPT-020", summary, hint="leave `speed` out, or choose another cable")


def _lanes(cable: Cable, sockets: tuple[Socket, Socket], channel: Channel) -> Iterator[Diagnostic]:
    needed = max(cable.lanes * channel.speed_gbps // cable.gbps, 1)
    for socket in {socket.owner: socket for socket in sockets}.values():
        if socket.lane_gbps < cable.lane_gbps or (socket.lanes is not None and socket.lanes != needed):
            port = f"{socket.lanes or 'its'} lanes of {socket.lane_gbps}G"
            summary = f"`{cable.id}` wants {needed}x{cable.lane_gbps}G a port, `{socket.owner}` has {port}"
            yield (error if socket.sure else warning)(
                "OPT-021", summary, hint="choose a cable with the lanes of the ports"
            )
