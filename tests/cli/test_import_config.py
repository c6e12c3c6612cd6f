"""`fabric import config`: a repository with the intent of a live fabric, or one line for each mistake."""

from __future__ import annotations

import re

from cases.printed import PRINTED
from cases.repositories import ROOT
from cases.running_sites import OURS, running_texts
from cases.small_ethernet import OF_TABLES, small
from cli.repository import files, said

FOREIGN = ROOT / "tests" / "cases" / "running"
HOSTS = ("--set", "host=hgx-h200", "--set", "nic=connectx-7")


def laid_out(folder, texts):
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_an_imported_site_validates_and_allocates_nothing_new(tmp_path, capsys):
    (tmp_path / "inventory").mkdir()
    running = laid_out(tmp_path / "running", running_texts("quickstart"))
    models, words = OURS["quickstart"]
    options = [word for one in models for word in ("--model", one)]
    options += [word for one in words for word in ("--set", one)]
    site = tmp_path / "intents" / "new"
    found = said(capsys, "import", "config", running, "-o", site, *options)
    assert (found.code, found.out.count("everything is managed")) == (0, 4)
    shape = "topology: `rail-optimised` gives all 4 switches, 4 hosts and 16 links as they are\n"
    assert shape in found.err
    assert sorted(files(tmp_path / "inventory")) == ["new/allocations.yaml", "new/hosts.yaml"]
    assert said(capsys, "allocate", site, "--frozen").code == 0
    database = (running / "pod1-leaf2" / "config_db.json").read_text()
    drift = said(capsys, "drift", site, "--running", running)
    assert (drift.code, "4 devices read, 0 differ from the intent" in drift.err) == (0, True)
    (running / "pod1-leaf2" / "config_db.json").write_text('{"PORT": 7, "DEVICE_METADATA": {}}')
    drift = said(capsys, "drift", site, "--running", running)
    assert (drift.code, "3 devices read, 0 differ from the intent" in drift.err) == (1, True)
    assert "pod1-leaf2/config_db.json:1:1: error[IMP-005] this cannot be read: " in drift.err
    (running / "pod1-leaf2" / "config_db.json").write_text(database)
    cfg = running / "spine1" / "eos.cfg"
    cfg.write_text(cfg.read_text().replace("lldp timer 10", "lldp timer 7"))
    drift = said(capsys, "drift", site, "--running", running)
    assert "expires" not in drift.out
    assert "Changes: " in drift.out
    assert (drift.code, "lldp timer: 7 -> 10" in drift.out) == (2, True)
    again = said(capsys, "import", "config", running, "-o", tmp_path / "intents" / "other" / ".." / "new")
    assert (again.code, "OUT-002" in again.err) == (1, True)


def test_the_routing_mode_of_a_tier_and_of_its_exception_is_read_from_tables(tmp_path, capsys):
    other = "  overrides:\n    - {match: pod1-leaf2, routing_mode: split-unified}\n"
    _, artifacts = small(*OF_TABLES, ("\nphysical:\n", f"{other}\nphysical:\n"))
    switches = {name: PRINTED["sonic"](own) for name, own in artifacts.items() if "config_db.json" in own}
    texts = {f"{name}/{file}": text for name, own in switches.items() for file, text in own.items()}
    running = laid_out(tmp_path / "running", texts)
    words = ("--set", "release=202511", "--set", "host=hgx-h200", "--set", "nic=connectx-7")
    site = tmp_path / "intents" / "new"
    (tmp_path / "inventory").mkdir()
    found = said(capsys, "import", "config", running, "-o", site, *words)
    assert found.code == 0, found.err
    written = (site / "site.yaml").read_text()
    assert written.count("routing_mode: unified") == 2
    assert "{match: pod1-leaf2, routing_mode: split-unified}" in written
    drift = said(capsys, "drift", site, "--running", running)
    assert (drift.code, "4 devices read, 0 differ from the intent" in drift.err) == (0, True), drift.out


def test_links_are_written_by_hand_on_demand(tmp_path, capsys):
    running = laid_out(tmp_path / "running", running_texts("quickstart"))
    models, words = OURS["quickstart"]
    options = [word for one in models for word in ("--model", one)]
    options += [word for one in words for word in ("--set", one)]
    found = said(
        capsys, "import", "config", running, "-o", tmp_path / "new", "--topology", "explicit", *options
    )
    assert (found.code, found.out.count("everything is managed"), "topology:" in found.err) == (0, 4, False)
    assert (tmp_path / "new" / "links.csv").read_text().count("\n") == 17
    drift = said(capsys, "drift", tmp_path / "new", "--running", running)
    assert (drift.code, "0 differ from the intent" in drift.err) == (0, True)


def test_a_foreign_site_is_told_line_by_line(tmp_path, capsys):
    found = said(capsys, "import", "config", FOREIGN, "-o", tmp_path / "new", *HOSTS)
    assert found.code == 0
    assert re.search(
        r"p1-leaf1 \(eos\): \d+ entries understood, \d+ not ours; not managed yet: accounts \d+", found.out
    )
    for line in (
        "left out: classes of traffic, since no intent has them: class `roce` has no share of the link",
        "left out: p1-spine1:Ethernet64/1 to `p1-spine9`, of which there is no configuration",
        "concluded: roles of `p1-leaf1`, `p1-spine1`, from what they are linked to",
        "next: fabric validate",
    ):
        assert line in found.err
    assert said(capsys, "validate", tmp_path / "new").code == 0
    drift = said(capsys, "drift", tmp_path / "new", "--running", FOREIGN)
    assert (drift.code, "`qos` is not managed: " in drift.err) == (0, True)


def test_what_is_missing_fails_and_leaves_an_intent_to_complete(tmp_path, capsys):
    found = said(capsys, "import", "config", FOREIGN, "-o", tmp_path / "new", *HOSTS[:2])
    assert found.code == 1
    assert "missing: model of their NICs (`--set nic=MODEL`)" in found.err
    assert found.out.count("nothing is managed yet") == 2
    assert (tmp_path / "new" / "site.yaml").is_file()


def test_files_or_devices_are_named_and_not_both(tmp_path, capsys):
    assert said(capsys, "import", "config", "-o", tmp_path / "new").code == 64
    options = ("--inventory", tmp_path, "-o", tmp_path / "new")
    assert said(capsys, "import", "config", FOREIGN, *options).code == 64


def test_mistakes_are_one_line_each_and_nothing_is_written(tmp_path, capsys):
    running = laid_out(tmp_path / "running", {"a.json": '{"PORT": {', "b.cfg": "sysname b\n"})
    found = said(capsys, "import", "config", running, "-o", tmp_path / "new")
    assert found.code == 1
    assert "a.json:1:11: error[IMP-005] this is not JSON" in found.err
    assert "b.cfg:1:1: error[IMP-005] this is a configuration of Huawei VRP or Comware" in found.err
    assert not (tmp_path / "new").exists()
