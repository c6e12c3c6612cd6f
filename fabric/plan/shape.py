"""What a plan file must hold to make sense: types and ranges field by field, then what must fit together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from fabric.core.condition import wrong
from fabric.core.names import listing
from fabric.intent.gates import SPOKEN_OF
from fabric.pipeline.registry import PLATFORMS
from fabric.plan.own import METRIC

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.plan.model import Plan
    from fabric.plan.own import Own

_LONGEST_S = 31 * 24 * 3600
"""A month: longer than any soak, and far from where the arithmetic of timers ends."""
_Seconds = Annotated[int, Field(ge=0, le=_LONGEST_S)]
_Percent = Annotated[float, Field(ge=0, le=100)]
_PLATFORMS = frozenset(platform.name for platform in PLATFORMS)


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Identity(_Shape):
    hostname: str
    serial: str
    mac: str
    model: str
    release: str


class _Edit(_Shape):
    path: list[str]
    old: str | None
    new: str | None


class _Step(_Shape):
    kind: str
    body: str


class _Patch(_Shape):
    edits: list[_Edit]
    steps: list[_Step]
    change_class: int
    classes: list[int]


class _Expectation(_Shape):
    bgp: list[str]
    lldp: dict[str, Annotated[list[str], Field(min_length=2, max_length=2)]]
    oper_up: list[str]
    peers: dict[str, str]


class _Impact(_Shape):
    flaps: list[str]
    sessions: list[str]
    stalls: list[str]
    cables: list[str]
    behind: dict[str, Annotated[int, Field(ge=0)]]
    rails: list[int]
    capacity: float = Field(ge=0)


class _Device(_Shape):
    name: str = Field(min_length=1)
    platform: str
    role: str
    pod: str
    rail: int | None
    group: str
    inventory_key: str
    identity: _Identity
    patch: _Patch
    base_fingerprint: str
    target_fingerprint: str
    artifacts_digest: str
    expectation: _Expectation
    gpus: int = Field(ge=0)
    secrets: list[str]
    impact: _Impact
    variables: dict[str, str]
    outside: list[int]
    fresh: bool
    lane: str
    links: int = Field(ge=0)
    access: bool
    unmanaged: int = Field(ge=0)


class _Wave(_Shape):
    name: str
    devices: list[str]
    soak_s: _Seconds


class _Constraints(_Shape):
    profile: str
    max_in_flight: int = Field(ge=1)
    group_share: _Percent
    failures_canary: int = Field(ge=0)
    failures_share: _Percent
    one_role_at_a_time: bool
    pod_share: _Percent
    group_most: int = Field(ge=1)
    job_share: _Percent
    lanes: int = Field(ge=0)
    exposed_share: _Percent
    exposed_gpus: int = Field(ge=0)
    logins_per_s: float = Field(ge=0, le=1000)
    site_most: int = Field(ge=0)


class _Limit(_Shape):
    name: str
    most: int = Field(ge=0)
    weights: dict[str, Annotated[int, Field(ge=0)]]
    alone: bool
    whole: int = Field(ge=0)
    traffic: bool


class _Window(_Shape):
    cron: str
    duration_s: _Seconds
    tz: str


class _OwnGate(_Shape):
    name: str
    kind: Literal["metric", "command", "task"]
    at: list[Literal["pre", "post", "wave", "soak"]]
    deadline_s: Annotated[int, Field(ge=1, le=3600)]
    ask: Annotated[list[str], Field(min_length=1)]
    condition: str
    environment: list[str]


class _Server(_Shape):
    url: Annotated[str, Field(pattern=r"^https://")]
    ca: str
    username: str
    secret: str


class _Traffic(_Shape):
    frames: int = Field(ge=1)
    most: dict[str, Annotated[int, Field(ge=0)]]


class _Own(_Shape):
    gates: list[_OwnGate]
    server: _Server | None
    traffic: _Traffic | None
    interval_s: Annotated[int, Field(ge=1, le=3600)]
    files: dict[str, Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]]
    roles: dict[str, list[str]]


class _Gates(_Shape):
    pre: list[str]
    post: list[str]
    wave: list[str]
    own: _Own


class _Timing(_Shape):
    commit_s: _Seconds
    check_s: _Seconds
    confirm_s: _Seconds
    own_s: _Seconds


class _Carried(_Shape):
    hosts: dict[str, list[Annotated[list[str | int], Field(min_length=2, max_length=2)]]]
    above: dict[str, dict[str, Annotated[int, Field(gt=0)]]]


class Envelope(_Shape):
    """A whole plan file as its JSON has it."""

    format: str
    digest: str = Field(pattern=r"^sha256:[0-9a-f]{64}$")
    site: str
    fabric: str
    created: str
    expires: str
    intent_digest: str
    waves: list[_Wave]
    devices: dict[str, _Device]
    constraints: _Constraints
    gates: _Gates
    timing: _Timing
    groups: dict[str, list[str]]
    beside: dict[str, str]
    limits: list[_Limit]
    down: list[str]
    window: _Window | None
    source: str
    approvals: int = Field(ge=0)
    inventory: str
    carried: _Carried | None
    journal: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]


def nonsense(plan: Plan) -> str:
    """Say why a plan cannot be followed, whatever its digest; empty for one that can."""
    seats = Counter(name for wave in plan.waves for name in wave.devices)
    known = plan.devices.keys()
    faults = {
        "devices in a wave that are not in the plan": seats.keys() - known,
        "devices in no wave": known - seats.keys(),
        "devices more than once in the waves": {name for name, count in seats.items() if count > 1},
        "devices under another name": {name for name, device in plan.devices.items() if device.name != name},
        "unknown platforms": {device.platform for device in plan.devices.values()} - _PLATFORMS,
        "gates that cannot be asked": set(_unanswerable(plan.gates.own)),
    }
    return next((f"{what}: {listing(sorted(names))}" for what, names in faults.items() if names), "")


def _unanswerable(own: Own) -> Iterator[str]:
    for gate in own.gates:
        if gate.kind == METRIC and (own.server is None or wrong(gate.condition, SPOKEN_OF)):
            yield gate.name
