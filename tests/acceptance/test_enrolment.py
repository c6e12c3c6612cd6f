"""Devices are met for the first time: nothing is trusted that nobody said yes to."""

from __future__ import annotations

import json
import os
import pty
import subprocess

import pytest
import yaml
from floor import lay_out

from fabric.core.source import Folder
from fabric.drivers import entry_of
from fabric.drivers.trust import shown
from fabric.inventory.reader import read_inventory
from fabric.lab import control
from fabric.lab.faults import Fault, Kind

LEAF, SPINE, SSH = "pod1-leaf1", "spine1", "pod1-leaf2"
TRUST = ("ca_file", "host_key", "fingerprint")
REFUSED = 1


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    found = lay_out(tmp_path_factory.mktemp("enrolment"))
    found.boot()
    try:
        yield found
    finally:
        found.close()


@pytest.fixture
def floor(hall):
    """The same switches, and an inventory that trusts none of them yet."""
    forget(hall, *TRUST)
    (hall.inventory / "enrolled.yaml").unlink(missing_ok=True)
    (hall.inventory / "ca.pem").unlink(missing_ok=True)
    return hall


def rows(floor):
    return yaml.safe_load((floor.inventory / "hosts.yaml").read_text())


def write(floor, hosts):
    (floor.inventory / "hosts.yaml").write_text(yaml.safe_dump(hosts, sort_keys=False))


def forget(floor, *fields, names=()):
    hosts = rows(floor)
    for name, row in hosts.items():
        for field in fields if not names or name in names else ():
            row["data"].pop(field, None)
    write(floor, hosts)


def say(floor, name, **data):
    hosts = rows(floor)
    hosts[name]["data"].update(data)
    write(floor, hosts)


def enrol(floor, *words):
    return floor.here("enrol", floor.intent, *words, *floor.devices)


def fingerprints(floor, path):
    """Write what the consoles would print."""
    folder = floor.inventory
    found = read_inventory(Folder(folder.parent), folder.name).rows
    lines = [
        f"{name} {shown(entry_of(name, row, row.platform, folder)).digest}" for name, row in found.items()
    ]
    path.write_text("\n".join(["# from the consoles", *lines, ""]))
    return path


def known(floor):
    file = floor.inventory / "enrolled.yaml"
    return yaml.safe_load(file.read_text()) if file.exists() else {}


def records(floor):
    exported = floor.here("audit", "export", "--state", floor.state)
    found = [json.loads(line) for line in exported.out.splitlines()]
    bodies = [
        one["record"] if isinstance(one["record"], dict) else json.loads(one["record"]) for one in found
    ]
    return [one for one in bodies if one["kind"] == "enrol"]


def test_without_a_terminal_nobody_is_trusted_and_nothing_is_sent(floor):
    ended = enrol(floor)
    assert ended.code == REFUSED
    assert ended.talk.count("error[ENR-011]") == len(rows(floor))
    assert "SHA256:" in ended.talk
    assert known(floor) == {}


def test_what_came_another_way_lets_devices_in_and_the_drivers_trust_them(floor, tmp_path):
    assert floor.plan().code == REFUSED
    expect = fingerprints(floor, tmp_path / "seen")
    ended = enrol(floor, "--expect", expect, "--reason", "hall 3")
    assert ended.code == 0, ended.talk
    assert set(known(floor)) == {"enrolled", *rows(floor)}
    assert known(floor)[SSH]["host_key"].startswith("ssh-ed25519 ")
    assert floor.plan().code == 0
    written = records(floor)
    assert [one["state"] for one in written[-8:]] == ["enrolling"] * 4 + ["enrolled"] * 4
    assert "hall 3" in written[-1]["reason"]
    assert written[-1]["actor"]
    assert floor.here("audit", "verify", "--state", floor.state).code == 0
    again = enrol(floor)
    assert again.code == 0, again.talk
    assert len(records(floor)) == len(written)


def test_a_person_at_a_terminal_is_asked(floor):
    def typed(word):
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            floor.command("enrol", floor.intent, SSH, *floor.devices),
            stdin=theirs, stdout=theirs, stderr=theirs, cwd=floor.root, env=floor.env(),
        )  # fmt: skip
        os.close(theirs)
        os.write(ours, word.encode())
        code = process.wait(timeout=60)
        os.close(ours)
        return code

    assert typed("n\n") == REFUSED
    assert known(floor) == {}
    assert typed("y\n") == 0
    assert SSH in known(floor)


def test_another_fingerprint_than_the_one_given_is_refused_before_any_login(floor, tmp_path):
    expect = tmp_path / "seen"
    expect.write_text(f"{LEAF} SHA256:{'A' * 43}\n")
    ended = enrol(floor, LEAF, "--expect", expect)
    assert ended.code == REFUSED
    assert f"{expect}:1:1: error[ENR-004]" in ended.talk
    assert known(floor) == {}
    assert enrol(floor, LEAF, "--fingerprint", "MD5:00").code == REFUSED


