"""The words in a picture of a fabric."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.topology import Role

if TYPE_CHECKING:
    from fabric.analysis.folding import Box, Folded, Strand

PLURAL = {
    Role.CORE: "cores",
    Role.SPINE: "spines",
    Role.LEAF: "leaves",
    Role.HOST: "hosts",
    Role.CIRCUIT: "circuit switches",
}


def size_of(role: Role, devices: int) -> str:
    """Return how many there are of a role: `8 leaves`, `1 spine`."""
    return f"1 {role}" if devices == 1 else f"{devices} {PLURAL[role]}"


def lines_of(box: Box) -> tuple[str, ...]:
    """Return the lines in a box: which devices, what they are, and which rail."""
    count = len(box.names)
    if count == 1:
        lines = [box.names[0], box.models[0][0]]
    else:
        lines = [_first(box.names), box.names[-1]]
        lines += (f"{number} x {model}" for model, number in box.models[:2])
    if len(box.pods) > 1:
        lines.append(f"in {len(box.pods)} pods")
    if box.rails:
        lines.append(_rails(box.rails))
    return tuple(lines)


def _first(names: tuple[str, ...]) -> str:
    """Return the first name of a box; the second too, where their numbers do not follow each other."""
    one, two = (re.search(r"(\d+)$", name) for name in names[:2])
    gap = one and two and int(two[1]) - int(one[1]) > 1
    return f"{names[0]}, {names[1]} ..." if gap else f"{names[0]} ..."


def _rails(rails: tuple[int, ...]) -> str:
    if len(rails) == 1:
        return f"rail {rails[0]}"
    if rails[-1] - rails[0] == len(rails) - 1:
        return f"rails {rails[0]} to {rails[-1]}"
    return f"{len(rails)} rails"


def strand_word(strand: Strand) -> str:
    """Return what a line stands for: `4 x 400G`; `32 x 4 x 400G` when it joins 32 pairs of devices alike."""
    links, gbps = strand.bundle
    if gbps % links:
        return f"{links} links, {gbps / 1000:g} Tb/s"
    rate = f"{gbps // links}G"
    if strand.pairs in {1, links} or links % strand.pairs:
        return f"{links} x {rate}"
    return f"{strand.pairs} x {links // strand.pairs} x {rate}"


def caption(folded: Folded) -> str:
    """Return the line below the title: what was folded."""
    hidden = sum(len(box.names) > 1 and box.role is not Role.HOST for box in folded.boxes)
    if not hidden:
        return "every switch drawn; a line is all links between two boxes"
    return "switches that lie alike share a box; a line is all links between two boxes"
