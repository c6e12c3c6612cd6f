"""What a host does on its ports reads the same from netplan and from systemd's own files."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from platforms.host.hosts import host, infiniband_host
from platforms.host.test_words import artifacts

from fabric.platforms.host import PLATFORM
from fabric.platforms.host.network import Port, Route, Rule, ports
from fabric.platforms.host.report import read_report
from fabric.platforms.host.wanted import wanted


def by(network, rails=2, **changes):
    return artifacts(replace(host(rails), network=network, **changes))


@given(st.integers(1, 16), st.booleans())
def test_both_mean_the_same(rails, tells):
    ours, theirs = (by(way, rails, emits_lldp=tells) for way in ("systemd-networkd", "netplan"))
    assert "netplan.yaml" not in ours
    assert not any(name.endswith(".network") for name in theirs)
    found = ports(ours)
    assert len(found) == rails
    # Netplan has no word for sockets bound to a port: apply.sh adds these rules.
    assert ports(theirs) == {
        name: replace(port, rules=tuple(rule for rule in port.rules if rule.source))
        for name, port in found.items()
    }
    assert {port.tells for port in found.values()} == {tells}
    assert wanted(ours) == wanted(theirs)
    assert PLATFORM.hop(ours) == PLATFORM.hop(theirs)
    assert PLATFORM.router(ours).addresses == PLATFORM.router(theirs).addresses


def test_a_port_has_a_table_of_its_own():
    assert ports(by("systemd-networkd"))["rail2"] == Port(
        mtu=9000,
        addresses=("10.17.0.1/31",),
        routes=(Route("10.17.0.0/31", "", "link", 102), Route("10.16.0.0/12", "10.17.0.0", "", 102)),
        rules=(Rule("10.17.0.1/32", "", 102, 1002), Rule("", "rail2", 102, 1102)),
    )


def test_ports_of_infiniband_have_no_files():
    made = artifacts(replace(infiniband_host(), network="systemd-networkd"))
    assert set(made) == {"nic.json", "nccl.env", "apply.sh", "report.sh", "fabric-nic.service"}
    assert ports(made) == {}


def test_udev_names_a_port_by_where_it_is_plugged():
    part = host().fabrics[0]
    nics = (
        replace(part.nics[0], pci="0000:1a:00.0"),
        replace(part.nics[1], pci="0000:3c:00.1", model="gaudi-3"),
    )
    made = artifacts(replace(host(), fabrics=(replace(part, nics=nics),)))
    assert made["70-fabric-rail1.link"] == (
        "[Match]\nPath=pci-0000:1a:00.0\nDriver=mlx5_core\n\n[Link]\nName=rail1\n"
    )
    assert made["70-fabric-rail2.link"] == "[Match]\nPath=pci-0000:3c:00.1\n\n[Link]\nName=rail2\n"


@pytest.mark.proof
@pytest.mark.parametrize("network", ["netplan", "systemd-networkd"])
def test_a_second_run_finds_nothing_to_do_where_linux_has_the_rules_already(machine, network):
    config = replace(host(1), network=network)
    machine(config)
    machine.traffic_class_kept()
    rule = "1101:\tfrom all oif rail1 lookup 101 proto static "
    machine.remember(**{"rule 1101": rule})
    assert machine(config, "--check").stdout == ""
    assert read_report(machine(config, name="report.sh").stdout).host == "pod1-host1"
