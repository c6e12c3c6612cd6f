"""One rollout's journal as its engine writes it: durable first, then told to the world."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack

from fabric.health import Baseline
from fabric.plan.eta import there_and_back_s
from fabric.rollout import store
from fabric.rollout.door import Moment, shut
from fabric.rollout.history import Progress, Standing, replay
from fabric.rollout.journal import Kind, Record
from fabric.rollout.states import WAITING
from fabric.rollout.token import Token

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import sqlalchemy as sa

    from fabric.health import Judgement
    from fabric.plan.model import Plan
    from fabric.rollout.backend import Backend
    from fabric.rollout.door import Shut
    from fabric.rollout.states import State
    from fabric.rollout.store import Lease
    from fabric.rollout.world import World
    from fabric.rollout.writer import Writer

LONGEST_REASON = 500
LISTEN_S = 0.2
_ASKED = frozenset({Kind.CONTROL, Kind.FREEZE})


class Facts(TypedDict, total=False):
    """What a device's record says beside its state; what is left out stays as it was."""

    epoch: int
    token: str
    turned: bool
    reason: str
    text: str
    baseline: str
    actor: str


class Glimpse(NamedTuple):
    """How a device stood at a moment."""

    moment: float
    """Monotonic, in seconds."""
    trouble: str
    """Why it cannot stand in for others; empty when it can."""
    blind: bool = False
    """It could not be looked at."""


