"""All artifacts of a build, streamed, in one process or several; the order and the bytes are the same."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, FabricError
from fabric.pipeline.build import Build, compile  # noqa: A004 - the verb of this stage
from fabric.pipeline.registry import registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.pipeline.project import Project
    from fabric.render import Artifact

SLICE = 32
"""Units a process takes at a time."""
_of_process: list[Build] = []


def rendered(build: Build, jobs: int = 1) -> Iterator[Artifact]:
    """Yield the artifacts of every unit in order. Raises FabricError with all templates that fail."""
    count = sum(1 for _ in build.units())
    starts = range(0, count, SLICE)
    if jobs == 1:
        results: Iterable[_Result] = (_render(build, start) for start in starts)
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
    _of_process.append(compile(project, registry()))


def _render_here(start: int) -> _Result:
    return _render(_of_process[0], start)


def _render(build: Build, start: int) -> _Result:
    made: list[Artifact] = []
    problems: list[Diagnostic] = []
    for number, (design, unit) in enumerate(build.units()):
        if start <= number < start + SLICE:
            try:
                made += build.artifacts(design, unit)
            except FabricError as failure:
                problems += failure.diagnostics
    return made, problems
