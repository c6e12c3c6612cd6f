"""Trouble on request: what shall go wrong, on which device, how often."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Kind(StrEnum):
    """What can go wrong."""

    SLOW = "slow"
    """The device waits `seconds` before it executes."""
    DROP_BEFORE = "drop-before"
    """The connection is closed and nothing was executed."""
    DROP_AFTER = "drop-after"
    """Everything was executed and the connection is closed without a reply."""
    ERROR = "error"
    """Refused: HTTP 500 without `match`, otherwise the matching command fails as the vendor fails one."""
    PARTIAL = "partial"
    """The change is applied only in part, and the device does not say so (Cumulus asks: `ignore_fail`)."""
    LIE = "lie"
    """The device shows a candidate that has `line` too; it does not do so."""
    MIXED_UP = "mixed-up"
    """The device shows the difference that somebody else's candidate makes, which is `line`."""
    IGNORE = "ignore"
    """A change is answered with success, and nothing of it comes in."""
    FORGET = "forget"
    """A confirmed change goes on being shown, while what ran before it runs again."""
    REVERT = "revert"
    """A confirm is answered with success, and the change goes back by its timer anyway, `seconds` later."""
    DRIP = "drip"
    """The reply comes, a few bytes at a time, over `seconds`."""
    GARBAGE = "garbage"
    """Instead of an answer come bytes that are nothing."""
    HTML = "html"
    """Instead of an answer comes a web page, with success."""
    HALF = "half"
    """The answer ends in its middle, and says that it is whole."""
    FLOOD = "flood"
    """Instead of an answer come 100 MiB that never get to a point."""
    REBOOT = "reboot"
    """At once, or with `match` after the matching command was executed: the reply is lost."""
    TIMEOUT = "timeout"
    """Every timer of the device runs out at once: a commit reverts, a transient unit runs."""
    EDIT = "edit"
    """A human adds `line` to the running configuration: at once, or just before the matching command."""
    WRONG_IDENTITY = "wrong-identity"
    """Another device answers: other hostname, serial and MAC."""
    LINK_DOWN = "link-down"
    BGP_DOWN = "bgp-down"
    PFC_STORM = "pfc-storm"
    """The PFC watchdog of `port` trips ten times a second."""
    TRAFFIC = "traffic"
    """No fault: `port` receives ten thousand frames a second and sends as many."""
    FROZEN_COUNTERS = "frozen-counters"
    """Counters stand still, whatever the ports carry."""
    FALLING_COUNTERS = "falling-counters"
    """Counters go back to zero and stay there."""
    STALE_LLDP = "stale-lldp"
    """Neighbours are shown as they were when first asked for, whatever became of them."""
    DEAD = "dead"
    """Connections are accepted and never answered."""


CONDITIONS = frozenset(
    {
        *(Kind.WRONG_IDENTITY, Kind.LINK_DOWN, Kind.BGP_DOWN, Kind.PFC_STORM, Kind.TRAFFIC, Kind.DEAD),
        *(Kind.FROZEN_COUNTERS, Kind.FALLING_COUNTERS, Kind.STALE_LLDP),
    }
)
"""Kinds that hold for a time (`seconds`, or until cleared when 0). The others strike `count` times."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One order for trouble."""

    kind: Kind
    match: str = ""
    """Strikes only at a command or verb that contains this text; empty strikes at any."""
    count: int = 1
    """How often it strikes; of no meaning for a condition."""
    seconds: float = 0.0
    port: str = ""
    """Own port name, for conditions of a port; empty means every port."""
    line: str = ""
    """Configuration line of an edit (JSON to merge on SONiC, `nv set` on Cumulus)."""
    after: str = ""
    """A condition begins with the first command that contains this text; empty begins at once."""


@dataclass(frozen=True, slots=True)
class _Held:
    fault: Fault
    since: float

    def ended(self, now: float) -> bool:
        return bool(self.fault.seconds) and now >= self.since + self.fault.seconds

    def lasted(self, now: float) -> float:
        return min(now - self.since, self.fault.seconds) if self.fault.seconds else now - self.since


