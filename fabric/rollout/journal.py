"""What the journal holds: records, chained by hash, and the walk that finds where a chain was altered.

The chain shows tampering after the fact; whoever may write the file can rewrite everything after the last
head that was exported elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING

from fabric.rollout.outcome import Outcome
from fabric.rollout.states import State

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

GENESIS = "0" * 64


class Kind(StrEnum):
    """What a record is about."""

    BEGIN = "begin"
    """Of no rollout: a journal that was empty begins; `state` is drawn by lot, so that no two begin alike."""
    START = "start"
    """A rollout begins: `state` is the digest of the plan, `text` that of its text, `reason` its scope."""
    DEVICE = "device"
    """A device moves to `state`."""
    WAVE = "wave"
    """A wave, numbered by `epoch`, reached `state`: soaking, passed or promoted."""
    TURN = "turn"
    """The rollout turns back."""
    CONTROL = "control"
    """Somebody asked for `state`: pause, resume, abort, rollback, promote (of wave `epoch`).

    With a `device`, it is an order for that one.
    """
    FREEZE = "freeze"
    """Of no rollout: `state` is frozen or thawed, for what `scope` names, at the latest `until`."""
    GATE = "gate"
    """A gate of the site's own answered `state` about `device`, or wave `epoch`; `text` has the evidence."""
    PLAYBOOK = "playbook"
    """Step `epoch` of a playbook, whose run `rollout` names, reached `state`."""
    ENROL = "enrol"
    """Of no rollout: what `device` of `scope` is trusted by is about to be written, or was."""
    END = "end"
    """Over; `state` holds the outcome."""


@dataclass(frozen=True, slots=True)
class Record:
    """One fact. Texts of configurations are never in it, only the digests under which they are kept."""

    rollout: str
    kind: Kind
    state: str
    device: str = ""
    epoch: int = 0
    token: str = ""
    turned: bool = False
    """The device goes back from here on."""
    reason: str = ""
    text: str = ""
    """Digest of a text in the state folder: a start's plan, what a device ran before its commit, evidence."""
    baseline: str = ""
    """Digest of the state that the device showed before the change."""
    actor: str = ""
    fence: int = 0
    scope: str = ""
    """`site/fabric`, a site, or empty for all fabrics of the journal."""
    until: str = ""
    """UTC, RFC 3339; empty for no end."""


_OTHER_TYPES = {"kind": Kind, "turned": bool, "epoch": int, "fence": int}
_TYPES = {field.name: _OTHER_TYPES.get(field.name, str) for field in fields(Record)}
_STATES: Mapping[Kind, type[StrEnum]] = {Kind.DEVICE: State, Kind.END: Outcome}
"""Kinds of record whose state is one of a closed set."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A record as the journal keeps it."""

    seq: int
    time: str
    record: Record
    digest: str


def body(seq: int, time: str, record: Record) -> str:
    """Write a record in the canonical form that its hash covers."""
    plain = {name: value for name in _TYPES if (value := getattr(record, name)) not in ("", 0, False)}
    return json.dumps(
        {"seq": seq, "time": time, **plain}, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )


def parse(seq: int, text: str, digest: str) -> Stored:
    """Read a row back; raises ValueError for one that no version of this program wrote."""
    try:
        plain = json.loads(text)
        time = plain.pop("time")
        plain.pop("seq")
        record = Record(**{"rollout": "", **plain, "kind": Kind(plain["kind"])})
        whole = isinstance(time, str) and all(type(getattr(record, n)) is kind for n, kind in _TYPES.items())
        if record.kind in _STATES:
            _STATES[record.kind](record.state)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"record {seq} is not one that was written here") from error
    if not whole:
        raise ValueError(f"record {seq} is not one that was written here")
    return Stored(seq, time, record, digest)


def link(previous: str, text: str) -> str:
    """Return the hash of a record that follows `previous`."""
    return hashlib.sha256(previous.encode() + text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Audit:
    """What a walk over the chain found."""

    records: int
    head: str
    broken_at: int | None
    """First sequence number that does not follow from the ones before it."""

    @property
    def intact(self) -> bool:
        """Whether every record follows from the ones before it."""
        return self.broken_at is None


def audit(rows: Iterable[tuple[int, str, str]]) -> Audit:
    """Walk (sequence, body, hash) in order."""
    head, count = GENESIS, 0
    for seq, text, digest in rows:
        count += 1
        if seq != count or not _numbered(text, seq) or link(head, text) != digest:
            return Audit(count, head, seq)
        head = digest
    return Audit(count, head, None)


def _numbered(text: str, seq: int) -> bool:
    try:
        return isinstance(text, str) and bool(json.loads(text)["seq"] == seq)
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
