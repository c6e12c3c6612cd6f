"""A switch whose own diff of the candidate is not the plan is stopped before its commit."""

import json

import pytest
from floor import rolled_out

from fabric.lab import control
from fabric.lab.faults import Fault, Kind

LIES = [
    (
        "pod1-leaf1",
        Fault(Kind.LIE, line="interface Ethernet1/1\n   mtu 4000"),
        "`interface Ethernet1/1 > mtu`: planned `9214`, it says `4000`",
    ),
    (
        "pod1-leaf2",
        Fault(Kind.LIE, line="route-map FOREIGN permit 10", match="frr-reload.py"),
        "`frr.conf > route-map FOREIGN permit 10`: planned nothing",
    ),
    (
        "pod1-leaf2",
        Fault(Kind.LIE, line='{"PORT": {"Ethernet0": {"mtu": "4000"}}}', match="sonic-cfggen -j"),
        "`PORT > Ethernet0 > mtu`: planned `9214`, it says `4000`",
    ),
    (
        "pod1-leaf2",
        Fault(Kind.LIE, line="key", match="HKEYS"),
        "`NTP_SERVER > 172.20.0.2 > key`: planned nothing, it says `goes`",
    ),
]
ROLLED_BACK = 6


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    with rolled_out(tmp_path_factory.mktemp("floor")) as made:
        made.edit("bfd: {interval: 300 ms", "bfd: {interval: 500 ms")
        made.edit("ntp: [172.20.0.2]", "ntp: [172.20.0.7]")
        yield made


def committed(floor, name):
    return [
        one.token for one in floor.commits() if one.device == name and one.verb in {"commit", "load", "frr"}
    ]


@pytest.mark.parametrize(("name", "lie", "words"), LIES)
def test_a_device_that_shows_more_than_planned_is_stopped(floor, name, lie, words):
    assert floor.plan().code == 0
    commits = committed(floor, name)
    control.fault(floor.lab, name, lie)
    ended = floor.here("apply", floor.plan_file, *floor.devices)
    assert ended.code == ROLLED_BACK, ended.talk
    assert f"by its own diff it would do otherwise than planned: {words}" in ended.talk
    assert committed(floor, name) == commits
    drift = floor.here("drift", floor.intent, *floor.devices, "--format", "json")
    assert json.loads(drift.out)["total"]["change"] == 4


def test_the_truth_goes_through(floor):
    assert floor.plan().code == 0
    assert floor.here("apply", floor.plan_file, *floor.devices).code == 0
