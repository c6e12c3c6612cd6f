"""What ports counted while somebody watched: enough frames to prove something, and what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.names import listing, natural
from fabric.health.model import Judgement, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Ports = Mapping[str, Mapping[str, int]]

FRAMES = "frames"
MILLION = 1_000_000


def grown(before: Ports, after: Ports, ports: Iterable[str]) -> dict[str, int] | None:
    """Return how much each counter grew over some ports together; None when one began anew meanwhile.

    A counter that a port does not have at both times is left out of the whole: a part of it says too little.
    """
    found: dict[str, int] = {}
    missing: set[str] = set()
    names = {name for port in (*before.values(), *after.values()) for name in port}
    for port in ports:
        old, new = before.get(port, {}), after.get(port, {})
        for name in names:
            if name not in old or name not in new:
                missing.add(name)
            elif new[name] < old[name]:
                return None
            else:
                found[name] = found.get(name, 0) + new[name] - old[name]
    return {name: count for name, count in found.items() if name not in missing}


def judge(gate: str, least: int, most: Mapping[str, int], seen: Mapping[str, int] | None) -> Judgement:
    """Judge what grew: at least so many frames, and at most so much of each counter in a million of them."""
    if seen is None:
        return Judgement(gate, Verdict.UNKNOWN, ("its counters began anew",))
    frames = seen.get(FRAMES)
    if frames is None:
        return Judgement(gate, Verdict.UNKNOWN, ("frames on its ports between switches are not counted",))
    bad = [
        f"{seen[name]} {name} in {frames} frames, {limit} in a million may"
        for name, limit in most.items()
        if seen.get(name, 0) * MILLION > limit * frames
    ]
    if bad:
        return Judgement(gate, Verdict.FAIL, tuple(bad))
    if frames < least:
        return Judgement(gate, Verdict.UNKNOWN, (f"{frames} frames prove nothing, {least} are asked for",))
    if blind := sorted((name for name in most if name not in seen), key=natural):
        return Judgement(gate, Verdict.UNKNOWN, (f"{listing(blind)} are not counted",))
    return Judgement(gate, Verdict.PASS, (f"{frames} frames",))
