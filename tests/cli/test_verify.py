"""`fabric verify --hosts`: reports of hosts against an intent."""

from __future__ import annotations

import json
import re

import pytest
from cases.repositories import shipped
from cli.repository import ROOT, lay_out, said

from fabric.platforms.host.wanted import wanted
from fabric.topology import Role
from fabric.twin.netlist import netlist


@pytest.fixture
def site(tmp_path):
    return lay_out(tmp_path / "repository")


def neighbours(site, capsys, host):
    """Return the neighbour that each port of a host has to have."""
    out = site.parent.parent / "out"
    assert said(capsys, "build", site, "-o", out).code == 0
    (folder,) = {file.parent for file in out.rglob("nic.json") if host in file.parts}
    files = {name: (folder / name).read_text() for name in ("nic.json", "netplan.yaml", "apply.sh")}
    return {port: fields["neighbour"] for port, fields in wanted(files).items()}


def report(folder, host, ports, machine=None):
    """Write a report of a host without any tool but lldpctl."""
    looks = {}
    for port, there in ports.items():
        switch, _, name = there.partition(":")
        about = {"chassis": {switch: {}}, "port": {"id": {"type": "ifname", "value": name}}}
        text = json.dumps({"lldp": {"interface": {port: about}}})
        looks[port] = {"lldp": {"status": 0, "output": text}}
    file = folder / f"{host}-{machine}.json"
    content = {"schema": "fabric-host-report/1", "host": host, "machine": machine or host, "ports": looks}
    file.write_text(json.dumps(content))
    return file


def test_crossed_cables_are_to_be_swapped(site, tmp_path, capsys):
    right = neighbours(site, capsys, "pod1-host1")
    first, second = right
    crossed = {first: right[second], second: right[first]}
    found = said(capsys, "verify", site, "--hosts", report(tmp_path, "pod1-host1", crossed, "pod1-host1.lan"))
    assert found.code == 1
    assert f"swap the cables at {right[second]} and {right[first]}" in found.out
    assert re.search(r"hosts with a report: 1, without: 1; fields that differ: 2, unknown: \d+", found.out)


def test_findings_are_data(site, tmp_path, capsys):
    right = neighbours(site, capsys, "pod1-host2")
    found = said(capsys, "verify", site, "--format", "json", "--hosts", report(tmp_path, "pod1-host2", right))
    content = json.loads(found.out)
    assert (found.code, content["schema"], content["hosts"]) == (1, "fabric-verify/1", ["pod1-host2"])
    assert {one["verdict"] for one in content["findings"]} == {"unknown"}
    assert "neighbour" not in {one["field"] for one in content["findings"]}
    assert set(content["findings"][0]) == {"verdict", "host", "port", "field", "expected", "found", "remedy"}


def test_each_file_that_is_no_report_of_this_intent_has_one_line(site, tmp_path, capsys):
    good = report(tmp_path, "pod1-host1", {})
    large, binary = tmp_path / "large", tmp_path / "binary"
    large.write_bytes(b" " * (9 << 20))
    binary.write_bytes(b"\xff\xfe")
    files = [
        good, report(tmp_path, "pod1-host1", {}, "pod1-host1.again"), report(tmp_path, "pod1-hosst2", {}),
        report(tmp_path, "pod1-host2", {}, "elsewhere"), large, binary, tmp_path / "none", tmp_path,
    ]  # fmt: skip
    found = said(capsys, "verify", site, "--hosts", *files)
    refused = [line for line in found.out.splitlines() if line.startswith("refused")]
    assert found.code == 1
    for words in (
        "has a report already", "did you mean `pod1-host2`?", "ran on `elsewhere`",
        "more than 8 MiB", "no text in UTF-8", "No such file", "Is a directory",
    ):  # fmt: skip
        assert sum(words in line for line in refused) == 1
    assert len(refused) == 7


def test_without_reports_it_is_a_matter_of_usage(site, capsys):
    assert said(capsys, "verify", site).code == 64


def test_cables_are_compared_with_what_switches_hear(site, tmp_path, capsys):
    folder = tmp_path / "lldp"
    folder.mkdir()
    (folder / "spine1.json").write_text("{\n  nonsense")
    (folder / "spine9.json").write_text("{}")
    (folder / "spine2.json").write_text("{}")
    found = said(capsys, "verify", site, "--lldp", folder)
    assert found.code == 1
    assert f"{folder}/spine1.json:2:3: error[LDP-001] this is not JSON" in found.err
    assert f"{folder}/spine9.json:1:1: error[LDP-001] the intent has no switch" in found.err
    assert f"{folder}/spine2.json:1:1: error[LDP-005] `spine2` " in found.err
    assert "1 report read, 0 of " in found.err
    assert "LDP-005" in said(capsys, "verify", site, "--lldp", folder, "--format", "sarif").out
    assert said(capsys, "verify", site, "--lldp", folder, "--hosts", folder).code == 64


def dump_of(intent):
    """Return what `ibnetdiscover` would print of a shipped InfiniBand fabric."""
    made = shipped(intent)
    (manager,) = (unit for _, unit in made.units() if unit.role is Role.MANAGER and unit.name.endswith("1"))
    return netlist(made.config(manager)).replace("4xHDR", "4xNDR")


def test_cables_of_infiniband_are_compared_with_a_dump(tmp_path, capsys):
    dump, intent = tmp_path / "dump.txt", ROOT / "intents/torus-ib"
    dump.write_text(dump_of("torus-ib"))
    found = said(capsys, "verify", intent, "--ibnetdiscover", dump)
    assert found.code == 0
    assert re.search(r"(\d+) nodes read, (\d+) of \2 cables lead where they should\n", found.err)
    dump.write_text(dump.read_text().replace("4xNDR", "2xNDR", 1))
    found = said(capsys, "verify", intent, "--ibnetdiscover", dump, "--format", "github")
    assert found.code == 1
    assert "LDP-008" in found.out + found.err


def test_a_dump_that_cannot_be_compared_has_one_line(site, tmp_path, capsys):
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    intent = ROOT / "intents/torus-ib"
    found = said(capsys, "verify", intent, "--ibnetdiscover", tmp_path / "binary", tmp_path / "none")
    assert found.code == 1
    assert "binary:1:1: error[LDP-001] it cannot be read: it is no text in UTF-8" in found.err
    assert "none:1:1: error[LDP-001] it cannot be read: No such file or directory" in found.err
    (tmp_path / "empty").mkdir()
    assert said(capsys, "verify", intent, "--ibnetdiscover", tmp_path / "empty").code == 64
    assert said(capsys, "verify", site, "--ibnetdiscover", tmp_path / "binary").code == 64
