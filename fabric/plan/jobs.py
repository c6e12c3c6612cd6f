"""Jobs that run on the hosts, as a file or a command of the user's has them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fabric.core.diagnostic import FabricError, error, nearest
from fabric.core.masking import masked
from fabric.core.program import Call, plain_environment, run
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


@dataclass(frozen=True, slots=True)
class Provider:
    """A scheduler hook, and the variables that it gets beside the plain ones."""

    command: Sequence[str]
    environment: Sequence[str] = ()


NOBODY = Provider(())


def run_provider(provider: Provider) -> str:
    """Run a scheduler hook, without a shell, and return what it printed; raises FabricError when it fails."""
    command, environment = provider.command, plain_environment(os.environ, provider.environment)
    ended = run(Call(command, Path.cwd(), "", environment, LONGEST_S, most=LARGEST))
    if ended.code != 0 or ended.cut:
        said = (_masked(ended.talk, provider).splitlines() or [f"it left with {ended.code}"])[-1]
        why = f"it prints more than {LARGEST // 2**20} MiB" if ended.cut else said
        summary = f"jobs are unknown: `{json.dumps(list(command))}` failed: {why}"
        hint = (
            "nothing is planned while it is unknown what would be disturbed; variables that it needs are "
            "named in `rollout.constraints.job.environment`"
        )
        raise FabricError(error("ROL-006", summary, hint=hint))
    return ended.out


def _masked(text: str, provider: Provider) -> str:
    """Return what a hook said without the values of the variables that it was given."""
    return masked(text, (os.environ.get(name, "") for name in provider.environment))


def jobs_of(file: Path | None, provider: Provider, hosts: Iterable[str]) -> tuple[Job, ...]:
    """Return the jobs of a file, else of a command; none where neither is given. Raises FabricError."""
    if file is not None:
        try:
            return read_jobs(read_regular(file, LARGEST).decode(), f"`{file}`", hosts)
        except (OSError, UnicodeDecodeError, NotRegularError, TooLargeError) as failure:
            raise FabricError(error("ROL-006", f"`{file}` cannot be read: {failure}")) from failure
    if not provider.command:
        return ()
    return read_jobs(run_provider(provider), f"`{provider.command[0]}`", hosts)
