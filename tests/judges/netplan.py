"""Netplan judges a netplan.yaml by its generator, and systemd what the generator makes of it."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judges import networkd, tally
from judges.presence import program
from judges.verdict import Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable


def judge(text: str, ports: Iterable[str]) -> Verdict:
    """Judge a netplan.yaml on a host with these ports."""
    tally.count("netplan")
    return findings(text, ports)


def findings(text: str, ports: Iterable[str]) -> Verdict:
    """Return the objections to a netplan.yaml, uncounted."""
    return run(text, ports)[0]


def run(text: str, ports: Iterable[str]) -> tuple[Verdict, dict[str, Any]]:
    """Return the objections to a netplan.yaml, and what Linux has when it is applied."""
    said, files = generated(text)
    if said:
        return said, {}
    networks = {name: text for name, text in files.items() if name.endswith(".network")}
    return networkd.run(networks, ports) if networks else ((), {})


def generated(text: str) -> tuple[Verdict, dict[str, str]]:
    """Return what `netplan generate` objects to, and the files that it makes."""
    netplan = program("netplan")
    assert netplan is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "etc/netplan/fabric.yaml"
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(0o600)  # it warns of any other
        done = subprocess.run(
            [netplan, "generate", "--root-dir", folder],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        made = Path(folder) / "run/systemd/network"
        files = {file.name: file.read_text() for file in sorted(made.glob("*"))} if made.exists() else {}
    lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    return tuple(Finding("netplan.yaml", line.replace(folder, "")) for line in lines), files
