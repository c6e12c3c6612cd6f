"""The plan: everything that apply does, fixed before it starts.

`to_json` and `from_json` are exact inverses; the digest is the sha256 of that JSON without the digest itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from typing import Any

from fabric.core.tree import Edit
from fabric.health.model import Expectation
from fabric.plan.carried import Carried, carried_from
from fabric.plan.constraints import Constraints, Limit
from fabric.plan.impact import NOTHING, Impact
from fabric.plan.own import Own, own_from_json
from fabric.plan.window import Window
from fabric.platforms.form import ChangeClass, Patch, Step

FORMAT = "fabric-plan/1"
CANARY = "canary"
"""Name of the first wave."""


@dataclass(frozen=True, slots=True)
class ExpectedIdentity:
    """Who must answer at a device's address. An empty field is not compared; serial or MAC must be given."""

    hostname: str
    serial: str = ""
    mac: str = ""
    model: str = ""
    release: str = ""


@dataclass(frozen=True, slots=True)
class PlannedDevice:
    """One device's change."""

    name: str
    platform: str
    role: str
    pod: str
    rail: int | None
    group: str
    """Redundancy group: its members stand in for each other, such as the leaves of a pod or a spine plane."""
    inventory_key: str
    """Name under which the inventory knows its address and credentials."""
    identity: ExpectedIdentity
    patch: Patch
    base_fingerprint: str
    """Of the owned part of the running configuration that the plan was made from."""
    target_fingerprint: str
    """Of the owned part of the running configuration after the change."""
    artifacts_digest: str
    """sha256 over the rendered artifacts, with placeholders for secrets."""
    expectation: Expectation = field(default_factory=Expectation)
    gpus: int = 0
    """GPUs that lose a path while this device is out."""
    secrets: tuple[str, ...] = ()
    """References in the device's artifacts, and in what it was last brought to, such as `env/BGP_KEY`; never
    values. The change may use fewer, but what the device ran before is stored without any of them."""

    impact: Impact = NOTHING
    """What traffic notices of the change."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Words of its edits that are the device's own, and what they stand for."""
    outside: tuple[int, ...] = ()
    """Numbers, from 0, of the edits that undo what somebody else changed since the last rollout."""
    fresh: bool = False
    """Whether it carried nothing before: a new device."""
    lane: str = ""
    """Its plane, or the rail of a leaf that has one; devices of few lanes change at the same time."""
    links: int = 0
    access: bool = False
    """Whether it changes the way in: accounts, who may manage it, its management port, its certificates."""
    unmanaged: int = 0
    """Entries of its running configuration that are not ours; they are never touched."""

    @property
    def change_class(self) -> ChangeClass:
        """How much the change disturbs."""
        return self.patch.change_class

    @property
    def risky(self) -> bool:
        """Whether somebody may be locked out of a device that carries something."""
        return self.access and not self.fresh

    @property
    def sort(self) -> tuple[str, ...]:
        """What kind of device it is, for one canary of each."""
        return (self.role, self.platform, self.identity.release, self.identity.model)


@dataclass(frozen=True, slots=True)
class Wave:
    """Devices that go together: the wave ends with its soak and its gate."""

    name: str
    devices: tuple[str, ...]
    soak_s: int

    @property
    def is_canary(self) -> bool:
        """Whether it is the canary, or a part of it."""
        return self.name == CANARY or self.name.startswith(f"{CANARY}, ")


@dataclass(frozen=True, slots=True)
class Gates:
    """Gates by the moment they judge; names as `fabric.rollout.gates` knows them."""

    pre: tuple[str, ...] = ("identity", "base", "session", "peers", "own-diff")
    post: tuple[str, ...] = ("readback", "bgp", "lldp", "oper-up")
    wave: tuple[str, ...] = ("readback", "bgp", "lldp", "oper-up", "counters")
    own: Own = field(default_factory=Own)
    """Those that the site adds."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the parts of a device's change may take, in seconds; the commit timer follows from them."""

    commit_s: int = 60
    check_s: int = 60
    """Most time for the post gates to turn good, convergence included."""
    confirm_s: int = 30
    own_s: int = 0
    """Most time for one round of the site's own gates beside."""


