"""All artifacts of a build, streamed, in one process or several; the order and the bytes are the same."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError
from fabric.pipeline.build import Build, compile  # noqa: A004 - the verb of this stage
from fabric.pipeline.registry import registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fabric.device import Design, Unit
    from fabric.pipeline.project import Project
    from fabric.render import Artifact

    Placed = tuple[Design, Unit]

SLICE = 32
"""Units a process takes at a time."""
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
        yield from _raising(pool.map(_render_here, starts))


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
    """Compile in a new process: values too large to send are made again from the same files."""
    build = compile(project, registry())
    _of_process.append((build, tuple(build.units())))


def _render_here(start: int) -> _Result:
    return _render(*_of_process[0], start)


def _render(build: Build, units: Sequence[Placed], start: int) -> _Result:
    made: list[Artifact] = []
    problems: list[Diagnostic] = []
    for design, unit in units[start : start + SLICE]:
        try:
            made += build.artifacts(design, unit)
        except FabricError as failure:
            problems += failure.diagnostics
    return made, problems
