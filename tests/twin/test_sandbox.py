"""What runs in a sandbox ends with the process that made it, however that ends."""

from __future__ import annotations

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
    lines = (file.read_bytes() for file in Path("/proc").glob("[0-9]*/cmdline") if file.exists())
    return [line.decode() for line in lines if b"987654" in line and b"sleep" in line[:6]]


def networks() -> str:
    return subprocess.run([program("ip"), "netns", "list"], capture_output=True, text=True, check=True).stdout


def test_a_killed_maker_leaves_no_process_and_no_network():
    before = networks()
    with subprocess.Popen([sys.executable, "-c", MAKER], stdout=subprocess.PIPE, text=True) as maker:
        assert maker.stdout
        assert maker.stdout.readline().strip().isdigit()
        assert running()
        maker.kill()
    end = time.monotonic() + 30
    while running() and time.monotonic() < end:
        time.sleep(0.05)
    assert running() == []
    assert networks() == before


def test_a_program_that_fails_says_what_it_said():
    with sandbox() as box, pytest.raises(TwinError, match="nowhere"):
        box.inside("nowhere", "true")
