"""What a Cumulus switch is told: startup.yaml by release, judged by NVIDIA's schema of that release."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judges import nvue
from platforms import samples
from platforms.cumulus.switches import fabric_port, leaf, qos, spine, switch

from fabric.catalog import CatalogError
from fabric.core.diagnostic import FabricError
from fabric.device import Watchdog
from fabric.platforms.cumulus import PLATFORM
from fabric.render import environment, render
from fabric.topology.model import Role

RELEASES = ("5.9", "5.10", "5.11", "5.12", "5.13", "5.14", "5.15", "5.16", "5.16.1", "5.17", "5.18")
ENVIRONMENT = environment()


def startup(config):
    """Render the startup.yaml of a switch."""
    return render(PLATFORM, config, ENVIRONMENT)[0].text


def tree(config):
    return PLATFORM.parse({"startup.yaml": startup(config)})


@pytest.mark.parametrize("release", ["5.11", "5.16"])
@pytest.mark.parametrize("make", [leaf, spine])
def test_the_golden_startup_file(golden, make, release):
    config = make(release=release)
    golden(f"artifacts/cumulus/{config.name}-{release}/startup.yaml", startup(config))


@pytest.mark.judge("nvue")
@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("make", [leaf, spine])
def test_every_release_is_valid_by_its_own_schema(make, release):
    assert nvue.judge(startup(make(release=release)), release) == ()


@pytest.mark.judge("nvue")
@settings(max_examples=40)
@given(
    release=st.sampled_from(RELEASES),
    cages=st.lists(st.sampled_from([1, 2, 4, 8]), min_size=0, max_size=64),
    lossless=st.booleans(),
    bare=st.booleans(),
)
def test_any_ports_of_any_release_are_valid(release, cages, lossless, bare):
    ports = tuple(
        fabric_port(cage * ways + child, ways, f"leaf{cage}", Role.LEAF, lossless=lossless or cage % 2 == 0)
        for cage, ways in enumerate(cages)
        for child in range(ways)
    )
    config = switch("spine1", Role.SPINE, ports, release)
    assert nvue.judge(startup(stripped(config) if bare else config), release) == ()


def stripped(config):
    """Return the switch without all that may be left out."""
    system = replace(
        config.system, management=None, domain="", dns=(), ntp=(), syslog=(), tacacs=None, users=()
    )
    bgp = replace(config.bgp, bfd=None, advertised=(), graceful_restart_s=0)
    return replace(config, qos=None, system=system, bgp=bgp)


def test_the_dscp_map_is_total_and_dscp_49_does_not_share_the_queue_of_the_cnps():
    mapping = ("qos", "mapping", "default-global", "dscp")
    found = tree(spine())
    assert [int(found[*mapping, str(d), "switch-priority"]) for d in range(64)] == list(qos().dscp_to_class)


def test_the_factory_account_is_carried_or_a_replace_deletes_it():
    assert tree(spine())["system", "aaa", "user", "cumulus", "hashed-password"] == "*"


def test_a_watchdog_of_400_ms_is_four_polls():
    assert "pfc-watchdog:\n        polling-interval: 100\n        robustness: 4\n" in startup(spine())


def test_ports_of_another_speed_have_their_own_thresholds():
    found = tree(leaf())
    assert found["interface", "swp1s0", "qos", "congestion-control", "profile"] == "ports-400g"
    profile = ("qos", "congestion-control", "ports-400g", "traffic-class", "3")
    assert found[*profile, "min-threshold"] == str(375 * 400)
    assert ("interface", "swp3", "qos", "congestion-control", "profile") not in found


def test_a_port_outside_the_lossless_fabric_neither_sends_nor_heeds_pause():
    found = tree(leaf())
    assert found["interface", "swp2s0", "qos", "pfc", "profile"] == "lossy"
    assert found["qos", "pfc", "lossy", "rx"] == "disable"
    assert ("interface", "swp2s0", "qos", "pfc-watchdog", "state") not in found


def test_headroom_covers_the_longest_lossless_cable():
    assert tree(spine(cages=4, ways=2))["qos", "pfc", "default-global", "cable-length"] == "17"


def test_a_prefix_of_one_length_has_no_limits():
    rules = ("router", "policy", "prefix-list", "FABRIC-NETWORKS", "rule")
    found = tree(spine())
    assert found[*rules, "10", "match", "10.254.0.0/16", "min-prefix-len"] == "32"
    assert found[*rules, "30", "match", "10.0.0.0/31"] == ""


def test_a_lossless_class_that_roce_mode_does_not_know_gets_its_own_pools():
    dscp = tuple(4 if number == 3 else number for number in qos().dscp_to_class)
    classes = tuple(replace(c, number=4) if c.number == 3 else c for c in qos().classes)
    found = tree(replace(spine(), qos=replace(qos(), dscp_to_class=dscp, classes=classes)))
    assert ("qos", "traffic-pool", "roce-lossless", "switch-priority", "4") in found
    assert ("qos", "traffic-pool", "default-lossy", "switch-priority", "3") in found
    assert not any(path[:2] == ("qos", "traffic-pool") for path in tree(spine()))


def test_a_port_is_named_for_its_cage_and_its_place_among_the_children():
    ports = (fabric_port(0, 1, "leaf1", Role.LEAF), *spine(cages=2, ways=4).interfaces[4:])
    words = PLATFORM.context(switch("spine1", Role.SPINE, ports))
    assert [port.name for port in words["swps"]] == ["swp1", "swp2s0", "swp2s1", "swp2s2", "swp2s3"]
    assert words["breakouts"] == (("swp2", "4x"),)


def test_a_switch_that_does_not_run_cumulus_has_no_names():
    with pytest.raises(CatalogError, match="no port names for `cumulus`"):
        PLATFORM.context(replace(spine(), **samples.of_model("arista-7060x6-64pe")))


def test_the_header_bears_the_product():
    assert PLATFORM.context(spine())["header_model"] == "SN5600"


def test_a_cage_split_unevenly_is_refused():
    ports = (fabric_port(0, 2, "leaf1", Role.LEAF), fabric_port(2, 4, "leaf2", Role.LEAF))
    with pytest.raises(FabricError, match="CUM-001 `spine1` splits cages `1` unevenly"):
        startup(switch("spine1", Role.SPINE, ports))


def test_a_speed_without_a_word_is_refused():
    port = fabric_port(0, 1, "leaf1", Role.LEAF, speed_gbps=1600)
    with pytest.raises(FabricError, match="CUM-002 NVUE has no word for 1600 Gb/s, which `spine1` `swp1`"):
        startup(switch("spine1", Role.SPINE, (port,)))


def test_secrets_are_placeholders():
    found = tree(spine())
    assert found["system", "aaa", "user", "admin", "hashed-password"] == "@{secret:env/ADMIN_HASH}"


@pytest.mark.parametrize(
    ("feature", "change"),
    [
        ("hash-seed", lambda c: replace(c, ecmp=replace(c.ecmp, seed=7))),
        ("source-port", lambda c: replace(c, ecmp=replace(c.ecmp, fields=c.ecmp.fields[:3]))),
        ("ebgp", lambda c: replace(c, bgp=replace(c.bgp, max_paths=8))),
        ("restart-time", lambda c: replace(c, bgp=replace(c.bgp, graceful_restart_s=30))),
        ("remote-as", lambda c: replace(c, bgp=replace(c.bgp, neighbors=tuple(
            replace(n, asn=64512) for n in c.bgp.neighbors)))),
        ("tx-hold-multiplier", lambda c: replace(c, lldp=replace(c.lldp, hold_multiplier=9))),
        ("mtu", lambda c: replace(c, interfaces=tuple(replace(i, mtu=4200) for i in c.interfaces))),
        ("fec", lambda c: replace(c, interfaces=tuple(replace(i, fec="fc") for i in c.interfaces))),
        ("robustness", lambda c: replace(c, qos=replace(c.qos, watchdog=Watchdog(900, 400, 100, "drop")))),
    ],
)  # fmt: skip
def test_a_changed_field_changes_its_own_leaf_and_no_other(feature, change):
    before, after = tree(leaf()), tree(change(leaf()))
    assert {path[-1] for path in before.keys() | after.keys() if before.get(path) != after.get(path)} == (
        {"source-port", "destination-port"} if feature == "source-port" else {feature}
    )


def test_a_template_that_fails_says_where():
    broken = replace(spine(), lldp=replace(spine().lldp, interval_s=None))
    with pytest.raises(FabricError, match="cannot be rendered for `spine1`"):
        startup(broken)


@pytest.mark.judge("nvue")
@pytest.mark.parametrize("release", ["5.11", "5.16"])
def test_packets_are_spread_on_every_port_to_a_switch(release):
    config = spine(release=release)
    made = replace(config, ecmp=replace(config.ecmp, adaptive="per-packet"))
    assert nvue.judge(startup(made), release) == ()
    added = tree(made).keys() - tree(config).keys()
    word = "state" if release == "5.16" else "enable"
    everywhere = {path for path in added if path[0] == "router"}
    assert everywhere == {("router", "adaptive-routing", word)}
    ports = {path[1] for path in added - everywhere if path[2:] == ("router", "adaptive-routing", word)}
    assert len(ports) == len(added - everywhere) == len(config.bgp.neighbors)