def let_in(floor, tmp_path, *words):
    return enrol(floor, "--expect", fingerprints(floor, tmp_path / "seen"), *words)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [("serial", "OTHER", "ENR-005"), ("mac", "02:00:00:99:99:99", "ENR-005")],
)
def test_one_that_is_not_the_one_of_its_line_is_told_with_the_line(floor, tmp_path, field, value, code):
    before = rows(floor)
    say(floor, LEAF, **{field: value})
    try:
        ended = let_in(floor, tmp_path, LEAF)
        assert ended.code == REFUSED
        line = (floor.inventory / "hosts.yaml").read_text()[: _at(floor, value)].count("\n") + 1
        assert f"inventory/hosts.yaml:{line}:" in ended.talk
        assert f"error[{code}] `{LEAF}` says {field} " in ended.talk
        assert known(floor) == {}
    finally:
        write(floor, before)


def _at(floor, value):
    return (floor.inventory / "hosts.yaml").read_text().index(value)


def test_a_device_that_is_another_of_the_inventory_is_told_by_its_name(floor, tmp_path):
    before = rows(floor)
    swapped = {**before, LEAF: {**before[LEAF], "hostname": before[SPINE]["hostname"]}}
    write(floor, swapped)
    try:
        ended = let_in(floor, tmp_path, LEAF)
        assert ended.code == REFUSED
        assert (
            f"error[ENR-007] the device at the address of `{LEAF}` is `{SPINE}`: its serial is" in ended.talk
        )
    finally:
        write(floor, before)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('release: "4.34.1F"}', 'release: "4.35.0F"}', "ENR-010"),
        ("count: 2, model: arista-7060x6-64pe,", "count: 2, model: arista-7060x6-64pe-b,", "ENR-006"),
    ],
)
def test_another_model_or_release_than_the_intents_is_told_with_the_line(floor, tmp_path, old, new, code):
    file = floor.intent / "site.yaml"
    before = file.read_text()
    assert old in before
    file.write_text(before.replace(old, new))
    try:
        ended = let_in(floor, tmp_path, SPINE)
        line = before[: before.index(old)].count("\n") + 1
        assert ended.code == REFUSED
        assert f"site.yaml:{line}:" in ended.talk
        assert f"error[{code}]" in ended.talk
        assert known(floor) == {}
    finally:
        file.write_text(before)


def test_one_of_several_that_is_refused_keeps_no_other_out(floor, tmp_path):
    control.fault(floor.lab, LEAF, Fault(Kind.WRONG_IDENTITY))
    try:
        ended = let_in(floor, tmp_path)
    finally:
        control.clear(floor.lab, LEAF)
    assert ended.code == REFUSED
    assert ended.talk.count("error[") >= 1
    assert set(known(floor)) == {"enrolled", *rows(floor)} - {LEAF}


def test_an_authority_that_vouches_leaves_nothing_to_ask(floor):
    (floor.inventory / "ca.pem").write_bytes((floor.lab / "tls" / "ca.pem").read_bytes())
    say(floor, LEAF, ca_file="ca.pem")
    forget(floor, "serial", "mac", names=[LEAF])
    ended = enrol(floor, LEAF)
    assert ended.code == 0, ended.talk
    assert set(known(floor)[LEAF]) == {"serial", "mac"}
    say(floor, LEAF, **known(floor)[LEAF])


def test_a_changed_key_is_let_in_with_a_reason_only_and_both_are_journalled(floor, tmp_path):
    assert let_in(floor, tmp_path).code == 0
    old = known(floor)[SSH]["host_key"]
    floor.close()
    for name in (SSH, f"{SSH}.pub"):
        (floor.lab / "ssh" / name).unlink()
    kept = (floor.inventory / "hosts.yaml").read_text()
    control.up(floor.lab, control.read_fleet(floor.lab))
    control.wait(floor.lab)
    (floor.inventory / "hosts.yaml").write_text(kept)
    refused = floor.plan("--limit", SSH)
    assert refused.code == REFUSED
    assert "the host key is not the one in the inventory" in refused.talk
    expect = fingerprints(floor, tmp_path / "new")
    told = enrol(floor, SSH, "--expect", expect)
    assert told.code == REFUSED
    assert "inventory/enrolled.yaml:" in told.talk
    assert "error[ENR-003]" in told.talk
    assert known(floor)[SSH]["host_key"] == old
    assert enrol(floor, SSH, "--expect", expect, "--replace").code == 64
    assert enrol(floor, SSH, "--replace", "--reason", "RMA 4711").code == REFUSED
    done = enrol(floor, SSH, "--expect", expect, "--replace", "--reason", "RMA 4711")
    assert done.code == 0, done.talk
    assert known(floor)[SSH]["host_key"] != old
    last = records(floor)[-1]
    assert last["state"] == "replaced"
    assert f"in the place of {old}" in last["reason"]
    assert last["reason"].endswith("RMA 4711")
    assert floor.plan("--limit", SSH).code == 0
