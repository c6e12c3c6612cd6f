"""A lab as a process of its own: started, commanded and stopped from outside."""

import json
import os
import socket

import pytest

from fabric.lab import control
from fabric.lab.commits import read_commits
from fabric.lab.faults import Fault, Kind
from fabric.lab.fleet import LabDevice, LabFleet


def fleet(count):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    devices = {
        f"leaf{n}": LabDevice(
            name=f"leaf{n}",
            platform="eos",
            model="DCS-7060X6-64PE",
            release="4.34.1F",
            serial=f"S{n}",
            mac=f"00:1c:73:00:{n >> 8:02x}:{n & 255:02x}",
            address=f"127.32.{n >> 8}.{(n & 255) + 1}",
            startup=f"hostname leaf{n}\n",
            ports={"Ethernet1/1": (f"leaf{n ^ 1}", "Ethernet1/1")},
        )
        for n in range(count)
    }
    return LabFleet(devices, eapi_port=port)


@pytest.fixture
def directory(tmp_path):
    control.up(tmp_path, fleet(2))
    control.wait(tmp_path)
    yield tmp_path
    control.down(tmp_path)


def test_waiting_returns_when_it_answers_and_has_written_the_inventory(directory):
    assert control.ready(directory).devices == 2
    assert (directory / "inventory/hosts.yaml").exists()
    assert (directory / "inventory/ca.pem").read_bytes() == (directory / "tls/ca.pem").read_bytes()


def test_status_tells_ports_and_faults(directory):
    control.fault(directory, "leaf0", Fault(Kind.SLOW, seconds=3))
    row = control.status(directory)["devices"]["leaf0"]
    assert row["answers"]
    assert row["ports_up"] == ["Ethernet1/1"]
    assert row["faults"][0]["kind"] == "slow"
    control.clear(directory, "leaf0", "slow")
    assert control.status(directory)["devices"]["leaf0"]["faults"] == []


def test_an_edit_changes_what_runs_and_is_logged(directory):
    control.edit(directory, "leaf0", "ntp server 10.0.0.1", "mallory")
    assert "ntp server 10.0.0.1" in control.running(directory, "leaf0")
    last = read_commits(directory / "commits.jsonl")[-1]
    assert (last.device, last.verb, last.user) == ("leaf0", "edit", "mallory")
    assert last.digest == control.status(directory)["devices"]["leaf0"]["digest"]


def test_a_reboot_ordered_without_match_happens_at_once(directory):
    control.edit(directory, "leaf0", "hostname lost")
    control.fault(directory, "leaf0", Fault(Kind.REBOOT))
    assert "hostname leaf0" in control.running(directory, "leaf0")


def test_an_edit_as_a_fault_without_match_happens_at_once(directory):
    control.fault(directory, "leaf1", Fault(Kind.EDIT, line="hostname other"))
    assert "hostname other" in control.running(directory, "leaf1")


@pytest.mark.parametrize(
    ("device", "line", "words"),
    [("leaf9", "hostname x", "no device `leaf9`"), ("leaf0", "bogus", "Invalid input")],
)
def test_what_the_lab_refuses_is_said(directory, device, line, words):
    with pytest.raises(control.LabError, match=words):
        control.edit(directory, device, line)


def test_a_second_lab_in_the_same_directory_is_refused(directory):
    with pytest.raises(control.LabError, match="runs in"):
        control.up(directory, fleet(1))


def test_down_stops_it_and_says_when_there_was_none(tmp_path):
    control.up(tmp_path, fleet(1))
    control.wait(tmp_path)
    assert control.down(tmp_path)
    assert not control.down(tmp_path)
    assert not (tmp_path / "ready.json").exists()
    with pytest.raises(control.LabError, match="no lab answers"):
        control.status(tmp_path)


def test_a_lab_holds_nothing_open_of_who_started_it(tmp_path):
    reading, writing = os.pipe()
    os.set_inheritable(writing, 1)
    os.set_blocking(reading, False)
    control.up(tmp_path, fleet(1))
    try:
        control.wait(tmp_path)
        os.close(writing)
        assert os.read(reading, 1) == b""
    finally:
        os.close(reading)
        control.down(tmp_path)


def test_a_pid_file_that_names_a_stranger_stops_nobody(tmp_path):
    (tmp_path / "lab.pid").write_text("1\n")
    assert control.running_pid(tmp_path) == 0
    assert not control.down(tmp_path)


def test_a_lab_that_cannot_start_says_why(tmp_path):
    one = fleet(1)
    with socket.socket() as taken:
        taken.bind(("127.32.0.1", one.eapi_port))
        taken.listen()
        control.up(tmp_path, one)
        with pytest.raises(control.LabError, match="did not start"):
            control.wait(tmp_path, 20)


def test_two_hundred_devices_answer_from_one_process(tmp_path):
    control.up(tmp_path, fleet(200))
    try:
        ready = control.wait(tmp_path)
        rows = control.status(tmp_path)["devices"]
    finally:
        control.down(tmp_path)
    assert ready.devices == 200
    assert all(row["ports_up"] for row in rows.values())


def test_a_platform_without_a_double_is_named_and_the_rest_is_served(tmp_path):
    one = json.loads(fleet(2).to_json())
    one["devices"]["leaf1"]["platform"] = "abacus"
    (tmp_path / "fleet.json").write_text(json.dumps(one))
    control.up(tmp_path, control.read_fleet(tmp_path))
    try:
        assert control.wait(tmp_path).unserved == ("leaf1",)
    finally:
        control.down(tmp_path)
