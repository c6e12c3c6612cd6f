"""Packets that are cut short instead of dropped: what SONiC's tables say, and what is read back from them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from judges import yang
from platforms import samples
from platforms.sonic.test_words import dynamic

from fabric.device import Trimming
from fabric.device.hop import NOWHERE, Trim, meant
from fabric.platforms.sonic import PLATFORM
from fabric.render import environment, render

TRIMMING = Trimming((0,), 128, 48, 6)


def cut(config, trimming=TRIMMING):
    return replace(config, qos=replace(config.qos, trimming=trimming))


def written(config):
    return {artifact.name: artifact.text for artifact in render(PLATFORM, config, environment())}


def tables(config):
    return json.loads(written(config)["config_db.json"])


def trims(artifacts):
    return {port.treatment.trims for port in PLATFORM.hop(artifacts).ports.values() if port.treatment}


@pytest.mark.parametrize(
    ("kind", "lossy"),
    [
        (samples.sonic, {"pool": "egress_lossless_pool", "size": "0", "dynamic_th": "0"}),
        (dynamic, {"pool": "egress_lossy_pool", "size": "0", "dynamic_th": "3"}),
    ],
)
def test_queues_of_trimmed_classes_have_a_profile_of_their_own(kind, lossy):
    made = tables(cut(kind(samples.leaf())))
    assert made["SWITCH_TRIMMING"] == {"GLOBAL": {"size": "128", "dscp_value": "48", "queue_index": "6"}}
    assert made["BUFFER_PROFILE"]["q_lossy_trim_profile"] == lossy | {"packet_discard_action": "trim"}
    queues = {
        key: row["profile"] for key, row in made["BUFFER_QUEUE"].items() if key.startswith("Ethernet0|")
    }
    plain = "q_lossy_profile" if kind is dynamic else "egress_lossy_profile"
    assert queues == {
        "Ethernet0|0": "q_lossy_trim_profile",
        "Ethernet0|1-2": plain,
        "Ethernet0|3": "egress_lossless_profile",
        "Ethernet0|4-7": plain,
    }


def test_no_list_of_a_port_holds_the_profile_that_cuts():
    made = tables(cut(dynamic(samples.leaf())))
    lists = (made["BUFFER_PORT_EGRESS_PROFILE_LIST"], made["BUFFER_PORT_INGRESS_PROFILE_LIST"])
    assert not [row for rows in lists for row in rows.values() if "trim" in row["profile_list"]]


@pytest.mark.parametrize(
    "other",
    [
        replace(TRIMMING, numbers=(0, 1)),
        replace(TRIMMING, size_bytes=256),
        replace(TRIMMING, dscp=50),
        replace(TRIMMING, queue=5),
    ],
)
def test_another_value_changes_the_tables(other):
    leaf = samples.sonic(samples.leaf())
    assert tables(cut(leaf, other)) != tables(cut(leaf))


@pytest.mark.parametrize("kind", [samples.sonic, dynamic])
def test_what_is_cut_is_read_back_as_it_is_meant(kind):
    config = cut(kind(samples.leaf()))
    assert trims(written(config)) == {meant(config.qos, 400).trims} == {((0, Trim(128, 48, 6)),)}
    assert trims(written(kind(samples.leaf()))) == {()}


def test_a_queue_that_the_switch_looks_up_is_nowhere():
    files = written(cut(samples.sonic(samples.leaf())))
    files["config_db.json"] = files["config_db.json"].replace(
        '"queue_index": "6"', '"queue_index": "dynamic"'
    )
    assert trims(files) == {((0, Trim(128, 48, NOWHERE)),)}


def test_the_end_of_trimming_moves_queues_before_the_profile_goes():
    leaf = samples.sonic(samples.leaf())
    way = PLATFORM.patch(PLATFORM.parse(written(cut(leaf))), PLATFORM.parse(written(leaf)))
    queues, load, gone = (json.loads(step.body) for step in way.steps)
    # First: a row that goes takes the profile of all its queues, of overlapping rows of others too.
    assert {table for table, *_ in queues} == {"BUFFER_QUEUE"}
    assert {key for _, key, _ in queues} >= {"Ethernet0|0", "Ethernet0|1-2"}
    assert load["BUFFER_QUEUE"]["Ethernet0|0-2"] == {"profile": "egress_lossy_profile"}
    assert [tuple(one[:2]) for one in gone] == [
        ("BUFFER_PROFILE", "q_lossy_trim_profile"),
        ("SWITCH_TRIMMING", "GLOBAL"),
    ]


@pytest.mark.judge("yang")
@pytest.mark.parametrize("release", ["202505", "202511", "202605", "master"])
@pytest.mark.parametrize("kind", [samples.sonic, dynamic])
def test_the_models_of_the_release_accept_trimming(kind, release, shared):
    assert shared.exists()
    config = replace(kind(cut(samples.leaf())), release=release)
    assert yang.judge(written(config)["config_db.json"], release) == ()


@pytest.mark.judge("yang")
@pytest.mark.parametrize("release", ["202405", "202411"])
def test_models_of_before_do_not_know_trimming(release, shared):
    assert shared.exists()
    config = replace(samples.sonic(cut(samples.leaf())), release=release)
    assert {
        found.where.partition("|")[0] for found in yang.judge(written(config)["config_db.json"], release)
    } == {
        "BUFFER_PROFILE",
        "SWITCH_TRIMMING",
    }
