"""What OpenSM's engine for a torus is told, and that it finds the torus with it."""

from __future__ import annotations

import pytest
from cases.designs import of
from cases.webs import torus_repository

from fabric.device import ServiceLevel
from fabric.platforms.ufm import PLATFORM
from fabric.platforms.ufm.torus import torus_words
from fabric.render import environment, render
from fabric.twin.opensm_rehearsal import rehearse

ENVIRONMENT = environment()


def manager(size, **options):
    return of(torus_repository(size, **options))["ufm1"]


def artifacts(config):
    return {artifact.name: artifact.text for artifact in render(PLATFORM, config, ENVIRONMENT)}


@pytest.mark.parametrize("name", ["opensm.conf", "torus-2QoS.conf"])
def test_the_golden_files(golden, name):
    golden(f"artifacts/ufm/torus/{name}", artifacts(manager((4, 4)))[name])


# Rings of four need both directions in a seed; a dimension of two is open, and so is all without `wrap`.
@pytest.mark.judge("opensm")
@pytest.mark.parametrize(("size", "wrap"), [((3, 2, 4), True), ((4, 3), False)])
def test_opensm_finds_the_torus(size, wrap):
    config = manager(size, wrap=wrap)
    said = rehearse(config, artifacts(config))
    assert (said.engine, said.diagnostics) == ("torus-2QoS", ())


@pytest.mark.judge("opensm")
def test_opensm_finds_the_torus_from_its_second_seed():
    config = manager((4, 4))
    made = artifacts(config)
    head, _, second = made["torus-2QoS.conf"].partition("next_seed\n")
    alone = "".join(f"{line}\n" for line in head.splitlines() if "_link" not in line) + second
    assert rehearse(config, {**made, "torus-2QoS.conf": alone}).diagnostics == ()


@pytest.mark.judge("opensm")
def test_opensm_refuses_a_torus_of_another_size():
    config = manager((3, 3))
    made = artifacts(config)
    wrong = made["torus-2QoS.conf"].replace("torus 3 3 1", "torus 4 3 1")
    said = rehearse(config, {**made, "torus-2QoS.conf": wrong}, seconds=5.0)
    assert {"TWN-002", "TWN-003"} <= {found.code for found in said.diagnostics}


def words(*levels):
    return torus_words(manager((3, 3)).torus, levels, str)


def test_both_levels_of_quality_are_served_alike_where_the_intent_says_nothing():
    assert (words().ends_low, words().ends_high) == ("0:64,1:64", "0:0")
    assert words().between_low == ",".join(f"{lane}:64" for lane in range(8))


def test_a_level_has_four_lanes_between_switches_and_one_at_hosts():
    found = words(
        ServiceLevel(0, "bulk", 0, 32, strict=False), ServiceLevel(8, "control", 1, 16, strict=True)
    )
    assert (found.ends_low, found.ends_high) == ("0:32", "1:16")
    assert (found.between_low, found.between_high) == ("0:32,1:32,2:32,3:32", "4:16,5:16,6:16,7:16")
    assert found.high_limit == 255


def test_many_hosts_on_a_switch_have_room_in_its_group_of_ports():
    assert "portgroup_max_ports 16" in words().lines


def test_other_shapes_have_no_file_of_a_torus():
    assert torus_words(None, (), str) is None
