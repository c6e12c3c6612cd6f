"""Jobs that run on the hosts, as a file or a command of the user's has them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fabric.core.diagnostic import FabricError, error, nearest
from fabric.core.program import Call, run
from fabric.core.regular import NotRegularError, TooLargeError, read_regular
from fabric.topology.names import matcher

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LONGEST_S = 60
LARGEST = 64 * 2**20
"""Bytes of a list of jobs: a hundred thousand GPUs make a few."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job and the hosts it runs on."""

    name: str
    hosts: tuple[str, ...]
    tolerant: bool = False
    """Whether it may lose ports: it is in nobody's way."""


class JobOf(BaseModel):
    """One running job."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1)]
    """Name or number, for people."""
    hosts: list[str]
    """Hosts by name or pattern: `pod1-h[1-8]`. Those of other fabrics may be among them."""
    tolerant: bool = False
    """Whether it may lose ports."""


class Jobs(BaseModel):
    """What a scheduler hook prints."""

    model_config = ConfigDict(extra="forbid")

    jobs: list[JobOf]
    """Every job that runs."""


def read_jobs(text: str, source: str, hosts: Iterable[str]) -> tuple[Job, ...]:
    """Read jobs from JSON; raises FabricError for what is none, and for an unknown host."""
    try:
        found = Jobs.model_validate_json(text)
    except ValidationError as failure:
        first = failure.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the text"
        hint = 'write `{"jobs": [{"name": "train7", "hosts": ["pod1-h[1-8]"]}]}`'
        raise FabricError(error("ROL-006", f"{source}: {where}: {first['msg']}", hint=hint)) from failure
    known = tuple(hosts)
    return tuple(Job(job.name, _hosts(job, source, known), job.tolerant) for job in found.jobs)


def _hosts(job: JobOf, source: str, known: Sequence[str]) -> tuple[str, ...]:
    result: list[str] = []
    for pattern in job.hosts:
        fit = matcher(pattern)
        matched = [name for name in known if fit(name)]
        if not matched:
            hint = nearest(pattern, known) or f"hosts here run from `{known[0]}` to `{known[-1]}`"
            raise FabricError(
                error("ROL-006", f"{source}: job `{job.name}`: no host is `{pattern}`", hint=hint)
            )
        result += matched
    return tuple(dict.fromkeys(result))


def run_provider(command: Sequence[str]) -> str:
    """Run a scheduler hook, without a shell, and return what it printed; raises FabricError when it fails."""
    ended = run(Call(command, Path.cwd(), "", os.environ, LONGEST_S, most=LARGEST))
    if ended.code != 0 or ended.cut:
        said = (ended.talk.splitlines() or [f"it left with {ended.code}"])[-1]
        why = f"it prints more than {LARGEST // 2**20} MiB" if ended.cut else said
        summary = f"jobs are unknown: `{json.dumps(list(command))}` failed: {why}"
        hint = "nothing is planned while it is unknown what would be disturbed"
        raise FabricError(error("ROL-006", summary, hint=hint))
    return ended.out


def jobs_of(file: Path | None, command: Sequence[str], hosts: Iterable[str]) -> tuple[Job, ...]:
    """Return the jobs of a file, else of a command; none where neither is given. Raises FabricError."""
    if file is not None:
        try:
            return read_jobs(read_regular(file, LARGEST).decode(), f"`{file}`", hosts)
        except (OSError, UnicodeDecodeError, NotRegularError, TooLargeError) as failure:
            raise FabricError(error("ROL-006", f"`{file}` cannot be read: {failure}")) from failure
    return read_jobs(run_provider(command), f"`{command[0]}`", hosts) if command else ()
