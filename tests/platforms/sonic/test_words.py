"""What SONiC's files say for a leaf and a spine, and that SONiC takes them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from judges import frr, yang
from platforms import samples

from fabric.core.diagnostic import FabricError
from fabric.core.source import Folder
from fabric.device import Headroom
from fabric.platforms.sonic import PLATFORM
from fabric.render import environment, render
from fabric.topology.model import Port, Role

CASES = {"leaf": samples.leaf, "spine": samples.spine}


@pytest.fixture(scope="module")
def files():
    shared = environment()
    return lambda config: {artifact.name: artifact.text for artifact in render(PLATFORM, config, shared)}


@pytest.fixture(scope="module")
def tables(files):
    return lambda config: json.loads(files(config)["config_db.json"])


def dynamic(config):
    """The same switch on NVIDIA's ASIC, which computes its buffers."""
    qos = config.qos
    return replace(
        samples.sonic(config, "Mellanox-SN5600-O128"),
        **samples.of_model("nvidia-sn5600"),
        qos=replace(
            qos,
            buffers=replace(qos.buffers, computed_by_device=True),
            headroom=tuple(replace(row, key_m=None) for row in qos.headroom),
        ),
    )


@pytest.mark.parametrize("case", CASES)
def test_a_switch_is_written_as_in_its_golden_files(case, files, golden):
    config = CASES[case]()
    few = replace(config, interfaces=(*config.interfaces[:2], *config.interfaces[-2:]))
    for name, text in files(samples.sonic(few)).items():
        golden(f"artifacts/sonic/{case}/{name}", text)


@pytest.mark.judge("yang")
@pytest.mark.parametrize("release", ["202405", "202411", "202505", "202511", "202605", "master"])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("kind", [samples.sonic, dynamic])
def test_the_models_of_the_release_accept_every_table(case, kind, release, files, shared):
    assert shared.exists()
    config = replace(kind(CASES[case]()), release=release)
    assert yang.judge(files(config)["config_db.json"], release) == ()


@pytest.mark.judge("yang")
@pytest.mark.parametrize("release", ["202405", "202505", "202511", "master"])
def test_the_models_accept_a_core_of_three_tiers(release, files, shared):
    assert shared.exists()
    core = replace(samples.sonic(samples.spine()), role=Role.CORE, release=release)
    assert yang.judge(files(core)["config_db.json"], release) == ()


@pytest.mark.judge("yang")
def test_the_models_accept_a_switch_without_extras(files, shared):
    assert shared.exists()
    full = samples.sonic(samples.leaf())
    bare = replace(
        full,
        qos=None,
        system=replace(full.system, tacacs=None, ntp=(), syslog=(), dns=(), management=None, users=()),
        bgp=replace(full.bgp, bfd=None, graceful_restart_s=0, advertised=()),
    )
    assert yang.judge(files(bare)["config_db.json"], "202511") == ()


@pytest.mark.judge("frr")
@pytest.mark.parametrize("case", CASES)
def test_frr_takes_every_line(case, files):
    assert frr.judge(files(samples.sonic(CASES[case]()))["frr.conf"]) == ()


def test_a_port_without_a_cable_is_there_and_shut(tables):
    ports = tables(samples.sonic(samples.leaf()))["PORT"]
    assert len(ports) == 128
    assert ports["Ethernet252"]["admin_status"] == "down"
    assert ports["Ethernet0"]["admin_status"] == "up"


def test_a_port_is_numbered_by_lanes(tables):
    leaf = samples.sonic(samples.leaf())
    places = (Port(1, 1, 8), Port(2, 5, 4), Port(64, 1, 4))
    ports = tuple(replace(leaf.interfaces[0], port=place) for place in places)
    found = tables(replace(leaf, hwsku="ACS-7060X6", interfaces=ports))["PORT"]
    assert list(found) == ["Ethernet0", "Ethernet12", "Ethernet504"]


def test_no_lane_is_in_two_ports(tables):
    lanes = [
        lane
        for row in tables(samples.sonic(samples.leaf()))["PORT"].values()
        for lane in row["lanes"].split(",")
    ]
    assert len(set(lanes)) == len(lanes)


def test_the_dscp_map_is_total(tables):
    assert len(tables(samples.sonic(samples.leaf()))["DSCP_TO_TC_MAP"]["FABRIC"]) == 64


