"""Every field of a switch that EOS can say is said, in its own lines and in no others."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Address, IPv4Interface

import pytest
from platforms import samples
from platforms.changed import bgp, port, qos, roce, system

from fabric.core.tree import diff
from fabric.device import Bfd, Ecn, Watchdog
from fabric.platforms.eos import PLATFORM
from fabric.render import environment, render

SHARED = environment()


def tree(config):
    return PLATFORM.parse({"eos.cfg": render(PLATFORM, config, SHARED)[0].text})


PORT, PROFILE = "interface Ethernet1/1", "qos profile FABRIC-400G"
CASES = {
    "description": (port(description="x"), {(PORT, "description")}),
    "mtu": (port(mtu=9000), {(PORT, "mtu")}),
    "address": (port(address=IPv4Interface("10.9.9.0/31")), {(PORT, "ip address")}),
    "unnumbered": (port(unnumbered=True), {(PORT, "ipv6 enable")}),
    "lossless": (port(lossless=False), {(PORT, "service-profile")}),
    "hostname": (system(hostname="x"), {("hostname",)}),
    "domain": (system(domain="x.y"), {("dns domain",)}),
    "ntp": (system(ntp=samples.leaf().system.ntp[:1]), {("ntp server vrf MGMT 10.10.0.124",)}),
    "dns": (system(dns=()), {("ip name-server vrf MGMT 10.10.0.53",)}),
    "router id": (bgp(router_id=IPv4Address("9.9.9.9")), {("router bgp", "router-id")}),
    "paths": (bgp(max_paths=32), {("router bgp", "maximum-paths")}),
    "restart": (bgp(graceful_restart_s=120), {("router bgp", "graceful-restart restart-time")}),
    "bfd timers": (bgp(bfd=Bfd(100, 5)), {("router bfd", "interval")}),
    "loopback": (
        replace(samples.leaf(), loopback=IPv4Address("9.9.9.9")),
        {("interface Loopback0", "ip address")},
    ),
    "advertised": (
        bgp(advertised=samples.leaf().bgp.advertised[:1]),
        {("ip prefix-list FABRIC-CONNECTED", "seq 20")},
    ),
    "marking": (
        roce(ecn={400: Ecn(1, 2, 3)}),
        {(PROFILE, "uc-tx-queue 3", "random-detect ecn minimum-threshold")},
    ),
    "bandwidth": (roce(bandwidth_pct=50), {(PROFILE, "uc-tx-queue 3", "bandwidth percent")}),
    "watchdog": (
        qos(watchdog=Watchdog(500, 400, 200, "drop")),
        {("priority-flow-control pause watchdog default timeout",)},
    ),
    "map": (
        qos(dscp_to_class=(6, *samples.leaf().qos.dscp_to_class[1:])),
        {("qos map dscp 0",)},
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_a_changed_field_changes_its_own_lines(what):
    config, wanted = CASES[what]
    assert {edit.path for edit in diff(tree(samples.leaf()), tree(config))} == wanted