class FaultBook:
    """The faults of all devices: a queue of strikes and a list of conditions each."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = clock()
        self._strikes: dict[str, list[Fault]] = defaultdict(list)
        self._held: dict[str, list[_Held]] = defaultdict(list)
        self._past: dict[str, list[tuple[Fault, float]]] = defaultdict(list)
        self._asleep: dict[str, list[Fault]] = defaultdict(list)

    def add(self, device: str, fault: Fault) -> None:
        """Order one fault."""
        if fault.kind in CONDITIONS and fault.after:
            self._asleep[device].append(fault)
        elif fault.kind in CONDITIONS:
            self._held[device].append(_Held(fault, self._clock()))
        else:
            self._strikes[device].append(fault)

    def clear(self, device: str, kind: Kind | None = None) -> None:
        """Forget what is ordered for a device, all or one kind. What a condition counted stays counted."""
        now = self._clock()
        for held in self._held[device]:
            if kind in {None, held.fault.kind}:
                self._past[device].append((held.fault, held.lasted(now)))
        self._held[device] = [h for h in self._held[device] if kind not in {None, h.fault.kind}]
        for waiting in (self._strikes, self._asleep):
            waiting[device] = [f for f in waiting[device] if kind not in {None, f.kind}]

    def take(self, device: str, command: str, *kinds: Kind) -> Fault | None:
        """Return the oldest strike of these kinds (any when none given) at this command, used up by one."""
        self._awaken(device, command)
        queue = self._strikes.get(device)
        if not queue:
            return None
        for place, fault in enumerate(queue):
            if (not kinds or fault.kind in kinds) and fault.match in command:
                queue[place : place + 1] = [replace(fault, count=fault.count - 1)] if fault.count > 1 else []
                return fault
        return None

    def holds(self, device: str, kind: Kind, port: str = "", command: str = "") -> bool:
        """Say whether a condition holds now, for a port or a command where it is bound to one."""
        now = self._clock()
        return any(
            held.fault.kind is kind
            and held.fault.port in {"", port}
            and held.fault.match in command
            and not held.ended(now)
            for held in self._held.get(device, ())
        )

    def counted_s(self, device: str, kind: Kind, port: str) -> float:
        """Return for how many seconds a condition of a port has held as counters tell it, who may lie too."""
        if self._since(device, Kind.FALLING_COUNTERS, port) is not None:
            return 0.0
        return self.lasted_s(device, kind, port, self._since(device, Kind.FROZEN_COUNTERS, port))

    def uptime_s(self, device: str, port: str) -> float:
        """Return the seconds since the lab began, as counters of a port tell them."""
        if self._since(device, Kind.FALLING_COUNTERS, port) is not None:
            return 0.0
        frozen = self._since(device, Kind.FROZEN_COUNTERS, port)
        return (self._clock() if frozen is None else frozen) - self._begun

    def lasted_s(self, device: str, kind: Kind, port: str, until: float | None = None) -> float:
        """Return for how many seconds in all a condition of a port has held; what counters are made from."""
        now = self._clock() if until is None else until
        running = [(held.fault, max(0.0, held.lasted(now))) for held in self._held.get(device, ())]
        every = (*running, *self._past.get(device, ()))
        return sum((s for fault, s in every if fault.kind is kind and fault.port in {"", port}), 0.0)

    def changes(self, device: str, kind: Kind, port: str) -> int:
        """Return how often a condition of a port began or ended."""
        now = self._clock()
        running = [(held.fault, 2 if held.ended(now) else 1) for held in self._held.get(device, ())]
        every = (*running, *((fault, 2) for fault, _ in self._past.get(device, ())))
        return sum(times for fault, times in every if fault.kind is kind and fault.port in {"", port})

    def ordered(self, device: str) -> tuple[Fault, ...]:
        """Return the faults that wait or hold, for the status page."""
        now = self._clock()
        held = (h.fault for h in self._held.get(device, ()) if not h.ended(now))
        return (*self._strikes.get(device, ()), *self._asleep.get(device, ()), *held)

    def _awaken(self, device: str, command: str) -> None:
        """Begin the conditions that waited for a command."""
        waiting = self._asleep.get(device, [])
        for fault in [one for one in waiting if one.after in command]:
            waiting.remove(fault)
            self._held[device].append(_Held(fault, self._clock()))

    def _since(self, device: str, kind: Kind, port: str) -> float | None:
        """Return since when a condition of a port holds; None when it does not."""
        now = self._clock()
        begun = (
            held.since
            for held in self._held.get(device, ())
            if held.fault.kind is kind and held.fault.port in {"", port} and not held.ended(now)
        )
        return min(begun, default=None)


def fault_from_json(raw: Mapping[str, Any]) -> Fault:
    """Read a fault from the admin endpoint's body. Raises ValueError naming what is wrong."""
    known = {f.name for f in fields(Fault)}
    if unknown := sorted(set(raw) - known):
        raise ValueError(f"unknown keys {', '.join(unknown)}")
    if raw.get("kind") not in set(Kind):
        raise ValueError(f"kind is one of {', '.join(Kind)}")
    given = {**raw, "kind": Kind(raw["kind"])}
    return replace(Fault(**given), count=int(raw.get("count", 1)), seconds=float(raw.get("seconds", 0)))
