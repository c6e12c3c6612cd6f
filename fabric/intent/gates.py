"""Gates of a site's own: metrics that a Prometheus knows, commands, and tasks of Nornir."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, StringConstraints, field_validator, model_validator

from fabric.core.condition import needs, wrong
from fabric.core.names import listing
from fabric.intent.base import Listed, Milliseconds, Model, Name, Text, Whole, once
from fabric.intent.services import SecretReference

if TYPE_CHECKING:
    from typing import Protocol, TypeVar

    class _Named(Protocol):
        @property
        def name(self) -> str: ...

    Named = TypeVar("Named", bound=_Named)

SPOKEN_OF = ("value", "baseline", "control")
"""What a condition may speak of: what a query says now, said before the change, and says of other devices."""
VARIABLES = ("device", "devices", "fabric", "site", "role", "pod")
"""What stands in a query as `$device`: braces are PromQL's own."""
_VARIABLE = re.compile(r"\$(\w+)")


def variables(query: str) -> frozenset[str]:
    """Return the variables that stand in a query."""
    return frozenset(_VARIABLE.findall(query))


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme != "https" or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(f"`{text}` is no address such as `https://prometheus.dc1:9090`")
    if parts.username or parts.password:
        raise ValueError("an address holds no credentials: they are `token`, or `username` and `password`")
    if parts.port == 0:
        raise ValueError(f"`{text}` names port 0")
    return text


def _query(text: str) -> str:
    if unknown := sorted(variables(text) - set(VARIABLES)):
        raise ValueError(f"`${unknown[0]}` is none of {listing([f'${name}' for name in VARIABLES])}")
    return text


def _condition(text: str) -> str:
    if why := wrong(text, SPOKEN_OF):
        raise ValueError(why)
    return text


def _path(text: str) -> str:
    if text.startswith("/") or ".." in text.split("/"):
        raise ValueError(f"`{text}` leads out of the project")
    return text


def _differ(gates: tuple[Named, ...]) -> tuple[Named, ...]:
    once(tuple(gate.name for gate in gates))
    return gates