def test_a_cable_has_the_tabulated_length_and_a_computed_one_is_rounded_up(tables):
    leaf = samples.leaf()
    assert tables(samples.sonic(leaf))["CABLE_LENGTH"]["AZURE"]["Ethernet0"] == "40m"
    uneven = replace(leaf.interfaces[0], cable_m=3.2)
    row = Headroom(400, 3.2, None, 1, 1, 1, 1, 0)
    config = replace(leaf, interfaces=(uneven,), qos=replace(leaf.qos, headroom=(row,)))
    assert tables(dynamic(config))["CABLE_LENGTH"]["AZURE"]["Ethernet0"] == "4m"


def test_a_cable_that_no_headroom_row_knows_is_refused(files):
    leaf = samples.sonic(samples.leaf())
    with pytest.raises(FabricError, match="SON-001"):
        files(replace(leaf, qos=replace(leaf.qos, headroom=())))


def test_pools_that_nobody_knows_are_refused(files):
    leaf = samples.sonic(samples.leaf())
    unknown = replace(leaf.qos.buffers, ingress_pool_bytes=None)
    with pytest.raises(FabricError, match="SON-002"):
        files(replace(leaf, qos=replace(leaf.qos, buffers=unknown)))


def test_a_chip_that_takes_no_priority_group_map_gets_none(tables):
    assert "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP" not in tables(samples.sonic(samples.leaf()))
    assert "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP" in tables(dynamic(samples.leaf()))


def test_bfd_needs_the_daemon_that_one_switch_starts(tables):
    leaf = samples.sonic(samples.leaf())
    without = replace(leaf, bgp=replace(leaf.bgp, bfd=None))
    key = "frr_mgmt_framework_config"
    assert tables(leaf)["DEVICE_METADATA"]["localhost"][key] == "true"
    assert key not in tables(without)["DEVICE_METADATA"]["localhost"]


@pytest.mark.parametrize(
    ("role", "release", "told", "plain"),
    [
        (Role.LEAF, "202405", "BackEndToRRouter", "ToRRouter"),
        (Role.SPINE, "202405", "BackEndLeafRouter", "LeafRouter"),
        (Role.CORE, "202505", "SpineRouter", "SpineRouter"),
        (Role.CORE, "202511", "BackEndSpineRouter", "SpineRouter"),
    ],
)
def test_a_back_end_is_what_carries_rdma(role, release, told, plain, tables):
    switch = replace(samples.sonic(samples.spine()), role=role, release=release)
    peers = {row["type"] for row in tables(switch)["DEVICE_NEIGHBOR_METADATA"].values()}
    assert tables(switch)["DEVICE_METADATA"]["localhost"]["type"] == told
    assert peers == {"BackEndToRRouter"}
    front = tables(replace(switch, qos=None))
    assert front["DEVICE_METADATA"]["localhost"]["type"] == plain
    assert {row["type"] for row in front["DEVICE_NEIGHBOR_METADATA"].values()} == {"ToRRouter"}


def test_nvidia_sizes_buffers_itself_also_without_classes(tables):
    made = tables(replace(dynamic(samples.leaf()), qos=None))
    assert made["DEVICE_METADATA"]["localhost"]["buffer_model"] == "dynamic"


def test_a_lossy_queue_of_nvidia_reserves_nothing(tables):
    made = tables(dynamic(samples.leaf()))
    assert made["BUFFER_QUEUE"]["Ethernet0|0-2"] == {"profile": "q_lossy_profile"}
    assert made["BUFFER_PROFILE"]["q_lossy_profile"]["size"] == "0"


def test_a_lossy_queue_has_what_its_hwsku_gives_it(tables):
    leaf = samples.sonic(samples.leaf())
    buffers = replace(leaf.qos.buffers, lossy_threshold=-4, lossy_reserved_bytes=1778)
    profile = tables(replace(leaf, qos=replace(leaf.qos, buffers=buffers)))["BUFFER_PROFILE"][
        "egress_lossy_profile"
    ]
    assert profile == {"pool": "egress_lossless_pool", "size": "1778", "dynamic_th": "-4"}


def test_a_project_adds_a_field_by_one_block(tmp_path):
    (tmp_path / "templates/sonic").mkdir(parents=True)
    (tmp_path / "templates/sonic/config_db.j2").write_text(
        '{% extends "builtin/sonic/config_db.j2" %}\n'
        '{% block hash %}{{ super() }}{"SWITCH_HASH": {"GLOBAL": {"ecmp_hash_algorithm": "CRC"}}}'
        "{% endblock %}\n"
    )
    found = render(PLATFORM, samples.sonic(samples.leaf()), environment(Folder(tmp_path)))[0].text
    row = json.loads(found)["SWITCH_HASH"]["GLOBAL"]
    assert row["ecmp_hash_algorithm"] == "CRC"
    assert len(row["ecmp_hash"]) == 5
