"""A Clos of three tiers of 1,024, 10,240 and 102,400 GPUs: `python -m bench.three_tiers 100`.

Every stage on its own clock, then the commands that people run, in processes of their own.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench.cost import KIB, Cost, Stages, cpu_seconds, hand_over, own_process, peak_mib
from fabric.allocate import allocate, read_ledger
from fabric.catalog import load_catalog
from fabric.cli import COLLECT
from fabric.device import Design, build, units
from fabric.intent import read_intent
from fabric.inventory import read_inventory
from fabric.pipeline import open_project, registry
from fabric.render import environment, render
from fabric.topology import expand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PODS = (1, 10, 100)
"""Of 128 hosts, 16 leaves and 16 spines: 100 pods and 1,024 cores are 4,224 switches and 102,400 GPUs."""
HOSTS, LEAVES, SPINES, UPLINKS, PORTS = 128, 16, 16, 64, 128
COMMANDS = (("validate", "{intent}"), ("build", "{intent}", "-o", "{root}/out", "-j", "2"))
REVIEW = ("diff", "{intent}", "--against", "HEAD")
CHANGED = 2
"""Exit code of a review that found what was edited."""
GIT = ("git", "-c", "user.name=bench", "-c", "user.email=bench@example.invalid", "-C")
RUN = "import sys; from fabric.cli import run; sys.exit(run(sys.argv[1:]))"
TURNS = 5_000_000
SWITCH = 'model: nvidia-sn5600, platform: cumulus, release: "5.16"'
HEAD = """\
schema: fabric/1
name: site
fabric: {name: backend, transport: roce}
addressing: {loopbacks: 10.0.0.0/16, hosts: 100.64.0.0/10}
physical:
  links:
    host-leaf: {host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m}
    leaf-spine: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m}
    spine-core: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 100 m}
routing:
  bfd: {interval: 300 ms, multiplier: 3}
qos:
  classes:
    - {name: roce, dscp: [24-31], traffic_class: 3, lossless: true, bandwidth: 80 %, ecn: auto}
    - {name: cnp, dscp: [48], traffic_class: 6, strict: true}
    - {name: default, dscp: rest, traffic_class: 0, bandwidth: 20 %}
  pfc: {watchdog: {detect: 400 ms, restore: 400 ms, action: drop}}
  dcqcn: {enabled: true}
services:
  management: {network: 172.16.0.0/12, gateway: 172.31.255.254}
  ntp: [172.31.255.2]
  syslog: [172.31.255.5]
  aaa: {users: [{name: admin, password: "secret:env/BENCH_HASH"}]}