Moments = Annotated[
    tuple[Literal["pre", "post", "wave", "soak"], ...], Listed, AfterValidator(once), Field(min_length=1)
]
Variables = Annotated[
    tuple[Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")], ...],
    Listed,
    AfterValidator(once),
]
Deadline = Annotated[Milliseconds, Field(ge=1_000, le=1_800_000)]
Query = Annotated[
    str,
    StringConstraints(min_length=1, max_length=1000, pattern=r"^[\x20-\x7e]+$"),
    AfterValidator(_query),
]


class Metric(Model):
    """One number that Prometheus knows, and what it must be."""

    name: Name
    """Name of the gate."""
    query: Query
    """PromQL that gives one number; `$device`, `$devices` (as a pattern), `$role`, `$pod`, `$fabric` and
    `$site` stand for what is judged. With `$device` it is asked of each device, else once."""
    condition: Annotated[Text, AfterValidator(_condition)]
    """What must hold: `value` compared with numbers, with `baseline` (the same before the change), and with
    `control` (the median of devices of the same role that are not changed yet)."""
    at: Moments = ("wave",)
    """When it is asked: before (`pre`) and after (`post`) each device's commit, at the end of a `wave`, or
    during its `soak` too."""

    @model_validator(mode="after")
    def _fits(self) -> Metric:
        spoken = needs(self.condition)
        if "baseline" in spoken and "pre" in self.at:
            raise ValueError("before a change there is no `baseline`: leave out `pre`")
        if "control" in spoken and "device" not in variables(self.query):
            raise ValueError("`control` compares devices, so the query needs `$device`")
        return self


class Prometheus(Model):
    """A server with metrics of the fabric, asked over its HTTP API."""

    url: Annotated[Text, AfterValidator(_url)]
    """Address, with the path before `/api/v1` if there is one: `https://prometheus.dc1:9090`."""
    ca: Annotated[Text, AfterValidator(_path)] | None = None
    """File of the project, in PEM, with the authority of its certificate; default: those of the system."""
    token: SecretReference | None = None
    """Reference to a bearer token."""
    username: Text | None = None
    """Login name, where it wants one."""
    password: SecretReference | None = None
    """Reference to the password."""
    deadline: Deadline = 10_000.0
    """Most time for a gate, all answers that it takes together, such as `10 s`."""
    queries: Annotated[
        tuple[Metric, ...], Listed, AfterValidator(_differ), Field(min_length=1, max_length=64)
    ]
    """Metrics that are gates."""

    @model_validator(mode="after")
    def _one_login(self) -> Prometheus:
        if (self.username is None) != (self.password is None):
            raise ValueError("`username` and `password` belong together")
        if self.token is not None and self.password is not None:
            raise ValueError("either `token`, or `username` and `password`")
        return self


class Command(Model):
    """A program of your own: it leaves with 0 for pass and 1 for fail; anything else is unknown."""

    name: Name
    """Name of the gate."""
    command: Annotated[tuple[Text, ...], Listed, Field(min_length=1, max_length=64)]
    """Program and arguments; no shell reads them, and it runs in the project's folder. Files of the project
    among them are signed with the plan."""
    at: Moments = ("wave",)
    """When it is run: before (`pre`) and after (`post`) each device's commit; once at the end of a `wave`, or
    during its `soak` too."""
    deadline: Deadline = 60_000.0
    """Most time, such as `60 s`; it is ended then, and the answer is unknown."""
    environment: Variables = ()
    """Environment variables that it gets beside the plain ones; their values are masked in what it says."""

    @field_validator("command")
    @classmethod
    def _inside(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        if "/" in words[0] and not words[0].startswith("/"):
            _path(words[0])
        return words


class Task(Model):
    """A task of Nornir: it returns a `Result`; a failed one is fail, an exception unknown."""

    name: Name
    """Name of the gate."""
    task: Annotated[Text, StringConstraints(pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*$")]
    """Module of the project and function: `gates.optics:in_range`; all of `gates/` is signed with a plan."""
    at: Moments = ("post",)
    """When it is called, of each device: as of a command."""
    deadline: Deadline = 60_000.0
    """Most time, such as `60 s`; it is ended then, and the answer is unknown."""
    environment: Variables = ()
    """Environment variables that it gets beside the plain ones."""


InAMillion = Annotated[Whole, Field(ge=0, le=1_000_000)]


class Traffic(Model):
    """What ports between switches must count while a wave soaks, at changed devices and at their far ends."""

    frames: Annotated[Whole, Field(ge=1, le=10**15)]
    """Least frames, in and out, at each changed device: a soak with fewer proves nothing, and is unknown."""
    discards: InAMillion = 10
    """Most discards in a million frames."""
    errors: InAMillion = 1
    """Most errors in a million frames."""
    pfc: InAMillion | None = None
    """Most PFC frames in a million frames; by default it is not judged."""
    ecn: InAMillion | None = None
    """Most frames with an ECN mark in a million; by default it is not judged."""


class Gates(Model):
    """Gates beside the usual ones, which are always asked."""

    within: Annotated[Milliseconds, Field(le=1_800_000)] | None = None
    """Most time in which the gates after a commit, and those of a wave, turn good, such as `90 s`: everything
    has converged by then; default: that of the profile, 60 s."""
    prometheus: Prometheus | None = None
    """Metrics."""
    commands: Annotated[tuple[Command, ...], Listed, AfterValidator(_differ), Field(max_length=64)] = ()
    """Programs of your own."""
    tasks: Annotated[tuple[Task, ...], Listed, AfterValidator(_differ), Field(max_length=64)] = ()
    """Tasks of Nornir."""
    traffic: Traffic | None = None
    """What a soak must show, by the counters of the switches."""
    interval: Annotated[Milliseconds, Field(ge=1_000, le=3_600_000)] = 60_000.0
    """How often the gates of a `soak` are asked while it lasts, such as `60 s`."""
