"""What a person may order for one device, and when it is obeyed: only where nothing of ours is half-done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fabric.rollout.states import ACTIVE, FAILED, WAITING, State


class Order(StrEnum):
    """An order for one device."""

    SKIP = "skip"
    """Leave it out: it stays on its base."""
    QUARANTINE = "quarantine"
    """Touch it no more, on the way out or back."""
    RETRY = "retry"
    """Begin again with a device that failed or was left out."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An order that was given and not obeyed yet."""

    order: Order
    actor: str
    reason: str


_FROM = {
    Order.SKIP: WAITING,
    Order.QUARANTINE: frozenset(State) - ACTIVE - {State.QUARANTINED},
    Order.RETRY: FAILED | {State.SKIPPED},
}
_TO = {Order.QUARANTINE: State.QUARANTINED, Order.RETRY: State.PENDING}


def left_out(*, suspect: bool) -> State:
    """Return where a device ends whose turn does not come; one that was quarantined before is so again."""
    return State.QUARANTINED if suspect else State.SKIPPED


def obeyed(order: Order, state: State, *, suspect: bool, back: bool) -> State | None:
    """Return the state that an order leads to; None where it is not obeyed, now or ever.

    A rollout on its way back changes nothing anew.
    """
    if state not in _FROM[order] or (back and order is Order.RETRY):
        return None
    return left_out(suspect=suspect) if order is Order.SKIP else _TO[order]


def refusal(order: Order, state: State) -> str:
    """Say why an order will not be obeyed; empty when it is, at the latest when the device comes to rest."""
    if state in _FROM[order] or state in ACTIVE:
        return ""
    return f"it is `{state}`: {_WHY[order]}"


_WHY = {
    Order.SKIP: "only a device whose turn has not come can be left out",
    Order.QUARANTINE: "nobody touches it as it is",
    Order.RETRY: "only a device that failed or was left out can begin again",
}