TIMINGS: Mapping[str, Timing] = {
    "lab": Timing(commit_s=20, check_s=8, confirm_s=10),
    "default": Timing(),
}
"""By profile: simulated switches converge at once."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What apply does, to which devices, in which order, and under which conditions it stops."""

    digest: str
    """`sha256:` and the digest of everything else here; empty until sealed."""
    site: str
    fabric: str
    created: str
    """UTC, RFC 3339 to the second, such as `2026-12-01T08:00:00Z`."""
    expires: str
    intent_digest: str
    waves: tuple[Wave, ...]
    devices: Mapping[str, PlannedDevice]
    constraints: Constraints
    gates: Gates = field(default_factory=Gates)
    timing: Timing = field(default_factory=Timing)
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """All members of each redundancy group, planned or not; one absent here has its planned devices alone."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """Platform of each device that stands in for a planned one and is not changed itself: before a device is
    touched, these are looked at too."""
    limits: tuple[Limit, ...] = ()
    """Beside the shares of the groups."""
    down: tuple[str, ...] = ()
    """Devices that were out when the plan was made: they take their part of every limit."""
    window: Window | None = None
    """When devices may start; None: at any time."""
    source: str = ""
    """Where the intent came from, such as a commit; for people."""
    approvals: int = 0
    """Signatures of others than its author that it needs before it may be applied."""
    inventory: str = ""
    """Folder of the inventory that it was made with, where that is not the site's; told, never followed."""
    carried: Carried | None = None
    """What limits of jobs are made from; None where nobody says which jobs run."""
    journal: str = ""
    """Hash of the last record of the journal that it was made beside, which alone takes it; empty where there
    was none."""


def sealed(plan: Plan) -> Plan:
    """Return the plan with its digest."""
    return replace(plan, digest=digest(plan))


def digest(plan: Plan) -> str:
    """Compute the digest of a plan, whatever digest it claims."""
    return "sha256:" + hashlib.sha256(canonical(to_json(replace(plan, digest=""))).encode()).hexdigest()


def canonical(value: Any) -> str:
    """Write plain JSON data in its one canonical form."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def to_json(plan: Plan) -> dict[str, Any]:
    """Turn a plan into plain JSON data."""
    return {"format": FORMAT, **_plain(plan)}


def _plain(value: Any) -> Any:
    """Turn dataclasses, enums, sets, tuples and mappings into what JSON has; sets are sorted."""
    if is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def from_json(data: Mapping[str, Any]) -> Plan:
    """Read back what `to_json` wrote; raises KeyError, TypeError or ValueError for anything else."""
    if data["format"] != FORMAT:
        raise ValueError(f"plan format `{data['format']}` is not `{FORMAT}`")
    plain = {key: value for key, value in data.items() if key != "format"}
    return Plan(
        **{
            **plain,
            "waves": tuple(Wave(w["name"], tuple(w["devices"]), w["soak_s"]) for w in data["waves"]),
            "devices": {name: _device(device) for name, device in data["devices"].items()},
            "constraints": Constraints(**data["constraints"]),
            "gates": _gates(data["gates"]),
            "timing": Timing(**data["timing"]),
            "groups": {name: tuple(members) for name, members in data["groups"].items()},
            "limits": tuple(Limit(**limit) for limit in data["limits"]),
            "down": tuple(data["down"]),
            "window": Window(**data["window"]) if data["window"] else None,
            "carried": carried_from(data["carried"]) if data.get("carried") else None,
        }
    )


def _gates(data: Mapping[str, Any]) -> Gates:
    named = {name: tuple(data[name]) for name in ("pre", "post", "wave")}
    return Gates(**{**data, **named, "own": own_from_json(data["own"])})


def _device(data: Mapping[str, Any]) -> PlannedDevice:
    return PlannedDevice(
        **{
            **data,
            "identity": ExpectedIdentity(**data["identity"]),
            "patch": _patch(data["patch"]),
            "expectation": _expectation(data["expectation"]),
            "secrets": tuple(data["secrets"]),
            "impact": _impact(data["impact"]),
            "outside": tuple(data["outside"]),
        }
    )


def _patch(data: Mapping[str, Any]) -> Patch:
    return Patch(
        edits=tuple(Edit(tuple(e["path"]), e["old"], e["new"]) for e in data["edits"]),
        steps=tuple(Step(**step) for step in data["steps"]),
        change_class=ChangeClass(data["change_class"]),
        classes=tuple(map(ChangeClass, data["classes"])),
    )


def _impact(data: Mapping[str, Any]) -> Impact:
    tuples = ("flaps", "sessions", "stalls", "cables", "rails")
    return Impact(**{**data, **{name: tuple(data[name]) for name in tuples}})


def _expectation(data: Mapping[str, Any]) -> Expectation:
    return Expectation(
        bgp=frozenset(data["bgp"]),
        lldp={port: (name, far) for port, (name, far) in data["lldp"].items()},
        oper_up=frozenset(data["oper_up"]),
        peers=dict(data["peers"]),
    )
