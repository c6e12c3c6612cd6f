"""Whether a link works: both sockets, what is in them, and what lies between; every rule in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.catalog import Cable
from fabric.physics.channel import Channel, shared_out, trunk_is_upper, understood, within_limits
from fabric.physics.copper import joined
from fabric.physics.seating import lit, seated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog import Catalog, Media
    from fabric.core.diagnostic import Diagnostic
    from fabric.physics.sockets import Socket

Parts = tuple["Media | Cable", ...]
"""What sits at the lower and at the upper end; nothing where the intent names none."""
BOTH = 2


def judged(
    catalog: Catalog, sockets: tuple[Socket, Socket], parts: Parts, channel: Channel
) -> Iterator[Diagnostic]:
    """Yield everything that is wrong with a link; paths begin below its class in the intent."""
    if len(parts) < BOTH:
        return
    a, b = parts
    if isinstance(a, Cable) or isinstance(b, Cable):
        yield from joined(catalog, sockets, (a, b), channel)
        return
    shares = tuple(shared_out(a, b, channel))
    yield from shares
    for socket, module, legs in zip(sockets, (a, b), _legs(a, b, channel), strict=True):
        yield from seated(catalog, socket, module)
        if not shares:  # else lanes cannot match
            yield from lit(catalog, socket, module, legs)
    yield from understood(catalog, a, b, channel)
    yield from within_limits(catalog, frozenset(socket.vendor for socket in sockets), channel)


def _legs(a: Media, b: Media, channel: Channel) -> tuple[int, int]:
    legs = channel.fibre.legs if channel.fibre else 1
    return (1, legs) if trunk_is_upper(a, b, channel) else (legs, 1)
