"""Recorded shapes of SONiC's output."""

from __future__ import annotations

import json

from fabric.drivers.sonic import state

STATUS = """\
  Interface            Lanes    Speed    MTU    FEC    Alias    Vlan    Oper    Admin    Type    Asym PFC
-----------  ---------------  -------  -----  -----  -------  ------  ------  -------  ------  ----------
  Ethernet0          1,2,3,4     400G   9100     rs     etp1  routed      up       up     N/A         N/A
  Ethernet4          5,6,7,8     400G   9100     rs     etp2  routed    down       up     N/A         N/A
"""
STORMS = """\
      QUEUE       STATUS    STORM DETECTED/RESTORED    TX OK/DROP    RX OK/DROP
-----------  -----------  -------------------------  ------------  ------------
Ethernet0:3      stormed                        2/1           0/7           0/0
Ethernet4:3  operational                        1/1           0/0           0/0
"""


def test_ports_that_are_up():
    assert state.oper_up(STATUS) == {"Ethernet0"}


def test_counters_are_totals_and_absent_ones_are_not_zero():
    ports = {"Ethernet0": {"RX_DRP": "1,234", "TX_DRP": "N/A", "RX_ERR": "2", "TX_ERR": "0"}}
    found = state.counters(json.dumps(ports), None, STORMS)
    assert found == {"discards": 1234, "errors": 2, "pfc_watchdog": 3}


def test_a_session_is_established_in_all_its_families():
    peers = {
        "ipv4Unicast": {
            "peers": {"Ethernet0": {"state": "Established"}, "Ethernet4": {"state": "Established"}}
        },
        "ipv6Unicast": {"peers": {"Ethernet4": {"state": "Active"}}},
        "totalPeers": 2,
    }
    assert state.bgp(peers) == {"Ethernet0": True, "Ethernet4": False}


def heard(name):
    return {"chassis": {name: {"id": {"value": "aa"}}}, "port": {"id": {"type": "ifname", "value": "swp1"}}}


def test_lldpctl_writes_one_interface_as_an_object_and_several_as_a_list():
    one, two = {"Ethernet0": heard("spine1")}, {"Ethernet4": heard("spine2")}
    assert state.lldp({"lldp": {"interface": one}}) == {"Ethernet0": ("spine1", "swp1")}
    assert state.lldp({"lldp": {"interface": [one, two]}})["Ethernet4"] == ("spine2", "swp1")
    assert state.lldp({"lldp": {}}) == {}


def test_a_neighbour_without_a_name_has_none():
    nameless = {"chassis": {"id": {"type": "mac", "value": "aa"}}, "port": {"id": {"value": "1"}}}
    assert state.lldp({"lldp": {"interface": {"Ethernet0": nameless}}}) == {"Ethernet0": ("", "1")}


def test_ports_count_in_and_out_together():
    counted = {"RX_OK": "1,000", "TX_OK": "500", "RX_DRP": "2", "TX_DRP": "1", "RX_ERR": "0", "TX_ERR": "N/A"}
    assert state.ports(json.dumps({"Ethernet0": counted})) == {
        "Ethernet0": {"frames": 1500, "discards": 3, "errors": 0}
    }
    assert state.ports(None) == {}
