"""Planes of Cumulus switches, live: rolled out, drifted, and brought back when a gate fails."""

import json

import pytest
from floor import lay_out

from fabric.lab import control
from fabric.lab.faults import Fault, Kind
from fabric.lab.fleet import read_fleet

LEAF = "pod1-plane2-leaf1"


@pytest.fixture(scope="module")
def planes(tmp_path_factory):
    """Four leaves and four spines, factory-fresh."""
    floor = lay_out(tmp_path_factory.mktemp("planes"), "planes-32")
    floor.edit("soak: 10 min, constraints: default", "soak: 0 s, constraints: lab")
    floor.boot()
    assert floor.plan().code == 0
    ended = floor.here("apply", floor.plan_file, *floor.devices)
    assert ended.code == 0, ended.talk
    yield floor
    floor.close()


def test_every_switch_runs_what_the_intent_says_and_saved_it(planes):
    assert planes.drift().code == 0
    status = control.status(planes.lab)["devices"]
    assert {name: len(row["bgp"]) for name, row in status.items()} == dict.fromkeys(status, 16)
    saved = {commit.device: commit.digest for commit in planes.commits() if commit.verb == "save"}
    assert saved == planes.digests()


def test_a_second_plan_has_nothing_to_do(planes):
    ended = planes.plan("--format", "json")
    assert json.loads(ended.out)["groups"] == []


def test_what_a_human_changed_is_shown_as_drift_and_undone(planes):
    control.edit(planes.lab, LEAF, "nv set interface swp1s0 link mtu 1500\nnv unset qos roce")
    drift = planes.drift()
    assert drift.code == 2
    assert "1 differs" in drift.talk
    assert planes.plan().code == 0
    assert planes.here("apply", planes.plan_file, *planes.devices).code == 0
    assert planes.drift().code == 0


def test_a_gate_that_fails_brings_every_switch_back(planes):
    planes.edit("ecn: auto", "ecn: {min: 150 KB, max: 700 KB, probability: 20 %}")
    assert planes.plan().code == 0
    port = next(p for p, (peer, _) in read_fleet(planes.lab).devices[LEAF].ports.items() if "spine" in peer)
    control.fault(planes.lab, LEAF, Fault(Kind.LINK_DOWN, port=port))
    ended = planes.here("apply", planes.plan_file, *planes.devices)
    assert ended.code == 6, ended.talk
    control.clear(planes.lab, LEAF)
    texts = [control.running(planes.lab, name) for name in planes.digests()]
    assert all("max-threshold: 600000" in text and "700000" not in text for text in texts)
    saved = {commit.device: commit.digest for commit in planes.commits() if commit.verb == "save"}
    assert saved == planes.digests()
