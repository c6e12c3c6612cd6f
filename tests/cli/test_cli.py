"""The command line as a whole: help is quick, mistakes of use are told, and talk is not data."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest
from cli.repository import ROOT, apart, edit, lay_out, said

from fabric.cli import COMMANDS

HEAVY = {
    "pydantic",
    "jinja2",
    "yaml",
    "napalm",
    "netmiko",
    "paramiko",
    "pyeapi",
    "requests",
    "nornir",
    "sqlalchemy",
    "aiohttp",
    "asyncssh",
}
NAMES = """
import sys
from fabric.cli import run
run(sys.argv[1:])
print(*{name.partition(".")[0] for name in sys.modules}, file=sys.stderr)
"""


@pytest.fixture
def site(tmp_path):
    return lay_out(tmp_path / "repository")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["-h"], ["--version"], []], ids=["help", "h", "version", "none"]
)
def test_help_loads_nothing_heavy(arguments):
    found = apart(*arguments, program=NAMES)
    assert HEAVY & set(found.err.split()) == set()


@pytest.mark.parametrize("command", ["validate", "build", "allocate"])
def test_help_of_a_command_loads_nothing_heavy(command):
    found = apart(command, "--help", program=NAMES)
    assert "Usage" in found.out
    assert HEAVY & set(found.err.split()) == set()


def test_help_names_every_command(capsys):
    found = said(capsys, "--help")
    assert found.code == 0
    assert [name for name in COMMANDS if f"\n  {name} " not in found.out] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["validate"],
        ["validate", "a", "b"],
        ["validate", "a", "--nonsense"],
        ["validate", "a", "--format", "xml"],
        ["--nonsense"],
    ],
    ids=" ".join,
)
def test_a_mistake_of_use_leaves_with_64_and_nothing_on_stdout(arguments, capsys):
    found = said(capsys, *arguments)
    assert (found.code, found.out) == (64, "")
    assert "Error" in found.err


def test_the_nearest_command_is_offered(capsys):
    assert "did you mean `validate`?" in said(capsys, "valdate").err


def test_exit_codes_reach_the_shell(site):
    assert apart("validate", site).code == 0
    edit(site / "site.yaml", "rails: 2", "rails: two")
    assert apart("validate", site).code == 1
    assert apart("validate").code == 64


def on_a_terminal(site, **environment):
    """Run with stderr on a terminal; return what it shows."""
    ours, theirs = pty.openpty()
    plain = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "FORCE_COLOR"}}
    program = "from fabric.cli import main; main()"
    subprocess.run(
        [sys.executable, "-c", program, "validate", str(site)],
        env=plain | {"PYTHONPATH": str(ROOT), "TERM": "xterm"} | environment,
        stderr=theirs, stdout=theirs, check=False,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:
        pass  # Linux says so when the other side is closed and everything was read
    os.close(ours)
    return shown.decode()


def test_colour_is_for_terminals_and_not_with_no_color(site):
    edit(site / "site.yaml", "rails: 2", "rails: two")
    assert "\x1b[1;31merror" in on_a_terminal(site)
    assert "\x1b" not in on_a_terminal(site, NO_COLOR="1")
    assert "\x1b" not in apart("validate", site).err


def test_a_reader_that_goes_away_is_no_failure(site):
    program = "from fabric.cli import main; main()"
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", program, "validate", str(site), "--format", "json"],
        env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=write, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    os.close(write)
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


def test_a_bug_is_told_without_values(site):
    program = (
        "import sys; from fabric.cli import run; import fabric.cli.compiling as c\n"
        "def broken(*a, **k): raise RuntimeError('the password is hunter2')\n"
        "c.compile_project = broken\n"
        "sys.exit(run(sys.argv[1:]))"
    )
    found = apart("validate", site, program=program)
    assert found.code == 70
    assert "this is a bug: RuntimeError" in found.err
    assert "hunter2" not in found.err


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed_are_no_bug(closed, site):
    line = f'"$0" -c "from fabric.cli import main; main()" validate "$1" --format json {closed}'
    command = ["bash", "-c", line, sys.executable, str(site)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False, capture_output=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_damaged_module_is_not_taken_for_an_interrupt(tmp_path, monkeypatch, capsys):
    (tmp_path / "damaged.py").write_text("raise EOFError('marshal data too short')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(COMMANDS, "damaged", ("damaged:command", "is damaged"))
    found = said(capsys, "damaged")
    assert found.code == 70
    assert "this is a bug: EOFError" in found.err
