"""The walk over every world of the protocol's model, breadth first."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from protocol_device import World, replace
from protocol_model import Model

from fabric.rollout.states import ACTIVE, KEPT, TERMINAL, State


@dataclass(frozen=True)
class Walk:
    """What a walk found."""

    states: int
    endings: frozenset[State]
    counterexample: tuple[str, ...]
    broken: str
    stuck: tuple[World, ...]


def walk(model: Model) -> Walk:
    """Visit every world; stop at the first (shortest) counterexample."""
    start = World()
    came: dict[World, tuple[World, str] | None] = {start: None}
    queue = deque([start])
    endings: set[State] = set()
    stuck: list[World] = []
    while queue:
        w = queue.popleft()
        if w.broken:
            return Walk(len(came), frozenset(endings), _trace(came, w), w.broken, tuple(stuck))
        if w.state in TERMINAL or w.state is State.CONFIRMED:
            endings.add(w.state)
        nexts = list(model.steps(w))
        if not nexts and w.state in ACTIVE:
            stuck.append(w)
        for name, new in nexts:
            if new not in came:
                came[new] = (w, name)
                queue.append(new)
    return Walk(len(came), frozenset(endings), (), "", tuple(stuck))


def longest_way_home(model: Model, w: World, most: int = 60) -> int:
    """Count the fault-free steps from a world to rest; `most` when it never rests."""
    quiet = Model(model.device, 0)
    for count in range(most):
        if w.state in TERMINAL or (w.state in KEPT and not w.turned):
            return count
        nexts = list(quiet.steps(replace(w, faults=0)))
        if not nexts:
            return most
        w = nexts[0][1]
    return most


def worlds(model: Model) -> tuple[World, ...]:
    """Return every world that can be reached."""
    seen, queue = {World()}, deque([World()])
    while queue:
        for _, new in model.steps(queue.popleft()):
            if new not in seen:
                seen.add(new)
                queue.append(new)
    return tuple(seen)


def _trace(came, w: World) -> tuple[str, ...]:
    names = []
    while came[w] is not None:
        w, name = came[w]
        names.append(name)
    return tuple(reversed(names))
