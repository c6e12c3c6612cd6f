"""Packets that are cut short instead of dropped: what NVUE is told, and what is read back from it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from judges.nvue import judge
from platforms.cumulus.switches import fabric_port, switch

from fabric.core.diagnostic import FabricError
from fabric.core.tree import Edit
from fabric.device import Trimming
from fabric.device.hop import NOWHERE, Trim, meant
from fabric.platforms.block_yaml import read
from fabric.platforms.cumulus import PLATFORM
from fabric.platforms.form import ChangeClass
from fabric.render import environment, render
from fabric.topology import Port, Role

CUT = Trimming((0, 1), 528, 48, 6)


def trimmer(release="5.16", trimming=CUT, ports=(0, 1), **changes):
    cabled = tuple(fabric_port(number, 2, f"leaf{number}", Role.LEAF) for number in ports)
    made = switch("spine1", Role.SPINE, cabled, release, **changes)
    return replace(made, qos=replace(made.qos, trimming=trimming))


def written(config):
    return {artifact.name: artifact.text for artifact in render(PLATFORM, config, environment())}


def said(config):
    return read(written(config)["startup.yaml"])[1]["set"]


@pytest.mark.parametrize("release", ["5.14", "5.16", "5.18"])
def test_the_schema_of_each_release_takes_what_is_written(release):
    config = trimmer(release)
    made = said(config)
    assert made["system"]["forwarding"]["packet-trim"] == {
        "state": "enabled",
        "size": 528,
        "switch-priority": 6,
        "remark": {"dscp": 48},
    }
    for port in ("swp1s0", "swp1s1"):
        eligible = made["interface"][port]["packet-trim"]["egress-eligibility"]["traffic-class"]
        assert eligible == {"0": {}, "1": {}}
    assert "packet-trim" not in made["interface"]["swp1"]
    assert judge(written(config)["startup.yaml"], release) == ()


def test_what_is_written_is_read_back():
    config = trimmer()
    read_back = {port.treatment.trims for port in PLATFORM.hop(written(config)).ports.values()}
    assert read_back == {meant(config.qos, 400).trims} == {((0, Trim(528, 48, 6)), (1, Trim(528, 48, 6)))}


@pytest.mark.parametrize(
    ("line", "instead", "found"),
    [
        ("state: enabled\n          switch-priority: 6", "state: disabled\n          switch-priority: 6", ()),
        ("dscp: 48", "dscp: port-level", ((0, Trim(528, NOWHERE, 6)), (1, Trim(528, NOWHERE, 6)))),
        ("size: 528", "size: 256", ((0, Trim(256, 48, 6)), (1, Trim(256, 48, 6)))),
    ],
)
def test_a_switch_that_trims_otherwise_is_seen(line, instead, found):
    artifacts = written(trimmer())
    text = artifacts["startup.yaml"]
    assert line in text
    artifacts["startup.yaml"] = text.replace(line, instead)
    assert {port.treatment.trims for port in PLATFORM.hop(artifacts).ports.values()} == {found}


@pytest.mark.parametrize("size", [128, 254, 258, 1028])
def test_what_nvue_cannot_leave_is_refused(size):
    with pytest.raises(FabricError, match="256 to 1024 bytes of a packet, in steps of 4") as refused:
        written(trimmer(trimming=replace(CUT, size_bytes=size)))
    assert refused.value.diagnostics[0].code == "CUM-004"


def test_the_port_that_leads_trimmed_packets_is_not_cabled():
    config = trimmer()
    last = replace(config.interfaces[0], port=Port(65, 1, 1), speed_gbps=25)
    with pytest.raises(FabricError, match="through `swp65`, which is cabled"):
        written(replace(config, interfaces=(*config.interfaces, last)))


@pytest.mark.parametrize(("release", "kept"), [("5.16", False), ("5.18", True)])
def test_drops_of_full_buffers_are_not_kept_beside_it_before_5_18(release, kept):
    config = trimmer(release)
    config = replace(config, telemetry=replace(config.telemetry, drop_reasons=True))
    assert ("buffer" in said(config)["system"]["wjh"]["channel"]["forwarding"]["trigger"]) is kept
    untrimmed = replace(config, qos=replace(config.qos, trimming=None))
    assert "buffer" in said(untrimmed)["system"]["wjh"]["channel"]["forwarding"]["trigger"]


def test_it_belongs_to_qos_and_is_taken_for_a_change_of_buffers():
    for path in (
        ("system", "forwarding", "packet-trim", "state"),
        ("interface", "swp1s0", "packet-trim", "egress-eligibility", "traffic-class", "0"),
    ):
        assert PLATFORM.feature(path) == "qos"
        assert PLATFORM.classify(Edit(path, None, "enabled")) is ChangeClass.BUFFER_REPROGRAM
