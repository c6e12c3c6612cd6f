"""A process that breaks leaves no message behind that could hold a secret, and no core file."""

from __future__ import annotations

import subprocess
import sys

import pytest

SECRET = "password-of-a-switch"
BREAKS = f"""
import os, resource, signal, sys, threading
from fabric.cli.last_words import guard

class Held:
    def __del__(self):
        fails()

def fails():
    password = "{SECRET}"
    raise ValueError(password)

guard()
assert resource.getrlimit(resource.RLIMIT_CORE)[0] == 0
"""


@pytest.mark.parametrize(
    "how",
    [
        "fails()",
        "thread = threading.Thread(target=fails); thread.start(); thread.join()",
        "held = Held(); del held",
    ],
    ids=["in the main thread", "in another thread", "when it is let go"],
)
def test_what_nobody_caught_is_told_without_its_message(how):
    done = subprocess.run([sys.executable, "-c", BREAKS + how], capture_output=True, text=True, check=False)
    assert "this is a bug: ValueError" in done.stderr
    assert "in fails" in done.stderr
    assert SECRET not in done.stdout + done.stderr


def test_a_process_that_dies_hard_shows_places_and_no_values():
    words = [sys.executable, "-X", "faulthandler", "-c", BREAKS + "os.kill(os.getpid(), signal.SIGSEGV)"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == -11
    assert SECRET not in done.stdout + done.stderr
