"""The plan file: written once, in one form, and refused when it is not exactly that."""

from __future__ import annotations

import json
import os
import tempfile
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabric.core.regular import NotRegularError, TooLargeError, read_regular
from fabric.core.writing import writing
from fabric.plan.make import TIME_FORMAT
from fabric.plan.model import FORMAT, digest, from_json, to_json
from fabric.plan.shape import Envelope, nonsense

if TYPE_CHECKING:
    from fabric.plan.model import Plan


class Fault(StrEnum):
    """Why a plan file is not taken."""

    MISSING = "missing"
    ALTERED = "altered"
    VERSION = "version"
    EXPIRED = "expired"
    SIGNATURE = "signature"


class PlanError(Exception):
    """A plan file that must not be applied."""

    def __init__(self, kind: Fault, words: str) -> None:
        super().__init__(words)
        self.kind = kind


SKEW = timedelta(minutes=5)
"""By how much the clocks of those who plan and those who apply may differ."""
LARGEST = 256 * 1024 * 1024
"""Bytes: a plan of a hundred thousand devices stays below; more is not worth reading."""


def text(plan: Plan) -> str:
    """Return the one text of a plan."""
    return json.dumps(to_json(plan), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def save(plan: Plan, path: Path) -> None:
    """Write the plan whole or not at all; it may name addresses and topology, so only its owner reads it."""
    write_whole(path, text(plan).encode(), 0o600)


def write_whole(path: Path, raw: bytes, mode: int) -> None:
    """Write a file whole or not at all: a full disk leaves what was there."""
    # mkstemp: mode 0600, and a name that nobody can plant a link under.
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    draft = Path(name)
    with writing(path, draft):
        with os.fdopen(descriptor, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(mode)
        draft.replace(path)


def load(path: Path, now: datetime) -> Plan:
    """Read a plan that may be applied; raises PlanError for any other, with what to do about it."""
    plan = read(path)
    if why := untimely(plan, now):
        raise PlanError(Fault.EXPIRED, why)
    return plan


def untimely(plan: Plan, now: datetime) -> str:
    """Say why a plan must not begin at a moment; empty when it may.

    By a clock that runs behind no plan would ever expire; one from the future gives such a clock away.
    """
    if now >= datetime.fromisoformat(plan.expires):
        return f"the plan expired at {plan.expires}; make a new one"
    if now + SKEW < datetime.fromisoformat(plan.created):
        here = now.astimezone(UTC).strftime(TIME_FORMAT)
        return f"the plan was made at {plan.created}, and here it is {here}: set the clock"
    return ""


def read(path: Path) -> Plan:
    """Read a plan to show it, expired or not; raises PlanError when it is not as it was written."""
    raw = taken(path)
    try:
        data = json.loads(raw)
        _check_format(data)
        Envelope.model_validate(data)
        plan = from_json(data)
        _time(plan.expires)
        whole = digest(plan) == plan.digest and text(plan).encode() == raw
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise PlanError(Fault.ALTERED, "the plan is not one that was written here, or was altered") from fault
    if not whole:
        raise PlanError(Fault.ALTERED, "the plan was altered after it was made; make a new one")
    if why := nonsense(plan):
        raise PlanError(Fault.ALTERED, f"the plan cannot be followed: {why}; make a new one")
    return plan


def taken(path: Path, what: str = "plan", largest: int = LARGEST, kind: Fault = Fault.ALTERED) -> bytes:
    """Read a regular file of a sane size, as a pipe or a device would never end; else raises PlanError."""
    try:
        return read_regular(path, largest)
    except OSError as fault:
        raise PlanError(Fault.MISSING, f"no {what} at {path}: {fault.strerror}") from fault
    except NotRegularError as fault:
        raise PlanError(kind, f"`{path}` is no regular file, so it is no {what}") from fault
    except TooLargeError as fault:
        raise PlanError(kind, f"`{path}` is larger than any {what}") from fault


def _check_format(data: Any) -> None:
    found = data.get("format") if isinstance(data, dict) else None
    family = FORMAT.partition("/")[0]
    if isinstance(found, str) and found != FORMAT and found.partition("/")[0] == family:
        raise PlanError(Fault.VERSION, f"the plan has format `{found}`, this version takes `{FORMAT}`")


def _time(written: str) -> datetime:
    return datetime.strptime(written, TIME_FORMAT).replace(tzinfo=UTC)
