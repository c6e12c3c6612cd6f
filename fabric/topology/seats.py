"""What two links would both need: lanes of a cage, or the one module in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.topology.model import far_end

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fabric.core.diagnostic import Path
    from fabric.topology.model import Device, End, Link

    Seat = tuple[End, Link, str]
    """The end of a link, the link, and the module in the cage."""


def contested(links: Iterable[Link], switches: Mapping[str, Device]) -> Iterator[Diagnostic]:
    """Yield what two links both need, once for each part of the intent that asks for it.

    Links of one class have a slot each, so this is of fabrics with exceptions.
    """
    found: dict[tuple[str, Path], list[str]] = {}
    cages: dict[tuple[str, int], list[Seat]] = {}
    for link in links:
        for end, media in ((link.a, link.media_a), (link.b, link.media_b)):
            if end.device in switches:
                held = cages.setdefault((end.device, end.port.cage), [])
                for code, place, words in (
                    clash for other in held for clash in _clash((end, link, media), other)
                ):
                    found.setdefault((code, place or switches[end.device].path), []).append(words)
                held.append((end, link, media))
    for (code, place), clashes in found.items():
        more = f", and {len(clashes) - 1} more" if clashes[1:] else ""
        yield error(code, clashes[0] + more, place, HINTS[code])


HINTS = {
    "TOP-044": "write `ports_per_cage: 1` for its class of links, or give the pod its own under `pods`",
    "TOP-045": "name the same module for all links of the cage, or write `ports_per_cage: 1` for the class",
}


def _clash(one: Seat, other: Seat) -> Iterator[tuple[str, Path, str]]:
    """Yield code, place and words of what two links of one cage cannot share."""
    (end, link, media), (beside, link_beside, media_beside) = one, other
    faster = max(link, link_beside, key=lambda found: found.speed_gbps)
    port, seat = end.port, beside.port
    where = f"cage {port.cage} of `{end.device}`"
    if port.lane < seat.lane + seat.lanes and seat.lane < port.lane + port.lanes:
        slower = link_beside if faster is link else link
        both = " and ".join(_words(found, end.device) for found in (faster, slower))
        summary = f"{where} has too few lanes for {both}"
        yield "TOP-044", faster.given.get("speed", ()), summary
    elif media != media_beside:
        place = link.given.get("host" if end is link.a else "switch") or link.path
        names = " and ".join(f"`{name}`" if name else "no module" for name in (media_beside, media))
        summary = f"{where} would hold {names}"
        yield "TOP-045", place, summary


def _words(link: Link, name: str) -> str:
    return f"a link of {link.speed_gbps}G to `{far_end(link, name).device}`"
