"""The state folder and its lock: one clear error for what cannot be used, and nobody acts beside anybody."""

import os
import signal
import subprocess
from collections import Counter

import pytest
from floor import lay_out

from fabric.lab import control
from fabric.lab.faults import Fault, Kind
from fabric.rollout.statedir import open_state

STALE, LOCKED, INTERRUPTED = 4, 5, 130
SLOW_S = 8.0


@pytest.fixture(scope="module")
def booted(tmp_path_factory):
    """Four factory-fresh switches; every wave soaks for nothing."""
    made = lay_out(tmp_path_factory.mktemp("floor"))
    made.edit("soak: 1 s", "soak: 0 s")
    made.boot()
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def floor(booted):
    """The floor with a fresh plan of the switches as they are now."""
    assert booted.plan("--summary").code == 0
    return booted


def apply_with(floor, state):
    return floor.here("apply", floor.plan_file, "--inventory", floor.inventory, "--state", state)


def test_a_state_folder_that_is_a_file(floor, tmp_path):
    (tmp_path / "file").write_text("mine")
    ended = apply_with(floor, tmp_path / "file")
    assert (ended.code, len(ended.talk.splitlines())) == (1, 1)
    assert "is not a folder" in ended.talk
    assert (tmp_path / "file").read_text() == "mine"


def test_a_state_folder_that_others_can_write(floor, tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    ended = apply_with(floor, tmp_path / "open")
    assert (ended.code, len(ended.talk.splitlines())) == (1, 1)
    assert "chmod 700" in ended.talk
    assert list((tmp_path / "open").iterdir()) == []


def test_a_state_folder_that_cannot_be_made(floor):
    # /proc takes no new folder from anybody, root included.
    ended = apply_with(floor, "/proc/fabric-state")
    assert (ended.code, len(ended.talk.splitlines())) == (1, 1)
    assert "/proc/fabric-state" in ended.talk


@pytest.mark.skipif(os.geteuid() != 0, reason="makes a disk that takes no writing")
@pytest.mark.parametrize("begun", [False, True])
def test_a_state_folder_that_takes_no_writing(floor, tmp_path, begun):
    state = tmp_path / "fixed"
    state.mkdir(mode=0o700)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m,mode=0700", "none", str(state)], check=True)
    try:
        if begun:
            open_state(state)
        subprocess.run(["mount", "-o", "remount,ro", str(state)], check=True)
        before = len(floor.commits())
        ended = [apply_with(floor, state)]
        if begun:
            ended.append(floor.here("rollout", "status", "--state", state))
        words = f"error: `{state}` cannot be written to (Read-only file system): "
        assert [(one.code, one.talk.startswith(words), one.talk.count("\n")) for one in ended] == [
            (1, True, 1)
        ] * len(ended)
        assert len(floor.commits()) == before
    finally:
        subprocess.run(["umount", str(state)], check=True)


@pytest.mark.parametrize("command", ["plan", "diff"])
def test_a_process_that_dies_while_it_writes_leaves_the_old_file_or_the_new_one(floor, command):
    file = floor.root / f"{command}.written"
    more = ("--against", floor.intent, "--format", "html") if command == "diff" else floor.devices
    words = (command, floor.intent, *more, "-o", file)
    file.write_text("what was there\n")
    died = floor.run(*words, dying="1file")
    assert (died.killed, file.read_text()) == (True, "what was there\n"), died.talk
    died = floor.run(*words, dying="2file")
    whole = file.read_text()
    assert (died.killed, whole.endswith({"plan": "}\n", "diff": "</html>\n"}[command])) == (True, True)
    assert floor.here(*words).code == 0


def test_a_journal_that_is_no_database(floor, tmp_path):
    (tmp_path / "state").mkdir(mode=0o700)
    (tmp_path / "state/journal.sqlite").write_text(
        "this is no database, and it is long enough to be sure\n" * 9
    )
    ended = apply_with(floor, tmp_path / "state")
    assert (ended.code, len(ended.talk.splitlines())) == (1, 1)
    assert "not a database" in ended.talk


@pytest.mark.parametrize("command", ["status", "watch", "resume", "rollback", "pause"])
def test_a_question_about_a_state_folder_that_is_not_there_makes_none(floor, tmp_path, command):
    devices = ("--inventory", floor.inventory) if command in ("resume", "rollback") else ()
    ended = floor.here("rollout", command, "--state", tmp_path / "nowhere", *devices)
    assert ended.code == 1
    assert not (tmp_path / "nowhere").exists()


def test_two_at_once_and_an_interrupt(floor):
    """The second apply is told who holds the fabric; an interrupted one drains, and the next finishes it."""
    first_boot = floor.digests()
    control.fault(floor.lab, "spine1", Fault(Kind.SLOW, match="commit timer", seconds=SLOW_S))
    first = floor.start("apply", "-v", floor.plan_file, *floor.devices)
    seen = wait_for(first, "committing")
    second = floor.run("apply", floor.plan_file, *floor.devices)
    assert second.code == LOCKED, second.talk
    assert "`quickstart/backend` is held by" in second.talk
    assert f":{first.pid}:" in second.talk
    assert "seen" in second.talk
    first.send_signal(signal.SIGINT)
    _, rest = first.communicate(timeout=120)
    assert first.returncode == INTERRUPTED, seen + rest
    assert "resume" in rest
    again = floor.here("apply", floor.plan_file, *floor.devices)
    assert again.code == LOCKED
    assert "is not over: resume it or roll it back" in again.talk
    assert floor.resume().code == 0
    assert "was over already: done; nothing was begun after it" in floor.resume().talk
    assert floor.drift().code == 0
    back = floor.here("rollout", "rollback", *floor.devices)
    assert back.code == 0, back.talk
    assert floor.digests() == first_boot
    beside = floor.plan("--state", floor.state)
    assert beside.code == 0, beside.talk
    elsewhere = apply_with(floor, floor.root / "elsewhere")
    assert (elsewhere.code, "made beside another journal" in elsewhere.talk) == (STALE, True), elsewhere.talk


@pytest.mark.proof
@pytest.mark.skipif(os.geteuid() != 0, reason="makes a small disk")
def test_a_disk_that_is_full_in_the_middle_is_one_line_and_nothing_is_lost(floor, tmp_path):
    state = tmp_path / "small"
    state.mkdir(mode=0o700)
    mount = ("mount", "-t", "tmpfs", "-o")
    subprocess.run([*mount, "size=400k,mode=0700", "none", str(state)], check=True)
    devices = ("--inventory", floor.inventory, "--state", state)
    assert floor.plan("--summary", "--state", state).code == 0
    try:
        before = len(floor.commits())
        full = floor.run("apply", floor.plan_file, *devices)
        assert (full.code, full.talk.splitlines()[-1][-23:]) == (1, "database or disk is full"[-23:]), (
            full.talk
        )
        subprocess.run(["mount", "-o", "remount,size=30m", str(state)], check=True)
        assert floor.here("audit", "verify", "--state", state).code == 0
        resumed = floor.here("rollout", "resume", *devices)
        assert resumed.code == 0, resumed.talk
        done = Counter(one.device for one in floor.commits()[before:] if one.verb in ("commit", "arm"))
        assert set(done.values()) == {1}
        assert floor.here("rollout", "rollback", *devices).code == 0
    finally:
        subprocess.run(["umount", str(state)], check=True)


def wait_for(process, word):
    """Read what a command says until a word comes; return what was read."""
    read = ""
    for line in process.stderr:
        read += line
        if word in line:
            return read
    raise AssertionError(f"it never said `{word}`: {read}")
