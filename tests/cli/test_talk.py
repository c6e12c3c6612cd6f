"""What is said to people: whoever wrote parts of it, and whether or not anybody listens."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from cli.repository import ROOT

from fabric.cli.talk import quiet

TALKATIVE = """
import sys
from fabric.cli.talk import say
for number in range(3):
    say("x" * 100_000)
print("done", flush=True)
"""


@pytest.mark.parametrize(
    "ear", ['2>&- >"$OUT"', '2>/dev/full >"$OUT"', '2>&1 >"$OUT" | true'], ids=["closed", "full", "left"]
)
def test_what_nobody_hears_stops_nothing(ear, tmp_path):
    out = tmp_path / "out"
    line = f'"$PYTHON" -c "$PROGRAM" {ear}'
    told = {"PYTHON": sys.executable, "PROGRAM": TALKATIVE, "OUT": str(out), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], env={**os.environ, **told}, check=False)
    assert (out.read_text(), done.returncode) == ("done\n", 0)


def test_a_stranger_s_words_do_not_reach_the_terminal_s_ear():
    hostile = "a\x1b]0;title\x07b\x1b[2Jc\rd\x9b31me\u202ef\x00"
    assert quiet(hostile) == "a ]0;title b [2Jc d 31me f "
    assert quiet("\x1b[1;31mred\x1b[0m\tand\nlines") == "\x1b[1;31mred\x1b[0m\tand\nlines"
