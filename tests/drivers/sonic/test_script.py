"""The scripts, run by a real shell with stand-ins for SONiC's commands that log their names."""

from __future__ import annotations

import subprocess

import pytest

from fabric.drivers.sonic import script
from fabric.drivers.sonic.script import Files

TOKEN = "fab_0123abcd_1_1_1"
COMMANDS = ("config", "sonic-db-cli", "docker", "systemd-run", "systemctl", "sync", "timeout")


@pytest.fixture
def place(tmp_path):
    """Files of a token, moved below the test's own folder."""

    class Moved(Files):
        @property
        def folder(self):
            return f"{tmp_path}/run/{self.token}"

        @property
        def candidate(self):
            return f"{tmp_path}/candidate.conf"

    made = Moved(TOKEN)
    (tmp_path / "run" / TOKEN).mkdir(parents=True)
    return made


@pytest.fixture
def device(tmp_path, place):
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in COMMANDS:
        (tools / name).write_text(
            f'#!/bin/sh\necho "{name} $*" >> {tmp_path}/log\n'
            f'for bad in $(cat {tmp_path}/bad); do case "{name} $*" in *"$bad"*) exit 1;; esac; done\n'
        )
        (tools / name).chmod(0o755)
    (tmp_path / "bad").write_text("")

    class Device:
        folder = tmp_path / "run" / TOKEN

        def put(self, name, text):
            (self.folder / name).write_text(text)

        def refuse(self, words):
            (tmp_path / "bad").write_text(words)

        def run(self, text):
            (tmp_path / "script").write_text(text)
            path = {"PATH": f"{tools}:/usr/bin:/bin"}
            return subprocess.run(["/bin/sh", str(tmp_path / "script")], check=False, env=path).returncode

        def log(self):
            return (tmp_path / "log").read_text().splitlines() if (tmp_path / "log").exists() else []

    made = Device()
    made.put("state", "staged\n")
    made.put("rollback.sh", script.rollback(place, [script.load_step("inverse.json")]))
    return made


def test_the_timer_is_armed_before_the_first_change(device, place):
    assert device.run(script.commit(place, [script.load_step("0.json")], 300)) == 0
    verbs = [line.split()[0] + " " + line.split()[1] for line in device.log()]
    assert verbs == ["config checkpoint", f"systemd-run --unit=fab-rb-{TOKEN}", "config load"]
    assert "--on-active=300s" in device.log()[1]
    word, seconds, uptime = (device.folder / "state").read_text().split()[:3]
    assert (word, seconds) == ("pending", "300")
    assert float(uptime) > 0


def test_without_a_timer_nothing_is_changed(device, place):
    device.refuse("systemd-run")
    assert device.run(script.commit(place, [script.load_step("0.json")], 300)) == script.UNTOUCHED
    assert not any("config load" in line for line in device.log())
    assert (device.folder / "state").read_text() == "staged\n"


def test_a_token_that_is_not_staged_is_not_committed(device, place):
    (device.folder / "state").unlink()
    assert device.run(script.commit(place, [], 300)) == script.GONE
    assert device.log() == []


def test_a_failed_step_stops_the_timer_and_is_undone(device, place):
    device.refuse("1.json")
    steps = [script.load_step(name) for name in ("0.json", "1.json", "2.json")]
    assert device.run(script.commit(place, steps, 300)) == script.ROLLED_BACK
    assert [line for line in device.log() if "config load" in line] == [
        "config load -y 0.json",
        "config load -y 1.json",
        "config load -y inverse.json",
    ]
    assert f"systemctl stop fab-rb-{TOKEN}.timer" in device.log()
    assert not device.folder.exists()


def test_a_rollback_takes_the_next_way_when_one_fails(device, place):
    device.refuse("inverse.json")
    assert device.run(script.rollback(place, [script.load_step("inverse.json")])) == 0
    assert f"timeout 300 config rollback {TOKEN}" in device.log()


def test_the_last_way_back_is_the_startup_file_as_it_was_before_the_change(
    device, place, tmp_path, monkeypatch
):
    startup = tmp_path / "config_db.json"
    startup.write_text("before")
    monkeypatch.setattr(script, "STARTUP", str(startup))
    assert device.run(script.commit(place, [], 300)) == 0
    startup.write_text("somebody saved the change")
    assert (device.folder / "startup.json").read_text() == "before"
    device.refuse("inverse.json\nrollback")
    assert device.run(script.rollback(place, [script.load_step("inverse.json")])) == 0
    assert f"config reload -y {place.at('startup.json')}" in device.log()


def test_a_rollback_that_fails_altogether_says_so_and_keeps_the_marker(device, place):
    device.refuse("inverse.json\nrollback\nreload")
    assert device.run(script.rollback(place, [script.load_step("inverse.json")])) == script.BROKEN
    assert (device.folder / "state").exists()


def test_confirming_stops_the_timer_before_it_saves(device, place):
    assert device.run(script.confirm(place)) == 0
    assert [line.split()[0] for line in device.log()] == ["systemctl", "config", "sync", "config"]
    assert not device.folder.exists()


def test_a_timer_that_cannot_be_stopped_is_not_saved(device, place):
    device.refuse("stop")
    assert device.run(script.confirm(place)) == script.UNTOUCHED
    assert not any("config save" in line for line in device.log())


def test_confirming_what_was_reverted_meanwhile_says_so(device, place):
    (device.folder / "state").unlink()
    assert device.run(script.confirm(place)) == script.GONE
    assert device.log() == []


def test_aborting_a_candidate_changes_nothing(device, place):
    assert device.run(script.abort(place)) == 0
    assert device.log() == [f"config delete-checkpoint {TOKEN}"]
    assert not device.folder.exists()


def test_aborting_a_pending_commit_runs_the_rollback(device, place):
    device.put("state", "pending 300 12.5 3.1\n")
    assert device.run(script.abort(place)) == 0
    assert device.log()[:2] == [f"systemctl stop fab-rb-{TOKEN}.timer", "config load -y inverse.json"]


def test_the_words_of_a_delete_are_quoted():
    assert script.delete_step(("DEL", "A|b; reboot")) == "sonic-db-cli CONFIG_DB DEL 'A|b; reboot'"
