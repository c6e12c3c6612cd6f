"""A rehearsal routes the small subnet and tells what is wrong with its files or its cabling."""

from __future__ import annotations

from dataclasses import replace

import pytest
from judges.subnets import small_artifacts, small_subnet

from fabric.twin.netlist import netlist
from fabric.twin.opensm_rehearsal import rehearse

pytestmark = pytest.mark.judge("opensm")


def codes(rehearsal):
    return [found.code for found in rehearsal.diagnostics]


def test_the_intended_subnet_is_routed_with_the_substitute_engine():
    rehearsal = rehearse(small_subnet(), small_artifacts())
    assert rehearsal.diagnostics == ()
    assert (rehearsal.engine, rehearsal.cables) == ("updn", 24)


def test_swapped_cables_are_named_on_both_sides():
    config = small_subnet()
    (host1, p1, leaf, one), (host2, p2, _, two), *rest = config.links
    swapped = replace(config, links=((host1, p1, leaf, two), (host2, p2, leaf, one), *rest))
    rehearsal = rehearse(config, small_artifacts(), netlist(swapped))
    assert [found.summary for found in rehearsal.diagnostics] == [
        "2 cables intended and not found: host1[1] - leaf1[1], host2[1] - leaf1[2]",
        "2 cables found and not intended: host1[1] - leaf1[2], host2[1] - leaf1[1]",
    ]


def test_an_engine_that_nobody_has_is_reported_as_a_silent_fallback():
    artifacts = small_artifacts()
    artifacts["opensm.conf"] = artifacts["opensm.conf"].replace("ar_updn", "ar_unheard_of")
    rehearsal = rehearse(small_subnet(), artifacts)
    assert [found.summary for found in rehearsal.diagnostics] == [
        "OpenSM fell back from `ar_unheard_of` to `minhop`"
    ]


def test_a_sweep_that_never_ends_is_killed_and_reported():
    artifacts = small_artifacts()
    artifacts["opensm.conf"] = artifacts["opensm.conf"].replace("ar_updn", "torus-2QoS,no_fallback")
    assert "TWN-003" in codes(rehearse(small_subnet(), artifacts, seconds=3))


def test_a_member_left_out_of_its_partition_is_found_on_the_port():
    artifacts = small_artifacts()
    artifacts["partitions.conf"] = artifacts["partitions.conf"].replace(", 0x0000000000003001", "")
    assert [found.summary for found in rehearse(small_subnet(), artifacts).diagnostics] == [
        "port 0x0000000000003001 does not hold 0x8001 of partition `tenant1`"
    ]
