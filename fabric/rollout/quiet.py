"""Whether drained devices carry no traffic any more, by what their ports between switches count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.rollout.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.rollout.stop import Stop
    from fabric.rollout.world import Clock

    Frames = Mapping[str, int | None]
    """By port; None for one that does not count."""

POLL_S = 5.0
HEARD_S = 60.0
"""In so many seconds every port that is up counts a frame: LLDP is sent every 30 s (IEEE 802.1AB)."""


@dataclass(frozen=True, slots=True)
class Quietness:
    """Which devices must be quiet, and when they are."""

    names: tuple[str, ...]
    below: int
    """Frames in a second on each port."""
    lasting_s: float
    within_s: float


def until_quiet(
    asked: Quietness, look: Callable[[], Mapping[str, Frames]], clock: Clock, stop: Stop
) -> tuple[Outcome, str]:
    """Look until every port was quiet for long enough, or until the time is over.

    `look` gives frames by device, and no device that could not be looked at. What cannot be verified is
    PAUSED: somebody looks, and signs.
    """
    begun, since = clock.now(), None
    first: Mapping[str, Frames] = {}
    before: tuple[float, Mapping[str, Frames]] | None = None
    why = "nobody looked yet"
    while not stop.draining:
        now, seen = clock.now(), look()
        if silent := [name for name, ports in seen.items() if not ports or None in ports.values()]:
            return (
                Outcome.PAUSED,
                f"unverifiable, `{silent[0]}` does not count frames: look, and sign",
            )
        if before is not None:
            why = _loud(asked, before[1], seen, now - before[0])
            if why:
                since = None
            elif since is None:
                since, first = before
        if since is not None and now - since >= asked.lasting_s:
            return _believed(first, seen, now - since)
        if now - begun >= asked.within_s:
            return Outcome.INCOMPLETE, why or f"it was not quiet for {asked.lasting_s:g} s"
        before = (now, seen)
        clock.sleep(min(POLL_S, max(asked.lasting_s / 2, 0.2)), stop)
    return Outcome.INTERRUPTED, "it starts anew when resumed"


def _believed(old: Mapping[str, Frames], new: Mapping[str, Frames], seconds: float) -> tuple[Outcome, str]:
    """Take silence for quiet only where something was counted: counters may stand still by themselves."""
    still = [
        f"{name}:{port}" for name, ports in new.items() for port in ports if ports[port] == old[name][port]
    ]
    if seconds < HEARD_S or not still:
        return Outcome.DONE, ""
    why = f"unverifiable, `{still[0]}` counted nothing in {seconds:.0f} s, not even LLDP: look, and sign"
    return Outcome.PAUSED, why


def _loud(asked: Quietness, old: Mapping[str, Frames], new: Mapping[str, Frames], seconds: float) -> str:
    """Say which port is not quiet; a device that is not seen twice is not known to be."""
    if lost := [name for name in asked.names if name not in old or name not in new]:
        return f"`{lost[0]}` could not be looked at"
    for name, ports in new.items():
        for port, count in ports.items():
            first = old[name].get(port)
            if count is None or first is None or count < first:
                return f"`{name}:{port}` began to count anew"
            if count - first >= asked.below * seconds:
                return f"`{name}:{port}` still carries {(count - first) / seconds:.0f} frames a second"
    return ""