@dataclass(slots=True)
class Desk:
    """Where an engine writes. Threads share it: each moves its own device only."""

    plan: Plan
    rollout: str
    world: World
    kept: Backend
    database: sa.Engine
    writer: Writer
    lease: Lease
    actor: str
    progress: Progress = field(default_factory=Progress)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _heard: int = 0
    _listened: float = -1.0
    glimpses: dict[str, Glimpse] = field(default_factory=dict)
    """How each device last stood when it was looked at for its peers' sake."""
    _looking: dict[str, threading.Lock] = field(default_factory=dict)
    _answers: dict[tuple[str, str, str], tuple[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        stored = store.read(self.database, self.rollout, fabric=True)
        self.progress = replay((item.seq, item.record, item.time) for item in stored)
        self._heard = stored[-1].seq if stored else 0
        self._index = {name: number for number, name in enumerate(sorted(self.plan.devices))}

        members: dict[str, list[str]] = {}
        for device in self.plan.devices.values():
            members.setdefault(device.group, []).append(device.name)
        for group in members:
            members[group] += [n for n in self.plan.groups.get(group, ()) if n in self.plan.beside]
        self._members = members
        self._waves = {name: number for number, wave in enumerate(self.plan.waves) for name in wave.devices}

    _index: Mapping[str, int] = field(init=False, default_factory=dict)
    _members: Mapping[str, list[str]] = field(init=False, default_factory=dict)
    _waves: Mapping[str, int] = field(init=False, default_factory=dict)
    _needs: dict[int, int] = field(init=False, default_factory=dict)

    def of(self, name: str) -> Standing:
        """Return where a device stands."""
        with self._lock:
            return self.progress.of(name)

    def snapshot(self) -> Progress:
        """Return where everything stands, safe to walk while other threads write."""
        with self._lock:
            return replace(self.progress, devices=dict(self.progress.devices))

    def peers_of(self, name: str) -> tuple[str, ...]:
        """Return the other members of a device's redundancy group, planned or not; those beside it first."""
        members = self._members[self.plan.devices[name].group]
        place = members.index(name)
        return (*members[place + 1 :], *members[:place])

    def looking_at(self, name: str) -> threading.Lock:
        """Return the lock of whoever looks at a device for its peers' sake; others wait for what it saw."""
        with self._lock:
            return self._looking.setdefault(name, threading.Lock())

    def wave_of(self, name: str) -> int:
        """Return the number of a device's wave."""
        return self._waves[name]

    def token(self, name: str) -> str:
        """Return the token of a device's present epoch, journalled or about to be."""
        standing = self.of(name)
        return standing.token or str(Token(self.rollout, self._index[name], standing.epoch, self.lease.fence))

    def move(self, name: str, state: State, **facts: Unpack[Facts]) -> None:
        """Write where a device goes; returns when it is on the disk."""
        self.write([self.moved(name, state, **facts)])

    def moved(self, name: str, state: State, **facts: Unpack[Facts]) -> Record:
        """Make the record of a device's move."""
        standing = self.of(name)
        return Record(
            self.rollout,
            Kind.DEVICE,
            state.value,
            device=name,
            epoch=facts.get("epoch", standing.epoch),
            token=facts.get("token", standing.token),
            turned=facts.get("turned", standing.turned),
            reason=self.world.redact(facts.get("reason", ""))[:LONGEST_REASON],
            text=facts.get("text", ""),
            baseline=facts.get("baseline", ""),
            actor=facts.get("actor", ""),
            fence=self.lease.fence,
        )

    def say(self, kind: Kind, state: str, *, reason: str = "", wave: int = 0, text: str = "") -> None:
        """Write a record about the rollout as a whole."""
        self.write([self.saying(kind, state, reason=reason, wave=wave, text=text)])

    def saying(self, kind: Kind, state: str, *, reason: str = "", wave: int = 0, text: str = "") -> Record:
        """Make a record about the rollout as a whole."""
        return Record(
            self.rollout,
            kind,
            state,
            epoch=wave,
            reason=self.world.redact(reason)[:LONGEST_REASON],
            text=text,
            actor=self.actor,
            fence=self.lease.fence,
        )

    def witness(
        self, gate: str, device: str, wave: int, found: Judgement, evidence: Mapping[str, Any]
    ) -> None:
        """Write what a gate of the site's own answered, unless it just answered the same."""
        about, answer = (evidence["kind"], gate, device), (evidence["moment"], found.verdict)
        if self._answers.get(about) == answer:
            return
        self._answers[about] = answer
        said = f"`{gate}` on `{evidence['moment']}`" + (f" of `{device}`" if device else "")
        text = self.kept.keep(self.world.redact(json.dumps(evidence, sort_keys=True)))
        reason = ": ".join((said, *(("; ".join(found.reasons),) if found.reasons else ())))
        record = self.saying(Kind.GATE, found.verdict, reason=reason, wave=wave, text=text)
        self.write([replace(record, device=device)])

    def write(self, records: Iterable[Record]) -> None:
        """Make records durable under the lease, take them in, and tell the world."""
        batch = tuple(records)
        numbers = self.writer.append(batch, self.lease)
        with self._lock:
            for number, record in zip(numbers, batch, strict=True):
                self.progress.add(number, record)
        for record in batch:
            self.world.after(f"journal {record.device or record.kind} {record.state}")
            self.world.told(record)

    def listen(self) -> None:
        """Take in what other processes asked for since the last time."""
        self._listened = time.monotonic()
        for item in store.read(self.database, self.rollout, self._heard, fabric=True):
            self._heard = item.seq
            if item.record.kind in _ASKED and item.record.fence != self.lease.fence:
                with self._lock:
                    self.progress.add(item.seq, item.record)
                self.world.told(item.record)

    def shut(self) -> Shut | None:
        """Return why nothing may start now; None when the door is open."""
        moment = Moment(self.world.today(), self._needed_s(), self.progress.extended)
        return shut(self.plan, self.progress.freezes.values(), moment)

    def _needed_s(self) -> int:
        """Return the seconds that the wave whose turn it is needs of the window, its way back included."""
        if self.plan.window is None:
            return 0
        waves = enumerate(self.plan.waves)
        turn = next((n for n, w in waves if any(self.of(d).state in WAITING for d in w.devices)), None)
        if turn is None:
            return 0
        if turn not in self._needs:
            self._needs[turn] = there_and_back_s(self.plan, self.plan.waves[turn])
        return self._needs[turn]

    def overhear(self) -> None:
        """Listen, but not more often than a person could ask: for loops that come round with every device."""
        if time.monotonic() - self._listened >= LISTEN_S:
            self.listen()

    def keep_running(self, running: Mapping[str, str]) -> str:
        """Store what a device runs, without our secrets, and return the digest that names it."""
        return self.kept.keep(json.dumps(dict(self.world.hide(running)), sort_keys=True))

    def base(self, name: str) -> dict[str, str]:
        """Return what a device ran before its commit; raises StateError when that is lost."""
        texts: dict[str, str] = json.loads(self.kept.read(self.of(name).base))
        return dict(self.world.reveal(texts))

    def keep_baseline(self, before: Baseline) -> str:
        """Store what a device showed before its change, and return the digest that names it."""
        plain = {
            "bgp": sorted(before.bgp),
            "lldp": sorted(before.lldp),
            "oper_up": sorted(before.oper_up),
            "counters": dict(before.counters),
            "metrics": dict(before.metrics),
            "failing": sorted(before.failing),
        }
        return self.kept.keep(json.dumps(plain, sort_keys=True))

    def baseline(self, name: str) -> Baseline:
        """Return what a device showed before its change; nothing good when it was never looked at."""
        digest = self.of(name).baseline
        if not digest:
            return Baseline()
        plain = json.loads(self.kept.read(digest))
        return Baseline(
            frozenset(plain["bgp"]),
            frozenset(plain["lldp"]),
            frozenset(plain["oper_up"]),
            plain["counters"],
            plain.get("metrics", {}),
            frozenset(plain.get("failing", ())),
        )
