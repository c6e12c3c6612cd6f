"""What a subnet manager is told, and that OpenSM routes a subnet with it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judges.subnets import small_subnet

from fabric.core.diagnostic import FabricError
from fabric.device import Partition, ServiceLevel
from fabric.intent.fabric import Rate
from fabric.platforms.ufm import PLATFORM
from fabric.platforms.ufm.lanes import lane_words
from fabric.platforms.ufm.words import RATES, TORUS_FILE
from fabric.render import environment, render
from fabric.twin.opensm_rehearsal import rehearse

ENVIRONMENT = environment()
TENANT = Partition(
    "tenant-a", 0x10, ipoib=True, membership="full", service_level=1,
    members=(("0x3000", "full"), ("0000000000003001", "limited")),
)  # fmt: skip
EVERYONE = Partition("storage", 0x20, ipoib=False, membership="limited", service_level=0, members=())
LEVELS = (
    ServiceLevel(0, "default", 0, 32, strict=False),
    ServiceLevel(1, "compute", 1, 192, strict=False),
    ServiceLevel(2, "control", 2, 64, strict=True),
)


def subnet(**changes):
    """Return the small subnet with two tenants and three service levels."""
    return replace(small_subnet(), partitions=(EVERYONE, TENANT), service_levels=LEVELS, **changes)


def artifacts(config):
    return {artifact.name: artifact.text for artifact in render(PLATFORM, config, ENVIRONMENT)}


@pytest.mark.parametrize("name", [name for name in PLATFORM.templates if name != TORUS_FILE])
def test_the_golden_files(golden, name):
    golden(f"artifacts/ufm/small/{name}", artifacts(subnet())[name])


@pytest.mark.judge("opensm")
@pytest.mark.parametrize("config", [small_subnet(), subnet()], ids=["plain", "tenants and levels"])
def test_opensm_routes_the_subnet_without_an_objection(config):
    assert rehearse(config, artifacts(config)).diagnostics == ()


def test_the_default_partition_is_always_there():
    assert artifacts(replace(small_subnet(), partitions=()))["partitions.conf"] == (
        "Default=0x7fff, ipoib, sl=0, defmember=full :\n"
        "    ALL=full,\n    ALL_SWITCHES=full,\n    SELF=full;\n"
    )


def test_a_default_partition_of_the_intent_takes_its_place():
    default = Partition("management", 0x7FFF, ipoib=True, membership="full", service_level=0, members=())
    text = artifacts(replace(small_subnet(), partitions=(default,)))["partitions.conf"]
    assert text.startswith("management=0x7fff, ipoib, sl=0, defmember=full :\n    ALL=full,")
    assert json.loads(artifacts(replace(small_subnet(), partitions=(default,)))["ufm.json"])["pkeys"] == {}


def test_a_partition_of_every_port_names_each_host_to_ufm():
    pkeys = json.loads(artifacts(subnet())["ufm.json"])["pkeys"]
    assert len(pkeys["0x20"]["guids"]) == 16
    assert {member["membership"] for member in pkeys["0x20"]["guids"]} == {"limited"}


@pytest.mark.judge("opensm")
def test_limits_are_codes_to_opensm_and_quantities_to_ufm():
    config = replace(small_subnet(), partitions=(replace(TENANT, mtu_limit=4096, rate_limit="100G"),))
    made = artifacts(config)
    assert "tenant-a=0x0010, ipoib, rate=16, mtu=5, sl=1, defmember=full :" in made["partitions.conf"]
    assert json.loads(made["ufm.json"])["pkeys"]["0x10"]["qos_conf"] == {
        "mtu_limit": 4,
        "rate_limit": 100,
        "service_level": 1,
    }
    assert rehearse(config, made).diagnostics == ()


def test_every_rate_of_the_intent_has_a_code():
    assert sorted(RATES) == sorted(get_args(Rate))


def test_a_member_that_is_no_port_of_the_subnet_is_refused():
    stranger = replace(TENANT, members=(("0xdead", "full"),))
    with pytest.raises(FabricError, match="UFM-003 partition `tenant-a` has members `0x000000000000dead`"):
        PLATFORM.context(replace(small_subnet(), partitions=(stranger,)))


def test_a_key_outside_the_users_range_is_refused():
    with pytest.raises(FabricError, match=r"UFM-004 .* outside 0x1-0x7ffe"):
        PLATFORM.context(replace(small_subnet(), partitions=(replace(TENANT, pkey=0x8010),)))


def test_a_link_to_an_unknown_node_is_refused_for_it_would_blind_the_subnet_manager():
    with pytest.raises(FabricError, match="UFM-001 links of `sm` name `nowhere`"):
        PLATFORM.context(replace(small_subnet(), links=(("leaf1", 1, "nowhere", 1),)))


@pytest.mark.parametrize("guid", ["", "0x", "0xnothing", "0x" + "1" * 17])
def test_a_node_without_a_guid_is_refused(guid):
    nodes = tuple(replace(node, guid=guid) if node.name == "host1" else node for node in small_subnet().nodes)
    with pytest.raises(FabricError, match="UFM-002"):
        PLATFORM.context(replace(small_subnet(), nodes=nodes))


def test_links_between_switches_stand_from_both_ends_and_links_to_hosts_from_one():
    lines = artifacts(small_subnet())["topoconfig.conf"].splitlines()
    assert len(lines) == 16 + 2 * 8
    assert not any(line.startswith("0x0000000000003") for line in lines)


LEVEL = st.builds(
    ServiceLevel, st.integers(0, 15), st.just("x"), st.integers(0, 7), st.integers(0, 255), st.booleans()
)


@given(st.lists(LEVEL, min_size=1, max_size=16, unique_by=lambda level: level.number))
def test_every_level_has_a_lane_and_every_lane_that_is_used_is_open(levels):
    words = lane_words(tuple(levels))
    lanes = [int(lane) for lane in words.sl2vl.split(",")]
    assert len(lanes) == 16
    assert max(lanes) < words.max_vls
    assert all(lanes[level.number] == level.virtual_lane for level in levels)


def test_a_strict_level_is_served_first_and_without_limit():
    words = lane_words(LEVELS)
    assert (words.high, words.low, words.high_limit) == ("2:64", "0:32,1:192", 255)
    assert (words.max_vls, words.max_op_vls) == (4, 3)


def test_switches_and_hosts_are_no_subnet_manager():
    with pytest.raises(TypeError, match="is no subnet manager"):
        PLATFORM.context(TENANT)
