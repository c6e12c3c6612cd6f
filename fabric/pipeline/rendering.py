"""All artifacts of a build, streamed, in one process or several; the order and the bytes are the same."""

from __future__ import annotations

import multiprocessing
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError
from fabric.pipeline.build import Build, expanded
from fabric.pipeline.registry import registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from concurrent.futures import Executor, Future

    from fabric.device import Design, Unit
    from fabric.pipeline.project import Project
    from fabric.render import Artifact

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
        results: Iterable[_Result] = (_render(build, units, start) for start in starts)
        yield from _raising(results)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _start, (build.project,)) as pool:
        yield from _raising(_in_order(pool, starts, jobs * AHEAD))


def _in_order(pool: Executor, starts: Iterable[int], most: int) -> Iterator[_Result]:
    """Yield results in order; never more than `most` slices are rendered ahead of the reader, or wait."""
    waiting: deque[Future[_Result]] = deque()
    for start in starts:
        waiting.append(pool.submit(_render_here, start))
        if len(waiting) == most:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


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


def _render_here(start: int) -> _Result:
    return _render(*_of_process[0], start)


def _render(build: Build, units: Sequence[Placed], start: int) -> _Result:
    made: list[Artifact] = []
    problems: list[Diagnostic] = []
    for _, unit in units[start : start + SLICE]:
        try:
            made += build.artifacts(unit)
        except FabricError as failure:
            problems += failure.diagnostics
    return made, problems
