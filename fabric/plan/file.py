"""The plan file: written once, in one form, and refused when it is not exactly that."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fabric.plan.make import TIME_FORMAT
from fabric.plan.model import FORMAT, digest, from_json, to_json

if TYPE_CHECKING:
    from pathlib import Path

    from fabric.plan.model import Plan


class Fault(StrEnum):
    """Why a plan file is not taken."""

    MISSING = "missing"
    ALTERED = "altered"
    VERSION = "version"
    EXPIRED = "expired"


class PlanError(Exception):
    """A plan file that must not be applied."""

    def __init__(self, kind: Fault, words: str) -> None:
        super().__init__(words)
        self.kind = kind


class _Envelope(BaseModel):
    """What every plan file has, whatever is inside."""

    model_config = ConfigDict(extra="forbid", strict=True)

    format: str
    digest: str = Field(pattern=r"^sha256:[0-9a-f]{64}$")
    site: str
    fabric: str
    created: str
    expires: str
    intent_digest: str
    waves: list[dict[str, Any]]
    devices: dict[str, dict[str, Any]]
    constraints: dict[str, Any]
    gates: dict[str, list[str]]
    timing: dict[str, int]
    groups: dict[str, list[str]]
    source: str


def text(plan: Plan) -> str:
    """Return the one text of a plan."""
    return json.dumps(to_json(plan), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def save(plan: Plan, path: Path) -> None:
    """Write the plan whole or not at all; it may name addresses and topology, so only its owner reads it."""
    draft = path.with_name(f".{path.name}.draft")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text(plan))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def load(path: Path, now: datetime) -> Plan:
    """Read a plan that may be applied; raises PlanError for any other, with what to do about it."""
    plan = read(path)
    if now.astimezone(UTC) >= _time(plan.expires):
        raise PlanError(Fault.EXPIRED, f"the plan expired at {plan.expires}; make a new one")
    return plan


def read(path: Path) -> Plan:
    """Read a plan to show it, expired or not; raises PlanError when it is not as it was written."""
    try:
        raw = path.read_bytes()
    except OSError as fault:
        raise PlanError(Fault.MISSING, f"no plan at {path}: {fault.strerror}") from fault
    try:
        data = json.loads(raw)
        _check_format(data)
        _Envelope.model_validate(data)
        plan = from_json(data)
        _time(plan.expires)
        whole = digest(plan) == plan.digest and text(plan).encode() == raw
    except (ValidationError, ValueError, KeyError, TypeError, AttributeError) as fault:
        raise PlanError(Fault.ALTERED, "the plan is not one that was written here, or was altered") from fault
    if not whole:
        raise PlanError(Fault.ALTERED, "the plan was altered after it was made; make a new one")
    return plan


def _check_format(data: Any) -> None:
    found = data.get("format") if isinstance(data, dict) else None
    family = FORMAT.partition("/")[0]
    if isinstance(found, str) and found != FORMAT and found.partition("/")[0] == family:
        raise PlanError(Fault.VERSION, f"the plan has format `{found}`, this version takes `{FORMAT}`")


def _time(written: str) -> datetime:
    return datetime.strptime(written, TIME_FORMAT).replace(tzinfo=UTC)