"""


def measured(pods: Sequence[int] = PODS) -> Iterator[Cost]:
    """Yield the cost of each size, stage by stage, and of each command."""
    for count in pods:
        cost = own_process("bench.three_tiers", str(count), "stages")
        if cost is not None:
            yield cost
        yield from _commands(count)


def _commands(pods: int) -> Iterator[Cost]:
    """Yield what each command takes; the review of a drained spine finds its base kept by one before."""
    with tempfile.TemporaryDirectory() as root:
        intent = write(Path(root), pods)
        _commit(root)
        environment = {**os.environ, "XDG_CACHE_HOME": f"{root}/cache"}
        for words in COMMANDS:
            yield _command(pods, [word.format(intent=intent, root=root) for word in words], environment)
        review = [word.format(intent=intent) for word in REVIEW]
        yield _command(pods, review, environment)
        _drain(intent / "site.yaml", "pod1-spine1")
        yield _command(pods, review, environment, expected=CHANGED)


def _commit(root: str) -> None:
    """Make the folder a repository of one commit."""
    (Path(root) / ".gitignore").write_text("out/\ncache/\n")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "bench")):
        subprocess.run([*GIT, root, *words], check=True)


def _drain(file: Path, spine: str) -> None:
    head, routing, rest = file.read_text().partition("routing:\n")
    file.write_text(f"{head}{routing}  drained: [{spine}]\n{rest}")


def _command(pods: int, arguments: list[str], environment: dict[str, str], expected: int = 0) -> Cost:
    begun, before = time.monotonic(), cpu_seconds()
    running = subprocess.Popen(
        [sys.executable, "-c", RUN, *arguments],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    _, status, used = os.wait4(running.pid, 0)
    if os.waitstatus_to_exitcode(status) != expected:
        raise RuntimeError(f"`fabric {' '.join(arguments)}` ended with {os.waitstatus_to_exitcode(status)}")
    stages = {"wall": time.monotonic() - begun}
    cpu = cpu_seconds() - before
    return Cost(f"fabric {arguments[0]}", _switches(pods), 0, cpu, used.ru_maxrss / KIB, stages)


def _cores(pods: int) -> int:
    """Return the cores of a plane: a power of two, so that a spine has equally many links to each."""
    cores = 1
    while cores * PORTS < pods * UPLINKS:
        cores *= 2
    return cores


def _switches(pods: int) -> int:
    return pods * (LEAVES + SPINES) + SPINES * _cores(pods)


def write(root: Path, pods: int) -> Path:
    """Write intent, ledger and an inventory of all devices; return the folder of the intent."""
    site, inventory = root / "intents" / "site", root / "inventory" / "site"
    site.mkdir(parents=True)
    inventory.mkdir(parents=True)
    (site / "site.yaml").write_text("".join(_intent(pods)))
    names = [f"pod{pod}-leaf{leaf}" for pod in range(1, pods + 1) for leaf in range(1, LEAVES + 1)]
    names += [f"pod{pod}-spine{spine}" for pod in range(1, pods + 1) for spine in range(1, SPINES + 1)]
    names += [f"core{core}" for core in range(1, SPINES * _cores(pods) + 1)]
    ledger = (f"  {name}: {number}\n" for number, name in enumerate(names, 1))
    (inventory / "allocations.yaml").write_text("ledger: fabric/1\nbackend:\n" + "".join(ledger))
    names += [f"pod{pod}-host{host}" for pod in range(1, pods + 1) for host in range(1, HOSTS + 1)]
    (inventory / "hosts.yaml").write_text("".join(_row(*place) for place in enumerate(names, 1)))
    return site


def _intent(pods: int) -> Iterator[str]:
    yield HEAD
    yield "topology:\n  kind: clos3\n  rails: 8\n  planes: 16\n"
    yield f"  leaf: {{{SWITCH}, per: rail, count: 2, uplinks: {UPLINKS}}}\n"
    yield f"  spine: {{{SWITCH}, count: {SPINES}, uplinks: {UPLINKS}}}\n"
    yield f"  core: {{{SWITCH}, count: {SPINES * _cores(pods)}}}\nhosts:\n"
    nics = "nics: {backend: {model: connectx-7, count: 8}}"
    for pod in range(1, pods + 1):
        yield f"  pod{pod}: {{count: {HOSTS}, model: hgx-h200, {nics}}}\n"


def _row(number: int, name: str) -> str:
    address = f"172.{16 + number // 62500}.{number // 250 % 250}.{number % 250 + 1}"
    mac = f"28:99:3a:{number >> 16:02x}:{number >> 8 & 255:02x}:{number & 255:02x}"
    return (
        f"{name}: {{hostname: {address}, "
        f'data: {{management: {address}/12, serial: SN{number:08}, mac: "{mac}"}}}}\n'
    )


def stages(pods: int) -> Cost:
    """Do the stages one after the other, keeping no configuration; rubbish is collected as commands do."""
    gc.set_threshold(*COLLECT)
    clock = Stages()
    with tempfile.TemporaryDirectory() as root:
        project = open_project(str(write(Path(root), pods)))
        with clock.stage("yardstick"):
            sum(number & 3 for number in range(TURNS))
        with clock.stage("read"):
            site, _ = read_intent(project.source, project.intent)
            catalog = load_catalog(project.additions)
            inventory = read_inventory(project.devices, project.inventory)
            ledger = read_ledger(project.source, project.ledger)
    intent = site.fabrics["backend"]
    with clock.stage("expand"):
        fabric = expand(site, "backend", catalog)
    with clock.stage("allocate"):
        numbers = allocate(fabric, intent, ledger)
    design = Design(site, intent, fabric, numbers, inventory, catalog)
    known, made = registry(), environment()
    with clock.stage("check"):
        for check in known.checks:
            tuple(check(design))
    for unit in units((fabric,)):
        platform = known.platforms[unit.platform]
        with clock.stage("build"):
            config = build((design,), unit.name)
        with clock.stage("render"):
            render(platform, config, made)
    return Cost("three tiers", _switches(pods), 0, sum(clock.seconds.values()), peak_mib(), clock.seconds)


if __name__ == "__main__":
    hand_over(stages(int(sys.argv[1])))
