"""FRR's own command parser judges a frr.conf, without a daemon."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

from judges import tally
from judges.presence import program
from judges.verdict import Finding, Verdict

REFUSED = re.compile(r"line (?P<line>\d+): (?P<why>.*)")


def judge(frr_conf: str) -> Verdict:
    """Judge the text of a frr.conf by `vtysh -C`, a dry run over the commands of every daemon."""
    tally.count("frr")
    return findings(frr_conf)


def findings(frr_conf: str) -> Verdict:
    """Return the objections to a frr.conf, uncounted."""
    vtysh = program("vtysh")
    assert vtysh is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "frr.conf"
        file.write_text(frr_conf, encoding="utf-8")
        (Path(folder) / "vtysh.conf").touch()  # /etc/frr is closed to a user outside the group frrvty
        done = subprocess.run(
            [vtysh, "--config_dir", folder, "-C", "-f", str(file)],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    said = done.stderr + done.stdout
    refused = tuple(Finding(f"line {m['line']}", m["why"]) for m in REFUSED.finditer(said))
    if done.returncode and not refused:
        return (Finding("frr.conf", said.strip() or f"vtysh exits with {done.returncode}"),)
    return refused
