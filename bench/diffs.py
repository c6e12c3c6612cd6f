"""What the difference of two EOS configurations costs: ours beside hier_config and annet, by lines.

    python -m bench.diffs WHO LINES

A fifth of the lines differs. Counted is what makes a patch of two texts: both parsed, compared, ordered.
Peers are looked for in the folder that FABRIC_BENCH_PEERS names (`make bench` fills `.venv/peers`).
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
from functools import _lru_cache_wrapper
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from bench.cost import Cost, cpu_seconds, hand_over, peak_mib
from fabric.cli import COLLECT
from fabric.platforms.eos import PLATFORM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIZES = (300, 3_000, 6_000, 12_000)
PORT_LINES = 8
TURNS = 5
PEERS = Path(os.environ.get("FABRIC_BENCH_PEERS", ".venv/peers"))


def pair(lines: int) -> tuple[str, str]:
    """Return a leaf of about so many lines, and the same with a fifth of them changed."""
    ports = range(1, lines // PORT_LINES)
    old, new = (_text(ports, changed=changed) for changed in (False, True))
    return old, new


def _text(ports: range, *, changed: bool) -> str:
    rows = ["hostname leaf1", "!"]
    for port in ports:
        mtu = 9000 if changed and port % 2 else 9214
        word = "moved" if changed else "to"
        rows += [
            f"interface Ethernet{port}/1", f"   description {word} spine{port}", f"   mtu {mtu}",
            "   speed 400g-4", "   no switchport", "   ipv6 enable", "!",
        ]  # fmt: skip
    rows += ["router bgp 65001", "   router-id 10.0.0.1", "   neighbor SPINES peer group"]
    rows += [f"   neighbor interface Ethernet{port}/1 peer-group SPINES remote-as 65000" for port in ports]
    return "\n".join([*rows, "!", "end"]) + "\n"


def ours(old: str, new: str) -> None:
    """Make the lines of a session."""
    assert PLATFORM.parse is not None
    assert PLATFORM.patch is not None
    before, after = (PLATFORM.parse({"eos.cfg": text}) for text in (old, new))
    assert PLATFORM.patch(before, after).steps


def hier_config(old: str, new: str) -> None:
    """Make a remediation."""
    sys.path.insert(0, str(PEERS))
    theirs = import_module("hier_config")
    configs = [theirs.get_hconfig(theirs.Platform.ARISTA_EOS, text) for text in (old, new)]
    found = theirs.WorkflowRemediation(*configs).remediation_config.all_children_sorted()
    assert [line.cisco_style_text() for line in found]


def annet(old: str, new: str) -> None:
    """Make a patch of two files; the start of its process is counted, as it has no other way in."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("old.cfg", "new.cfg")]
        for file, text in zip(files, (old, new), strict=True):
            file.write_text(text)
        command = [sys.executable, "-m", "annet.annet", "file-patch", "--hw", "Arista", *map(str, files)]
        environment = {**os.environ, "PYTHONPATH": str(PEERS), "HOME": folder}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert "mtu 9000" in done.stdout


WHO: dict[str, Callable[[str, str], None]] = {"ours": ours, "hier_config": hier_config, "annet": annet}


def measured(sizes: tuple[int, ...] = SIZES) -> Iterator[dict[str, float | None]]:
    """Yield milliseconds by who and lines; None where a peer is not there."""
    for lines in sizes:
        yield {"lines": lines} | {who: _milliseconds(who, lines) for who in WHO}


def _milliseconds(who: str, lines: int) -> float | None:
    command = [sys.executable, "-m", "bench.diffs", who, str(lines)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(f"{who}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}\n")
        return None
    return 1000 * float(json.loads(done.stdout)["cpu_s"])


def main() -> None:
    """Measure one of them on one size: the best of several turns, imports not counted."""
    who, lines = sys.argv[1], int(sys.argv[2])
    old, new = pair(lines)
    WHO[who](*pair(PORT_LINES * 4))
    gc.set_threshold(*COLLECT)
    best = min(_turn(who, old, new) for _ in range(TURNS if who == "ours" else 1))
    hand_over(Cost(who, 1, len(old.splitlines()), best, peak_mib()))


def _turn(who: str, old: str, new: str) -> float:
    _forget()
    before = cpu_seconds()
    WHO[who](old, new)
    return cpu_seconds() - before


def _forget() -> None:
    """Clear whatever our modules remember: a fleet shares its lines, one device alone does not."""
    for name, module in tuple(sys.modules.items()):
        for value in vars(module).values() if name.startswith("fabric.") else ():
            if isinstance(value, _lru_cache_wrapper):
                value.cache_clear()


if __name__ == "__main__":
    main()
