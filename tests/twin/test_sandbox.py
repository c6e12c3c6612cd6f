"""What runs in a sandbox ends with the process that made it, however that ends."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fabric.twin.ibsim import TwinError, program
from fabric.twin.sandbox import sandbox

pytestmark = pytest.mark.judge("twin")

MAKER = """
import subprocess, time
from fabric.twin.ibsim import program
from fabric.twin.sandbox import sandbox
with sandbox() as box:
    box.run(program("ip"), "netns", "add", "left")
    box.inside("left", "sh", "-c", "setsid sleep 987654 >/dev/null 2>&1 </dev/null &")
    print(box.holder, flush=True)
    time.sleep(600)
"""


def running() -> list[str]:
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            found.append(file.read_bytes())
    return [line.decode() for line in found if b"987654" in line and b"sleep" in line[:6]]


def until(*, wanted: bool) -> list[str]:
    """Wait until something runs, or nothing; return what runs then."""
    end = time.monotonic() + 30
    while bool(found := running()) is not wanted and time.monotonic() < end:
        time.sleep(0.05)
    return found


def networks() -> str:
    return subprocess.run([program("ip"), "netns", "list"], capture_output=True, text=True, check=True).stdout


def test_a_killed_maker_leaves_no_process_and_no_network():
    before = networks()
    with subprocess.Popen([sys.executable, "-c", MAKER], stdout=subprocess.PIPE, text=True) as maker:
        assert maker.stdout
        assert maker.stdout.readline().strip().isdigit()
        assert until(wanted=True)
        maker.kill()
    assert until(wanted=False) == []
    assert networks() == before


def test_a_program_that_fails_says_what_it_said():
    with sandbox() as box, pytest.raises(TwinError, match="nowhere"):
        box.inside("nowhere", "true")
