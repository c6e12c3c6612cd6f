"""Devices that behave like EOS (atomic sessions) and like SONiC (applied line by line under our dead-man).

A configuration is a text of `key value` lines. All that a device knows is in a box: a dictionary, or a file
that outlives a killed process. It keeps its own log of commits, which tests trust over our journal.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.core.tree import fingerprint
from fabric.drivers.contract import (
    Capabilities,
    Identity,
    LostReplyError,
    Observation,
    Probe,
    RefusedError,
    Session,
    UnreachableError,
)

if TYPE_CHECKING:
    from pathlib import Path

ARTIFACT = "config"
BASE = "host NAME\nmtu 1500\nown 1\n"
TARGET = "host NAME\nmtu 9214\nown 2\nvlan 7\n"


def tree(texts):
    lines = (line.partition(" ") for line in texts[ARTIFACT].splitlines())
    return {(key,): value for key, _, value in lines}


def fingerprint_of(_platform, texts):
    return fingerprint(tree(texts))


class FakeClock:
    """Time passes when somebody sleeps."""

    def __init__(self):
        self.time = 0.0

    def now(self):
        return self.time

    def sleep(self, seconds, _stop):
        self.time += max(seconds, 0.01)


class FrozenClock:
    """A device's timer in another process fires only when the test says so."""

    def now(self):
        return 0.0


@dataclass
class Box:
    """All that a device knows. In a file, when it has a path."""

    path: Path | None = None
    content: dict = field(default_factory=dict)

    def load(self):
        return json.loads(self.path.read_text()) if self.path else self.content

    def save(self, content):
        if self.path is None:
            self.content = content
            return
        beside = self.path.with_suffix(".new")
        beside.write_text(json.dumps(content))
        beside.replace(self.path)


def fresh(name, *, atomic=True):
    """What a device knows before anything happened to it."""
    text = BASE.replace("NAME", name)
    return {
        "name": name,
        "atomic": atomic,
        "running": text,
        "startup": text,
        "staged": {},
        "pending": None,
        "log": [],
        "faults": {},
        "sick": False,
        "serial": f"SN-{name}",
    }


@dataclass
class FakeDevice:
    """A driver and its device in one. `faults` maps a verb to a list of kinds, used up in order."""

    box: Box
    clock: object

    def __post_init__(self):
        atomic = self.box.load()["atomic"]
        self.capabilities = Capabilities(atomic_commit=atomic, native_timer=atomic, longest_timer_s=86400)

    # the driver's verbs

    def identify(self):
        d = self._device("identify")
        return Identity(d["name"], d["serial"], "", "model", "1.0")

    def fetch(self):
        return {ARTIFACT: self._device("fetch")["running"]}

    def stage(self, token, patch):
        self._do("stage", lambda d: d["staged"].update({token: patch.steps[0].body}))
        return self.box.load().get("shows", "")

    def commit(self, token, revert_in_s):
        def act(d, *, partly=False):
            if token not in d["staged"]:
                raise RefusedError(f"no candidate {token}")
            if d["pending"]:
                raise RefusedError("another commit is pending")
            d["log"].append(["commit", token])
            d["pending"] = {"token": token, "due": self.clock.now() + revert_in_s, "before": d["running"]}
            new = d["staged"].pop(token)
            if partly:
                new = "\n".join(new.splitlines()[:-1]) + "\n"
            d["running"] = new

        self._do("commit", act)

    def probe(self, token):
        d = self._device("probe")
        if d["pending"] and d["pending"]["token"] == token:
            session, left = Session.PENDING, int(d["pending"]["due"] - self.clock.now())
        else:
            session, left = (Session.STAGED if token in d["staged"] else Session.NONE), None
        return Probe(session, left, {ARTIFACT: d["running"]})

    def confirm(self, token):
        def act(d, **_):
            if d["pending"] and d["pending"]["token"] == token:
                d["pending"] = None
                d["log"].append(["confirm", token])
            d["startup"] = d["running"]

        self._do("confirm", act)

    def abort(self, token):
        def act(d, *, partly=False):
            d["staged"].pop(token, None)
            if d["pending"] and d["pending"]["token"] == token:
                d["log"].append(["abort", token])
                if partly:
                    d["running"] = "own 1\n"
                    return
                d["running"], d["pending"] = d["pending"]["before"], None

        self._do("abort", act)

    def restore(self, token, base):
        def act(d, *, partly=False):
            d["staged"].pop(token, None)
            if partly:
                d["running"] = "own 1\n"
                return
            d["log"].append(["restore", token])
            if d["pending"] and d["pending"]["token"] == token:
                d["pending"] = None
            d["running"] = d["startup"] = base[ARTIFACT]

        self._do("restore", act)

    def observe(self):
        d = self._device("observe")
        up = not (d["sick"] and "own 2" in d["running"])
        return Observation(
            bgp={"eth1": up}, lldp={}, oper_up=frozenset({"eth1"}), counters={"pfc_watchdog": 0}
        )

    def close(self):
        pass

    # the device

    def _device(self, verb):
        d = self._ticked()
        self._fault(d, verb)
        return d

    def _ticked(self):
        d = self.box.load()
        if d["pending"] and self.clock.now() >= d["pending"]["due"]:
            self._revert(d)
        return d

    def _revert(self, d):
        d["log"].append(["revert", d["pending"]["token"]])
        d["running"], d["pending"] = d["pending"]["before"], None
        self.box.save(d)

    def _fault(self, d, verb):
        kinds = d["faults"].get(verb, [])
        kind = kinds.pop(0) if kinds else ""
        self.box.save(d)
        if kind == "unreachable":
            raise UnreachableError("no route")
        if kind == "refuse":
            raise RefusedError(f"{verb}: % Invalid input, password hunter2")
        if kind == "before":
            raise LostReplyError("connection reset before it was read")
        return kind

    def _do(self, verb, act):
        d = self._ticked()
        kind = self._fault(d, verb)
        if kind == "partial" and not d["atomic"]:
            act(d, partly=True)
        else:
            act(d)
        self.box.save(d)
        if kind in ("after", "partial"):
            raise LostReplyError("connection reset after it was read")

    # what tests do to it

    def fire_timer(self):
        d = self.box.load()
        if d["pending"]:
            self._revert(d)

    def edit(self, line):
        d = self.box.load()
        d["log"].append(["edit", line])
        d["running"] += line + "\n"
        self.box.save(d)

    def change(self, **what):
        self.box.save({**self.box.load(), **what})

    def __getattr__(self, name):
        return self.box.load()[name]
