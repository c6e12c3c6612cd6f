"""All artifacts of a build, streamed, in one process or several; the order and the bytes are the same."""

from __future__ import annotations

import multiprocessing
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError
from fabric.pipeline.build import Build, expanded
from fabric.pipeline.registry import registry
from fabric.render import Artifact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor, Future

    from fabric.device import Design, Unit
    from fabric.pipeline.project import Project

    Placed = tuple[Design, Unit]

SLICE = 32
"""Units a process takes at a time."""
AHEAD = 4
"""Slices for each process that may wait for the reader: they are all that is held in memory."""
_of_process: list[tuple[Build, tuple[Placed, ...]]] = []


def rendered(build: Build, jobs: int = 1) -> Iterator[Artifact]:
    """Yield the artifacts of every unit in order. Raises FabricError with all templates that fail."""
    units = tuple(build.units())
    starts = range(0, len(units), SLICE)
    if jobs == 1:
        results: Iterable[_Result] = (_render(build, units[start : start + SLICE]) for start in starts)
        yield from _raising(results)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _start, (build.project,)) as pool:
        asked = (_ask(pool, build, units, range(start, min(start + SLICE, len(units)))) for start in starts)
        yield from _raising(_answer(build, one) for one in _ahead(asked, jobs * AHEAD))


@dataclass(frozen=True)
class _Asked:
    """A slice of units: what is kept of it, and what another process renders."""

    kept: list[Artifact]
    rest: Future[_Result] | None
    places: Mapping[str, int]
    """Of its units, for their order."""


def _ask(pool: Executor, build: Build, units: Sequence[Placed], places: range) -> _Asked:
    kept: list[Artifact] = []
    rest = []
    for place in places:
        unit = units[place][1]
        texts = build.kept.of(unit.name) if build.kept is not None else None
        if texts is None:
            rest.append(place)
        else:
            kept += (Artifact(unit.name, name, text) for name, text in texts.items())
    names = {units[place][1].name: place for place in places}
    return _Asked(kept, pool.submit(_render_here, rest) if rest else None, names)


def _answer(build: Build, asked: _Asked) -> _Result:
    """Return the artifacts of a slice in order; what another process has rendered is kept from now on."""
    if asked.rest is None:
        return asked.kept, []
    made, problems = asked.rest.result()
    for unit, artifacts in groupby(made, lambda artifact: artifact.unit):
        if build.kept is not None:
            build.kept.add(unit, {artifact.name: artifact.text for artifact in artifacts})
    return sorted((*asked.kept, *made), key=lambda artifact: asked.places[artifact.unit]), problems


def _ahead(asked: Iterable[_Asked], most: int) -> Iterator[_Asked]:
    """Yield slices in order; never more than `most` of them are rendered ahead of the reader, or wait."""
    waiting: deque[_Asked] = deque()
    for one in asked:
        waiting.append(one)
        if len(waiting) == most:
            yield waiting.popleft()
    yield from waiting


_Result = tuple[list["Artifact"], list["Diagnostic"]]


def _raising(results: Iterable[_Result]) -> Iterator[Artifact]:
    problems: list[Diagnostic] = []
    for artifacts, failures in results:
        problems += failures
        if not problems:
            yield from artifacts
    if problems:
        raise FabricError(*dict.fromkeys(problems))


def _start(project: Project) -> None:
    """Expand in a new process what was judged in another: values too large to send are made again."""
    build = expanded(project, registry())
    _of_process.append((build, tuple(build.units())))


def _render_here(places: Sequence[int]) -> _Result:
    build, units = _of_process[0]
    return _render(build, [units[place] for place in places])


def _render(build: Build, units: Sequence[Placed]) -> _Result:
    made: list[Artifact] = []
    problems: list[Diagnostic] = []
    for _, unit in units:
        try:
            made += build.artifacts(unit)
        except FabricError as failure:
            problems += failure.diagnostics
    return made, problems
