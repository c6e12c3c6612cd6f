"""Addresses and bridges of a switch, and its own frr.conf, are read from its artifacts."""

from __future__ import annotations

import json

from fabric.platforms.sonic.router import router

TABLES = {
    "INTERFACE": {
        "Ethernet0": {},
        "Ethernet0|100.64.0.0/31": {},
        "Ethernet256": {"ipv6_use_link_local_only": "enable"},
    },
    "LOOPBACK_INTERFACE": {"Loopback0": {}, "Loopback0|10.0.0.1/32": {}},
    "VLAN_INTERFACE": {"Vlan30": {}, "Vlan30|100.64.1.1/24": {}},
    "VLAN_MEMBER": {"Vlan30|Ethernet4": {}, "Vlan30|Ethernet8": {}},
    "MGMT_INTERFACE": {"eth0|172.22.0.2/16": {}},
}


def test_addresses_of_ports_loopbacks_and_vlans_are_read_and_those_of_management_are_not():
    found = router({"config_db.json": json.dumps(TABLES), "frr.conf": "router bgp 1\n"})
    assert found.addresses == {
        "Ethernet0": ("100.64.0.0/31",),
        "Loopback0": ("10.0.0.1/32",),
        "Vlan30": ("100.64.1.1/24",),
    }
    assert found.bridges == {"Vlan30": ("Ethernet4", "Ethernet8")}
    assert found.frr == "router bgp 1\n"


def test_lines_that_only_the_zebra_of_sonic_knows_are_left_out():
    text = "no fpm use-next-hop-groups\nfpm address 127.0.0.1\nrouter bgp 1\n"
    assert router({"config_db.json": json.dumps(TABLES), "frr.conf": text}).frr == "router bgp 1\n"


def test_a_switch_without_a_frr_conf_of_its_own_has_no_routing_to_rehearse():
    assert router({"config_db.json": json.dumps(TABLES)}).frr == ""
