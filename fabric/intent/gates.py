"""Gates of a site's own: metrics that a Prometheus knows, commands, and tasks of Nornir."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from fabric.core.condition import needs, wrong
from fabric.core.names import listing
from fabric.intent.base import Listed, Milliseconds, Model, Name, Text, once
from fabric.intent.services import SecretReference

if TYPE_CHECKING:
    from collections.abc import Hashable

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


Moments = Annotated[
    tuple[Literal["pre", "post", "wave", "soak"], ...], Listed, AfterValidator(once), Field(min_length=1)
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
    """Most time for one answer."""
    queries: Annotated[tuple[Metric, ...], Listed, Field(min_length=1, max_length=64)]
    """Metrics that are gates."""

    @model_validator(mode="after")
    def _one_login(self) -> Prometheus:
        if (self.username is None) != (self.password is None):
            raise ValueError("`username` and `password` belong together")
        if self.token is not None and self.password is not None:
            raise ValueError("either `token`, or `username` and `password`")
        return self


class Gates(Model):
    """Gates beside the usual ones, which are always asked."""

    prometheus: Prometheus | None = None
    """Metrics."""
    interval: Annotated[Milliseconds, Field(ge=1_000, le=3_600_000)] = 60_000.0
    """How often the gates of a `soak` are asked while it lasts."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all gates."""
        return tuple(one.name for one in self.prometheus.queries) if self.prometheus else ()

    @model_validator(mode="after")
    def _names_differ(self) -> Gates:
        names: tuple[Hashable, ...] = self.names
        once(names)
        return self
