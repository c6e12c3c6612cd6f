"""A machine room for acceptance tests: the shipped site copied, its simulated switches, the command line.

Every floor has loopback addresses of its own, so several can stand at once under pytest-xdist.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fabric.cli import run as fabric
from fabric.cli.compiling import compiled
from fabric.cli.fleet import complete_inventory, fleet_of
from fabric.lab import control
from fabric.lab.commits import read_commits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from warm import Warm

ROOT = Path(__file__).parents[2]
FABRIC = Path(sys.executable).with_name("fabric")
DYING = Path(__file__).parent / "dying.py"
NETS = range(100, 200)
"""Second octet of a floor's addresses; `fabric lab up` takes 77 and the ones behind it."""
SECRETS = {
    "FABRIC_ADMIN_HASH": "$6$acceptance$0123456789abcdef",
    "FABRIC_TACACS_KEY": "tacacs-acceptance",
    "FABRIC_SNMP_AUTH": "snmp-auth-acceptance",
    "FABRIC_SNMP_PRIVACY": "snmp-priv-acceptance",
}


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    talk: str

    @property
    def killed(self) -> bool:
        """Whether it died by SIGKILL."""
        return self.code == -9


@dataclass
class Floor:
    """One copy of a shipped site and what was made from it."""

    root: Path
    name: str = "quickstart"
    environment: dict[str, str] = field(default_factory=lambda: dict(SECRETS))
    warm: Warm | None = None
    """Starts the processes, where there are many; else each is started as a user does."""

    @property
    def intent(self) -> Path:
        return self.root / "intents" / self.name

    @property
    def lab(self) -> Path:
        return self.root / "lab"

    @property
    def inventory(self) -> Path:
        return self.lab / "inventory"

    @property
    def state(self) -> Path:
        return self.root / "state"

    @property
    def plan_file(self) -> Path:
        return self.root / "change.plan"

    def edit(self, old: str, new: str) -> None:
        """Change the intent as an engineer would; the text must be there once."""
        path = self.intent / "site.yaml"
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")

    def playbook(self, name: str) -> Path:
        """Return the shipped playbook with its waits shortened, and nothing else changed."""
        text = (ROOT / "playbooks" / f"{name}.yaml").read_text(encoding="utf-8")
        text = re.sub(r"(- quiet: \{devices: \[[^]]*\])", r"\1, lasting: 1 s", text)
        file = self.root / f"{name}.yaml"
        file.write_text(re.sub(r"soak: \d+ min", "soak: 1 s", text), encoding="utf-8")
        return file

    def boot(self, startups: Mapping[str, str] | None = None) -> None:
        """Start the switches, cabled as the intent says; with these configurations, else factory-fresh."""
        build = compiled(str(self.intent))
        fleet = fleet_of(build, net=net_of_ours())
        devices = {
            name: replace(device, startup=(startups or {}).get(name, device.startup))
            for name, device in fleet.devices.items()
        }
        control.up(self.lab, replace(fleet, devices=devices))
        control.wait(self.lab)
        complete_inventory(build, self.inventory)

    def close(self) -> None:
        """Stop the switches."""
        if self.warm:
            self.warm.close()
        control.down(self.lab)

    def run(self, *words: str | Path, dying: str = "", **environment: str) -> Ended:
        """Run `fabric` with these words in a process of its own; `dying` as `dying.py` takes it."""
        if self.warm:
            line, env = [*map(str, words)], self.env(**environment)
            ended = Ended(*self.warm.run(line, dying=dying, cwd=self.root, env=env))
            assert "Traceback" not in ended.talk, ended.talk
            return ended
        done = subprocess.run(
            self.command(*words, dying=dying),
            capture_output=True,
            text=True,
            cwd=self.root,
            env=self.env(**environment),
            timeout=240,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Ended(done.returncode, done.stdout, done.stderr)

    def here(self, *words: str | Path, **environment: str) -> Ended:
        """Run `fabric` in this process, which is warm: for everything that is not about processes."""
        out, talk = io.StringIO(), io.StringIO()
        before = dict(os.environ)
        os.environ.update({**self.environment, **environment})
        try:
            with contextlib.chdir(self.root), redirect_stdout(out), redirect_stderr(talk):
                code = fabric([str(word) for word in words])
        finally:
            os.environ.clear()
            os.environ.update(before)
        return Ended(code, out.getvalue(), talk.getvalue())

    def start(self, *words: str | Path, dying: str = "") -> subprocess.Popen[str]:
        """Start `fabric` and return at once."""
        pipe = subprocess.PIPE
        return subprocess.Popen(
            self.command(*words, dying=dying),
            stdout=pipe,
            stderr=pipe,
            text=True,
            cwd=self.root,
            env=self.env(),
        )

    def command(self, *words: str | Path, dying: str = "") -> list[str]:
        """Return what is typed: the installed `fabric`, or the same one that kills itself."""
        start = [sys.executable, str(DYING), dying] if dying else [str(FABRIC)]
        return [*start, *map(str, words)]

    def env(self, **more: str) -> dict[str, str]:
        """Return the environment of a command: a small one, with the secrets in it."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
        return {**kept, "PYTHONPATH": str(ROOT), **self.environment, **more}

    def plan(self, *words: str) -> Ended:
        return self.here("plan", self.intent, *self.devices, "-o", self.plan_file, *words)

    def apply(self, *, dying: str = "") -> Ended:
        return self.run("apply", self.plan_file, *self.devices, dying=dying)

    def resume(self, *, dying: str = "") -> Ended:
        return self.run("rollout", "resume", *self.devices, dying=dying)

    def drift(self) -> Ended:
        return self.here("drift", self.intent, "--inventory", self.inventory)

    @property
    def devices(self) -> tuple[str, ...]:
        """The options that say where devices and state are."""
        return ("--inventory", str(self.inventory), "--state", str(self.state))

    def commits(self):
        """Return the lab's own commit log."""
        return read_commits(self.lab / "commits.jsonl")

    def digests(self) -> dict[str, str]:
        """Return the digest of what every device runs, by the lab's own count."""
        return {name: row["digest"] for name, row in control.status(self.lab)["devices"].items()}


def lay_out(root: Path, name: str = "quickstart") -> Floor:
    """Copy the shipped intents and inventories into a folder."""
    for part in ("intents", "inventory"):
        shutil.copytree(ROOT / part, root / part)
    return Floor(root, name)


@contextmanager
def rolled_out(root: Path) -> Iterator[Floor]:
    """Have a floor whose switches run what their intent says."""
    floor = lay_out(root)
    floor.boot()
    try:
        assert floor.plan().code == 0
        done = floor.here("apply", floor.plan_file, *floor.devices)
        assert done.code == 0, done.talk
        yield floor
    finally:
        floor.close()


def net_of_ours() -> int:
    """Return a second octet of 127.0.0.0/8 for a lab; the process id keeps those of parallel tests apart."""
    return control.free_net(NETS[os.getpid() * 7 % len(NETS)])
