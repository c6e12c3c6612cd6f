"""Counters stand still until a fault moves them."""

import pytest

from fabric.lab.faults import Fault, Kind


def stuck(lab):
    ports = lab.run("leaf1", "show priority-flow-control counters watchdog")["interfaceWatchdogCounters"]
    return ports["Ethernet2/1"]["txQueues"]["3"]["stuckCount"]


def test_a_pfc_storm_moves_the_watchdog_and_what_follows_from_it(lab):
    assert stuck(lab) == 0
    lab.world.faults.add("leaf1", Fault(Kind.PFC_STORM, port="Ethernet2/1"))
    lab.until(lambda: stuck(lab) > 0)
    frames = lab.run("leaf1", "show priority-flow-control counters")["interfaceCounters"]
    assert frames["Ethernet2/1"]["rxFrames"] > 0
    assert frames["Ethernet1/1"]["rxFrames"] == 0
    assert lab.run("leaf1", "show interfaces counters discards")["outDiscardsTotal"] > 0
    queues = lab.run("leaf1", "show interfaces counters queue detail")["egressQueueCounters"]["interfaces"]
    classes = queues["Ethernet2/1"]["ucastQueues"]["trafficClasses"]
    assert classes["TC3"]["dropPrecedences"]["DP0"]["droppedPackets"] > 0


def test_a_flapping_link_is_counted_at_both_ends(lab):
    lab.world.faults.add("leaf1", Fault(Kind.LINK_DOWN, port="Ethernet1/1"))
    lab.world.faults.clear("leaf1")
    for device in ("leaf1", "spine1"):
        port = lab.run(device, "show interfaces")["interfaces"]["Ethernet1/1"]
        assert port["interfaceCounters"]["linkStatusChanges"] == 3


def test_what_was_counted_stays_counted_after_the_storm(lab):
    lab.world.faults.add("leaf1", Fault(Kind.PFC_STORM, port="Ethernet2/1"))
    lab.until(lambda: stuck(lab) > 0)
    lab.world.faults.clear("leaf1")
    first = stuck(lab)
    assert first > 0
    assert stuck(lab) == first


@pytest.mark.parametrize(
    ("command", "top"),
    [
        ("show interfaces counters errors", "interfaceErrorCounters"),
        ("show qos interfaces ecn counters queue", "intfQueueCounters"),
        ("show interfaces phy detail", "interfacePhyStatuses"),
        ("show priority-flow-control status", "interfaceStatuses"),
    ],
)
def test_every_cabled_port_has_its_row(lab, command, top):
    assert set(lab.run("leaf1", command)[top]) == {"Ethernet1/1", "Ethernet2/1"}


def test_pfc_is_on_by_a_profile(lab):
    profile = ("qos profile R", "priority-flow-control on", "interface Ethernet1/1", "service-profile R")
    lab.run("leaf1", "configure", *profile)
    found = lab.run("leaf1", "show priority-flow-control status")["interfaceStatuses"]
    assert found == {"Ethernet1/1": {"enabled": True}, "Ethernet2/1": {"enabled": False}}
