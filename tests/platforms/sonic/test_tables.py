"""Every field of a switch that SONiC can say is said, in its own tables and in no others."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Address, IPv4Interface

import pytest
from platforms import samples
from platforms.changed import bgp, port, qos, roce, system

from fabric.core.tree import diff
from fabric.device import Bfd, Ecn, Watchdog
from fabric.platforms.sonic import PLATFORM
from fabric.platforms.sonic.tables import ORDER
from fabric.render import environment, render

SHARED = environment()


def tree(config):
    files = {a.name: a.text for a in render(PLATFORM, samples.sonic(config), SHARED)}
    return PLATFORM.parse(files)


CASES = {
    "description": (port(description="x"), {"PORT"}),
    "mtu": (port(mtu=9000), {"PORT"}),
    "fec": (port(fec="none"), {"PORT"}),
    "address": (port(address=IPv4Interface("10.9.9.0/31")), {"INTERFACE"}),
    "unnumbered": (port(unnumbered=True), {"INTERFACE"}),
    "hostname": (system(hostname="x"), {"DEVICE_METADATA", "frr.conf"}),
    "ntp": (system(ntp=samples.leaf().system.ntp[:1]), {"NTP_SERVER"}),
    "dns": (system(dns=()), {"DNS_NAMESERVER", "DNS_OPTIONS"}),
    "domain": (system(domain="other.example"), {"DNS_OPTIONS"}),
    "syslog": (system(syslog=()), {"SYSLOG_SERVER"}),
    "tacacs": (system(tacacs=None), {"TACPLUS", "TACPLUS_SERVER", "AAA"}),
    "as number": (bgp(asn=65009), {"DEVICE_METADATA", "frr.conf"}),
    "router id": (bgp(router_id=IPv4Address("9.9.9.9")), {"frr.conf"}),
    "paths": (bgp(max_paths=32), {"frr.conf"}),
    "bfd timers": (bgp(bfd=Bfd(100, 5)), {"frr.conf"}),
    "loopback": (replace(samples.leaf(), loopback=IPv4Address("9.9.9.9")), {"LOOPBACK_INTERFACE"}),
    "lldp": (replace(samples.leaf(), lldp=replace(samples.leaf().lldp, interval_s=30)), {"LLDP"}),
    "hash": (replace(samples.leaf(), ecmp=replace(samples.leaf().ecmp, fields=("src-ip",))), {"SWITCH_HASH"}),
    "marking": (roce(ecn={400: Ecn(1, 2, 3)}), {"WRED_PROFILE"}),
    "bandwidth": (roce(bandwidth_pct=50), {"SCHEDULER"}),
    "watchdog": (qos(watchdog=Watchdog(500, 400, 200, "drop")), {"PFC_WD"}),
    "map": (qos(dscp_to_class=(6, *samples.leaf().qos.dscp_to_class[1:])), {"DSCP_TO_TC_MAP"}),
    "cable": (samples.leaf(qos=samples.qos(lengths=((10.0, 150), (30.0, 40)))), {"CABLE_LENGTH"}),
}


@pytest.mark.parametrize("what", CASES)
def test_a_changed_field_changes_its_own_tables(what):
    config, wanted = CASES[what]
    assert {edit.path[0] for edit in diff(tree(samples.leaf()), tree(config))} == wanted


def test_every_rendered_table_is_in_the_list():
    assert {path[0] for path in tree(samples.leaf())} - {"frr.conf"} <= ORDER.keys()


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("PORT", "INTERFACE"),
        ("DSCP_TO_TC_MAP", "PORT_QOS_MAP"),
        ("BUFFER_POOL", "BUFFER_PROFILE"),
        ("BUFFER_PROFILE", "BUFFER_PG"),
        ("WRED_PROFILE", "QUEUE"),
        ("SCHEDULER", "QUEUE"),
    ],
)
def test_what_is_referred_to_stands_first(first, then):
    assert ORDER[first] < ORDER[then]
