"""Whoever answers the gates of a site's own during a rollout; before one, nothing of them is run."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.core.program import Call, plain_environment, run
from fabric.core.regular import NotRegularError, TooLargeError, read_regular
from fabric.drivers.prometheus import Prometheus
from fabric.drivers.secrets import SecretError
from fabric.health import Judgement, Verdict
from fabric.health.metric import Reading
from fabric.plan.own import TASK

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fabric.drivers.entry import HostEntry
    from fabric.drivers.secrets import Secrets
    from fabric.plan.own import Own, OwnGate

CHILD = Path(__file__).with_name("task_child.py")
PYTHON = (sys.executable, "-P", "-B", "-X", f"pycache_prefix={os.devnull}")
"""`-P`, or modules of ours would stand before Python's; nothing compiled is read, only what was signed."""
WORDS = 300
"""Letters of a program's output that become its reason; the evidence has more."""
LARGEST = 8 * 2**20
"""Bytes of a file that a gate consists of."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a program, and the evidence of it."""

    judgement: Judgement
    evidence: Mapping[str, object] = field(default_factory=dict)


class Probes:
    """Answers for one plan: as it was signed, or not at all."""

    def __init__(
        self, own: Own, secrets: Secrets, root: Path, host_of: Callable[[str], HostEntry] | None = None
    ) -> None:
        """Answer in a project's folder; `host_of` gives how a device is reached, for tasks."""
        self._own = own
        self._host_of = host_of
        self._secrets = secrets
        self._root = root
        self._lock = threading.Lock()
        self._prometheus: Prometheus | None = None

    def altered(self) -> str:
        """Say which file of a gate is not the one that was planned; empty when all are."""
        return next(filter(None, (self._altered(path) for path in self._own.files)), "")

    def ready(self) -> str:
        """Say why gates cannot be asked as they were planned; raises SecretError for a missing secret."""
        if self._own.server is not None and self._own.server.secret:
            self._secrets.value(self._own.server.secret)
        return self.altered()

    def close(self) -> None:
        """Let go of the connection."""
        with self._lock:
            if self._prometheus is not None:
                self._prometheus.close()

    def read(self, query: str, deadline_s: float) -> Reading:
        """Return the number that a query gives now, or none and why."""
        if self._own.server is None:
            return Reading(None, why="the plan names no server")
        if why := self.altered():
            return Reading(None, why=why)
        with self._lock:
            try:
                self._prometheus = self._prometheus or Prometheus(self._own.server, self._secrets, self._root)
            except SecretError as fault:
                return Reading(None, why=str(fault))
        return self._prometheus.read(query, deadline_s)

    def run(self, gate: OwnGate, about: Mapping[str, object], over: Callable[[], bool] = bool) -> Ran:
        """Run a command, or call a task of the device that it is about; never raises for what they do."""
        if why := self.altered():
            return Ran(Judgement(gate.name, Verdict.UNKNOWN, (why,)))
        try:
            environment = plain_environment(os.environ) | {
                name: self._secrets.value(f"secret:env/{name}") for name in gate.environment
            }
            task = gate.kind == TASK
            words = (*PYTHON, str(CHILD)) if task else gate.ask
            given = json.dumps(self._of_task(gate, about) if task else about)
        except SecretError as fault:
            return Ran(Judgement(gate.name, Verdict.UNKNOWN, (str(fault),)))
        ended = run(Call(words, self._root, given, environment, gate.deadline_s, over))
        out, talk = self._secrets.mask(ended.out), self._secrets.mask(ended.talk)
        return Ran(_judged(gate.name, ended.code, out, talk), {"code": ended.code, "out": out, "talk": talk})

    def _of_task(self, gate: OwnGate, about: Mapping[str, object]) -> Mapping[str, object]:
        name = str(about["device"])
        host: dict[str, object] = {"name": name, "data": {}}
        if self._host_of is not None:
            entry = self._host_of(name)
            host |= {
                "hostname": entry.address,
                "port": entry.port or None,
                "username": entry.username or None,
                "password": self._secrets.value(entry.password) if entry.password else None,
                "platform": entry.platform,
            }
        return {
            "root": str(self._root.resolve()),
            "task": gate.ask[0],
            "files": list(self._own.files),
            "host": host,
            "about": about,
        }

    def _altered(self, path: str) -> str:
        try:
            raw = read_regular(self._root / path, LARGEST)
        except (OSError, NotRegularError, TooLargeError):
            return f"`{path}` of the plan's gates is not in `{self._root.resolve()}`"
        same = hashlib.sha256(raw).hexdigest() == self._own.files[path]
        return "" if same else f"`{path}` is not what the plan was made with"


def _judged(name: str, code: int | None, out: str, talk: str) -> Judgement:
    """Judge by how a program left; what it said last is the reason."""
    said = (out or talk)[-WORDS:].strip()
    reasons = (said,) if said else ()
    if code == 0:
        return Judgement(name, Verdict.PASS, reasons)
    if code == 1:
        return Judgement(name, Verdict.FAIL, reasons or ("it left with 1",))
    left = f"it left with {code}" if code is not None else talk[-WORDS:]
    return Judgement(name, Verdict.UNKNOWN, (left,) if code is None else (left, *reasons))
