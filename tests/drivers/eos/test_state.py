"""Recorded shapes of EOS replies."""

from __future__ import annotations

from fabric.drivers.eos import state


def test_the_summary_knows_the_sessions_on_interfaces_that_the_neighbour_list_misses():
    summary = {"vrfs": {"default": {"peers": {"fe80::1%Et1/1": {"peerState": "Established"}}}}}
    assert state.bgp(summary, {"vrfs": {"default": {"peerList": []}}}) == {"Ethernet1/1": True}


def test_the_neighbour_list_adds_what_the_summary_has_not():
    neighbors = {"vrfs": {"default": {"peerList": [{"peerAddress": "10.0.0.1", "state": "Idle"}]}}}
    summary = {"vrfs": {"default": {"peers": {"10.0.0.2": {"peerState": "Active"}}}}}
    assert state.bgp(summary, neighbors) == {"10.0.0.1": False, "10.0.0.2": False}


def test_lldp_neighbours():
    info = {
        "systemName": "spine1",
        "neighborInterfaceInfo": {"interfaceId": '"swp1s0"', "interfaceId_v2": "swp1s0"},
    }
    reply = {
        "lldpNeighbors": {
            "Ethernet1/1": {"lldpNeighborInfo": [info]},
            "Ethernet2/1": {"lldpNeighborInfo": []},
        }
    }
    assert state.lldp(reply) == {"Ethernet1/1": ("spine1", "swp1s0")}


def test_a_port_is_up_with_link_and_protocol():
    ports = {
        "Ethernet1/1": {"interfaceStatus": "up", "lineProtocolStatus": "up"},
        "Ethernet2/1": {"interfaceStatus": "up", "lineProtocolStatus": "down"},
        "Ethernet3/1": {"interfaceStatus": "adminDown", "lineProtocolStatus": "down"},
    }
    assert state.oper_up({"interfaceDescriptions": ports}) == {"Ethernet1/1"}


def test_counters_are_totals_and_absent_ones_are_not_zero():
    replies = {
        "show priority-flow-control counters watchdog": {
            "interfaces": {"Ethernet1/1": {"txQueues": {"3": {"stuckCount": 2, "recoveryCount": 2}}}}
        },
        "show interfaces counters discards": {"inDiscardsTotal": 3, "outDiscardsTotal": 4, "interfaces": {}},
        "show interfaces phy detail": {
            "interfacePhyStatuses": {
                "Ethernet1/1": {"phyStatuses": [{"fec": {"uncorrectedCodewords": {"value": 5}}}, {}]}
            }
        },
        "show interfaces counters errors": None,
    }
    assert state.counters(replies) == {"pfc_watchdog": 2, "discards": 7, "fec_uncorrectable": 5}


def test_no_watchdog_event_yet_is_a_true_zero():
    assert state.counters({"show priority-flow-control counters watchdog": {"interfaces": {}}}) == {
        "pfc_watchdog": 0
    }


def test_ports_count_in_and_out_together_as_far_as_the_device_does():
    frames = {f"{way}{what}Pkts": 5 for way in ("in", "out") for what in ("Ucast", "Multicast", "Broadcast")}
    replies = {
        "show interfaces counters": {"interfaces": {"Ethernet1/1": {**frames, "inOctets": 9}}},
        "show interfaces counters discards": {
            "interfaces": {"Ethernet1/1": {"inDiscards": 1, "outDiscards": 2}}
        },
        "show interfaces counters errors": None,
        "show priority-flow-control counters": {
            "interfaceCounters": {"Ethernet2/1": {"rxFrames": 3, "txFrames": 4}}
        },
    }
    assert state.ports(replies) == {
        "Ethernet1/1": {"frames": 30, "discards": 3},
        "Ethernet2/1": {"pfc": 7},
    }
