"""From one intent to another by steps: each is an intent of its own, compiled and checked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from fabric.analysis.cabling import runs_of
from fabric.core.diagnostic import Diagnostic, FabricError
from fabric.migrate.between import Between, between
from fabric.migrate.moves import REST, Kind, Move, moves, together

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from fabric.pipeline import Build, Project


Moves = tuple[Move, ...]
Why = tuple[Move, Diagnostic]
"""What could not go alone, and the first finding that said so."""


class Phase(StrEnum):
    """What a step is there for."""

    DRAIN = "drain"
    CHANGE = "change"
    RETURN = "return"


@dataclass(frozen=True, slots=True)
class Step:
    """One intent on the way."""

    phase: Phase
    moves: Moves
    """What it is about."""
    build: Build
    text: str = ""
    """The intent; empty for the last, which is the later one itself."""
    because: tuple[Why, ...] = ()
    """Why some of the moves cannot go alone: the first finding of each try."""


def steps(old: Build, new: Build, compiled: Callable[[Project], Build], at_once: int = 1) -> Iterator[Step]:
    """Yield the steps from one intent to another; none where no device and no cable notices.

    Whatever can stand alone goes alone, as soon as it can; what is left is put together, one after the other,
    until an intent passes every check: the last one does. `compiled` raises FabricError for one that does
    not. `at_once` switches of a tier and pod go in one step. Two builds are held at a time, beside both ends.
    """
    way = _Way(_Maker(old, new, compiled), [*together(moves(old, new), at_once)])
    last: Step | None = None
    for step in way.walk():
        if last is not None:
            yield last
        last = step
    left = tuple(move for row in way.pending for move in row)
    if left or not _same(last.build if last else old, new):
        if last is not None:
            yield last
        yield from way.maker.last(way.done, (*left, REST), way.why(way.pending))
    elif last is not None:
        yield replace(last, build=new, text="")


@dataclass
class _Way:
    """What is done so far, and what is still to be done."""

    maker: _Maker
    pending: list[Moves]
    done: Moves = ()
    refused: dict[Moves, Diagnostic] = field(default_factory=dict)

    def walk(self) -> Iterator[Step]:
        """Yield steps until nothing that is left can stand by itself, alone or together."""
        left = -1
        while self.pending and len(self.pending) != left:
            left = len(self.pending)
            for row in tuple(self.pending):
                yield from self._taken((row,))
            if len(self.pending) == left:
                yield from self._joined()

    def why(self, rows: Iterable[Moves]) -> tuple[Why, ...]:
        """Return why each of these could not go alone."""
        return tuple((row[-1], self.refused[row]) for row in rows)

    def _joined(self) -> list[Step]:
        """Take the first of what is left that can stand together."""
        tries = (self._taken(tuple(self.pending[:count])) for count in range(2, len(self.pending) + 1))
        return next((found for found in tries if found), [])

    def _taken(self, rows: tuple[Moves, ...]) -> list[Step]:
        """Return the steps of rows that can stand; none where a check refuses them."""
        moved = tuple(move for row in rows for move in row)
        try:
            found = self.maker.steps(self.done, moved, self.why(rows) if len(rows) > 1 else ())
        except FabricError as failure:
            if len(rows) == 1:
                self.refused[rows[0]] = failure.diagnostics[0]
            return []
        self.done += moved
        self.pending = [row for row in self.pending if row not in rows]
        return found


@dataclass(frozen=True)
class _Maker:
    """Makes intents between two others."""

    old: Build
    new: Build
    compiled: Callable[[Project], Build]

    def steps(self, done: Moves, moved: Moves, because: tuple[Why, ...]) -> list[Step]:
        """Return the steps that move something; switches of a routed fabric are drained before."""
        out, taken = self._drained(moved), done + moved
        text = between(self.old, self.new, taken, out)
        change = Step(Phase.CHANGE, moved, self._built(text), text, because)
        if not out:
            return [change]
        text = between(self.old, self.new, taken)
        return [self._drain(done, moved), change, Step(Phase.RETURN, moved, self._built(text), text)]

    def last(self, done: Moves, moved: Moves, because: tuple[Why, ...]) -> list[Step]:
        """Return the steps to the later intent itself."""
        out = self._drained(moved)
        if not out:
            return [Step(Phase.CHANGE, moved, self.new, because=because)]
        text = between(self.new, self.new, (), out)
        change = Step(Phase.CHANGE, moved, self._built(text), text, because)
        return [self._drain(done, moved), change, Step(Phase.RETURN, moved, self.new)]

    def _drain(self, done: Moves, moved: Moves) -> Step:
        text = between(self.old, self.new, done, self._drained(moved))
        return Step(Phase.DRAIN, moved, self._built(text), text)

    def _built(self, text: str) -> Build:
        """Compile an intent with the inventory and numbers of the later one. Raises FabricError."""
        project = self.new.project
        source = Between(project.source, project.intent, text)
        devices = source if project.devices is project.source else project.devices
        return self.compiled(replace(project, source=source, devices=devices))

    def _drained(self, moved: Moves) -> Moves:
        """Return the switches that others can go around while they are worked on."""
        return tuple(
            move
            for move in moved
            if move.kind is Kind.SWITCH and self.new.designs[move.fabric].intent.transport != "infiniband"
        )


def _same(one: Build, other: Build) -> bool:
    """Whether no unit and no cable would notice."""
    units = {unit.name: unit for _, unit in one.units()}
    others = {unit.name: unit for _, unit in other.units()}
    return (
        units.keys() == others.keys()
        and all(one.texts(unit) == other.texts(others[name]) for name, unit in units.items())
        and runs_of(one.designs.values()) == runs_of(other.designs.values())
    )
