"""systemd takes the files of a host, says what is wrong with others, and sets up what netplan sets up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from platforms.host.hosts import host
from platforms.host.test_words import artifacts

from fabric.platforms.host import PLATFORM
from fabric.platforms.host.network import ports
from judges import netplan, networkd
from judges.verdict import Finding

pytestmark = pytest.mark.judge("networkd")
PORTS = ("rail1", "rail2")


def of(network, **changes):
    """Return the artifacts of a host with two ports that udev names."""
    config = host()
    nics = tuple(replace(nic, pci=f"0000:0{nic.number}:00.0") for nic in config.fabrics[0].nics)
    parts = (replace(config.fabrics[0], nics=nics),)
    return artifacts(replace(config, fabrics=parts, network=network, **changes))


def networks(made):
    return {name: text for name, text in made.items() if name.endswith(".network")}


@pytest.mark.parametrize("tells", [False, True])
def test_the_files_of_a_host_are_accepted(tells):
    made = of("systemd-networkd", emits_lldp=tells)
    assert {name for name in made if name.startswith("70-")} == {
        f"70-fabric-rail{n}.{kind}" for n in (1, 2) for kind in ("link", "network")
    }
    assert networkd.judge(made, PORTS) == ()


@pytest.mark.judge("netplan")
def test_both_ways_linux_has_the_same(made_by_both):
    (_, one), (_, other) = made_by_both
    ours = [rule for rule in one["rules"] if "oif" not in rule]
    assert ours == other["rules"]
    assert len(one["rules"]) == len(ours) + len(PORTS)
    for what in ("addresses", "links", "routes"):
        assert told(one[what]) == told(other[what])
    assert {link["ifname"]: link["mtu"] for link in one["links"]}["rail1"] == 9000


@pytest.fixture(params=[False, True], ids=["quiet", "tells"])
def made_by_both(request):
    both = [of(way, emits_lldp=request.param) for way in ("systemd-networkd", "netplan")]
    found = networkd.run(networks(both[0]), PORTS), netplan.run(both[1]["netplan.yaml"], PORTS)
    assert [verdict for verdict, _ in found] == [(), ()]
    one, other = map(ports, both)
    assert one == {name: replace(port, rules=one[name].rules) for name, port in other.items()}
    assert {port.tells for port in one.values()} == {request.param}
    return found


def told(rows):
    """Return what `ip` shows, without what a port of a test happens to have."""
    leave = {"address", "link", "link_index", "ifindex", "valid_life_time", "preferred_life_time"}
    return [
        {key: value for key, value in row.items() if key not in leave}
        for row in rows
        if row.get("ifname") != "lo"
    ]


def test_what_is_read_back_is_what_linux_has():
    made = of("systemd-networkd")
    _, found = networkd.run(networks(made), PORTS)
    commands = PLATFORM.router(made).commands
    routes = {
        f"route add {row['dst']} dev {row['dev']} "
        + (f"via {row['gateway']}" if "gateway" in row else f"scope {row['scope']}")
        + f" table {row['table']}"
        for row in found["routes"]
        if row["protocol"] == "static"
    }
    rules = {
        "rule add " + (f"oif {row['oif']}" if "oif" in row else f"from {row['src']}/32")
        + f" priority {row['priority']} table {row['table']}"
        for row in found["rules"]
        if row.get("protocol") == "static"
    }  # fmt: skip
    assert routes | rules == set(commands)
    assert len(routes | rules) == len(commands)


def test_an_unknown_setting_is_refused_with_its_line():
    made = of("systemd-networkd")
    name = "70-fabric-rail1.network"
    made[name] = made[name].replace("MTUBytes", "MTUByte")
    refused = Finding(f"{name}:5", "Unknown key 'MTUByte' in section [Link], ignoring.")
    assert refused in networkd.findings(made, PORTS)


def test_what_the_kernel_refuses_is_told():
    made = of("systemd-networkd")
    name = "70-fabric-rail1.network"
    made[name] = made[name].replace("Gateway=10.16.0.0", "Gateway=10.99.0.0")
    assert Finding("rail1", "it is not set up") in networkd.findings(made, PORTS)


def test_a_misspelt_service_is_refused():
    service = of("netplan")["fabric-nic.service"].replace("RemainAfterExit", "RemainAfterwards")
    (found,) = networkd.service(service)
    assert "RemainAfterwards" in found.why
