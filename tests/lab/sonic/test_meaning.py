"""Ports and sessions as the neighbours see them."""

from __future__ import annotations

import pytest

from fabric.lab.sonic import frr
from fabric.lab.sonic.database import ConfigDb
from fabric.lab.sonic.meaning import view
from fabric.lab.state import PeerRule

HEAD = "router bgp 65001\n"
GROUP = " neighbor G peer-group\n neighbor G remote-as internal\n neighbor Ethernet0 interface peer-group G\n"
QUIET = " no bgp default ipv4-unicast\n neighbor Ethernet0 interface remote-as external\n"
ACTIVATE = " address-family ipv4 unicast\n  neighbor Ethernet0 activate\n exit-address-family\n"
LINES = {
    "external": (" neighbor Ethernet0 interface remote-as external\n", PeerRule(external=True)),
    "number": (" neighbor Ethernet0 interface remote-as 65002\n", PeerRule(ranges=((65002, 65002),))),
    "group": (GROUP, PeerRule(internal=True)),
    "shutdown": (" neighbor Ethernet0 interface remote-as external\n neighbor Ethernet0 shutdown\n", None),
    "no family": (QUIET, None),
    "activated": (QUIET + ACTIVATE, PeerRule(external=True)),
    "no link-local address": (" neighbor Ethernet8 interface remote-as external\n", None),
    "by address": (
        " neighbor 10.0.0.1 remote-as 65002\n",
        PeerRule(ranges=((65002, 65002),), address="10.0.0.1"),
    ),
    "address nowhere near": (" neighbor 10.9.9.9 remote-as 65002\n", None),
}


def database(**tables) -> ConfigDb:
    db = ConfigDb()
    db.merge(
        {
            "DEVICE_METADATA": {"localhost": {"hostname": "leaf-1", "bgp_asn": "65001"}},
            "PORT": {"Ethernet0": {"admin_status": "up"}, "Ethernet8": {"admin_status": "down"}},
            "INTERFACE": {"Ethernet0": {"ipv6_use_link_local_only": "enable"}, "Ethernet0|10.0.0.0/31": {}},
            **tables,
        }
    )
    return db


@pytest.mark.parametrize("case", LINES)
def test_a_session_follows_from_frr_lines(case):
    text, rule = LINES[case]
    seen = view(database(), frr.parse(HEAD + text).lines, "split-unified")
    assert dict(seen.sessions) == ({} if rule is None else {"Ethernet0": rule})
    assert seen.asn == 65001


def test_ports_and_addresses_follow_from_config_db():
    seen = view(database(), (), "split-unified")
    assert seen.enabled == {"Ethernet0"}
    assert seen.addresses == {"Ethernet0": frozenset({"10.0.0.0"})}
    assert seen.hostname == "leaf-1"


def test_bgpcfgd_reads_neighbours_by_address():
    db = database(
        BGP_NEIGHBOR={"10.0.0.1": {"asn": "65002"}, "10.0.0.9": {"asn": "1", "admin_status": "down"}}
    )
    assert dict(view(db, (), "separated").sessions) == {
        "Ethernet0": PeerRule(ranges=((65002, 65002),), address="10.0.0.1")
    }


def test_the_management_framework_reads_neighbours_by_vrf_and_port():
    db = database(
        BGP_GLOBALS={"default": {"local_asn": "65001"}},
        BGP_PEER_GROUP={"default|FABRIC": {"peer_type": "external"}},
        BGP_NEIGHBOR={"default|Ethernet0": {"peer_group_name": "FABRIC", "admin_status": "up"}},
    )
    assert dict(view(db, (), "unified").sessions) == {"Ethernet0": PeerRule(external=True)}


def test_nonsense_that_was_loaded_is_no_address():
    db = database(INTERFACE={"Ethernet0": {}, "Ethernet0|nonsense": {}, "Ethernet0|10.0.0.0/31": {}})
    assert view(db, (), "split-unified").addresses == {"Ethernet0": frozenset({"10.0.0.0"})}
