"""A crowd of simulated switches of three platforms, some in trouble, and what became of each."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fake_fleet import plan_for
from lab_fleet import MODELS, MTUS, PORTS, RELEASES, STARTUPS, change, ours

from fabric.core.tree import fingerprint
from fabric.health import Expectation
from fabric.lab import control
from fabric.lab.commits import read_commits
from fabric.lab.faults import Fault, Kind
from fabric.lab.fleet import LabDevice, LabFleet
from fabric.pipeline import registry
from fabric.plan import save
from fabric.plan.constraints import PROFILES
from fabric.plan.model import ExpectedIdentity, sealed
from fabric.platforms.form import ChangeClass, Patch
from fabric.rollout.control import status

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.rollout.states import State

ENGINE = Path(__file__).with_name("crowd_engine.py")
EVERY = 49
"""One of so many devices is in trouble; platforms come round every four, so no multiple of that."""
SHARES = (10, 40)
"""Per cent of all devices that are changed when the second and the third of four waves are over."""
NETS = range(60, 76)
"""Second octet of addresses that no other test and no user's lab takes."""
COMMITS = {"eos": "commit timer", "sonic": "flock -n", "cumulus": '"state-controls"'}
"""Words of the request that brings a change in."""
HUMANS = {
    "eos": "interface Ethernet1/1\n   description by hand",
    "sonic": json.dumps({"PORT": {"Ethernet0": {"description": "by hand"}}}),
    "cumulus": "nv set interface swp1 description 'by hand'",
}
TROUBLE = (
    Fault(Kind.SLOW, seconds=2),
    Fault(Kind.DROP_AFTER),
    Fault(Kind.DROP_BEFORE),
    Fault(Kind.PARTIAL),
    Fault(Kind.REBOOT),
    Fault(Kind.WRONG_IDENTITY),
    Fault(Kind.EDIT),
)


@dataclass(frozen=True)
class Ended:
    """How the engine's process ended, and what it used."""

    outcome: str
    reason: str
    cpu_s: float
    peak_mib: float
    records: int
    commits: int
    """Of the journal's database: each is one wait for the disk."""


@dataclass
class Crowd:
    """A lab of so many switches."""

    folder: Path
    size: int

    @property
    def lab(self) -> Path:
        return self.folder / "lab"

    @property
    def state(self) -> Path:
        return self.folder / "state"

    def boot(self) -> None:
        """Start them all."""
        net = control.free_net(NETS[os.getpid() % len(NETS)])
        names = [f"leaf-{number}" for number in range(1, self.size + 1)]
        kinds = ("eos", "eos", "sonic", "cumulus")
        self.platforms: Mapping[str, str] = {n: kinds[i % len(kinds)] for i, n in enumerate(names)}
        devices = {name: self._device(net, number, name) for number, name in enumerate(names, 1)}
        control.up(self.lab, LabFleet(devices))
        control.wait(self.lab, timeout_s=300)
        self.digests = self._digests()

    def close(self) -> None:
        """Stop them all."""
        control.down(self.lab)

    def _device(self, net: int, number: int, name: str) -> LabDevice:
        platform, mac = self.platforms[name], f"00:1c:73:01:{number >> 8:02x}:{number & 255:02x}"
        return LabDevice(
            name=name,
            platform=platform,
            model=MODELS[platform],
            release=RELEASES[platform],
            serial=f"SN-{name}",
            mac=mac,
            address=f"127.{net}.{number // 250}.{1 + number % 250}",
            startup=STARTUPS[platform](name, mac),
            ports={PORTS[platform]: ("far", "1")},
        )

    def plan(self, running: Mapping[str, Mapping[str, str]]) -> None:
        """Plan another MTU for every switch: one of each platform first, then in three waves."""
        forms = registry().platforms
        names = list(self.platforms)
        canaries = [next(n for n in names if self.platforms[n] == kind) for kind in COMMITS]
        rest = [name for name in names if name not in canaries]
        cuts = [len(rest) * share // 100 for share in SHARES]
        waves = (canaries, rest[: cuts[0]], rest[cuts[0] : cuts[1]], rest[cuts[1] :])
        limits = replace(PROFILES["lab"], max_in_flight=50, failures_share=10.0)
        plan = plan_for(waves, constraints=limits, check_s=8)
        devices = {}
        for name, device in plan.devices.items():
            platform, texts = self.platforms[name], running[name]
            target = {artifact: text.replace(*MTUS) for artifact, text in texts.items()}
            form = forms[platform]
            base, wanted = (fingerprint(form.parse(each), form.owned) for each in (texts, target))
            devices[name] = replace(
                device,
                platform=platform,
                identity=ExpectedIdentity(name, serial=f"SN-{name}"),
                patch=Patch((), (change(platform, MTUS[1]),), ChangeClass.TUNING),
                base_fingerprint=base,
                target_fingerprint=wanted,
                expectation=Expectation(oper_up=frozenset({PORTS[platform]})),
            )
        self.troubled = dict(self._trouble(rest))
        save(sealed(replace(plan, devices=devices)), self.folder / "plan")

    def _trouble(self, rest: list[str]) -> Iterator[tuple[str, Fault]]:
        """Choose who gets which fault: every kind on every platform in turn, none on a canary."""
        for turn, name in enumerate(rest[EVERY // 2 :: EVERY]):
            fault, platform = TROUBLE[turn % len(TROUBLE)], self.platforms[name]
            if fault.kind is Kind.WRONG_IDENTITY:
                yield name, fault
            elif fault.kind is Kind.EDIT:
                yield name, replace(fault, match=COMMITS[platform], line=HUMANS[platform])
            else:
                yield name, replace(fault, match=COMMITS[platform])

    def roll_out(self) -> Ended:
        """Order the trouble and run the engine in a process of its own."""
        for name, fault in self.troubled.items():
            control.fault(self.lab, name, fault)
        command = [sys.executable, str(ENGINE), str(self.lab), str(self.state), str(self.folder / "plan")]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=3000)
        assert done.returncode == 0, done.stderr[-2000:]
        return Ended(**json.loads(done.stdout))

    def standings(self) -> dict[str, State]:
        """Return where each switch stands by the journal."""
        return {name: standing.state for name, standing in status(self.state).progress.devices.items()}

    def verdicts(self) -> dict[str, str]:
        """Return what each switch runs by the lab's own log, and whether it would boot it."""
        log = defaultdict(list)
        for commit in read_commits(self.lab / "commits.jsonl"):
            log[commit.device].append(commit)
        now = self._digests()
        return {name: self._verdict(name, now[name], log[name]) for name in self.platforms}

    def _verdict(self, name: str, digest: str, log: list) -> str:
        saved = [self.digests[name], *(one.digest for one in log if one.verb == "save")][-1]
        kept = "" if saved == digest else ", not kept"
        return ("base" if digest == self.digests[name] else "changed") + kept

    def doubles(self) -> list[str]:
        """Return the switches that brought one change in twice."""
        seen, found = set(), []
        for commit in read_commits(self.lab / "commits.jsonl"):
            if commit.verb == "commit" and ours(commit.token):
                found += [commit.device] if (commit.device, commit.token) in seen else []
                seen.add((commit.device, commit.token))
        return found

    def _digests(self) -> dict[str, str]:
        return {name: row["digest"] for name, row in control.status(self.lab)["devices"].items()}
