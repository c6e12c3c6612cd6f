"""What EOS says of queues, marking, the watchdog and buffers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from platforms import samples

from fabric.core.diagnostic import FabricError
from fabric.device import Watchdog
from fabric.platforms.eos.words_qos import share, words


def with_qos(**changes):
    leaf = samples.leaf()
    return replace(leaf, qos=replace(leaf.qos, **changes))


def test_the_dscp_map_is_total():
    found = [int(code) for codes, _ in words(samples.leaf())["dscp_map"] for code in codes.split()]
    assert sorted(found) == list(range(64))


@pytest.mark.parametrize("detect", [100, 250, 400])
@pytest.mark.parametrize("restore", [100, 400])
def test_the_watchdog_polls_at_most_at_half_the_shorter_time(detect, restore):
    timeout, recovery, polling, _ = words(with_qos(watchdog=Watchdog(detect, restore, 1000, "drop")))[
        "watchdog"
    ]
    assert float(polling) <= min(float(timeout), float(recovery)) / 2


def test_a_watchdog_that_only_tells_is_notify_only():
    assert words(with_qos(watchdog=Watchdog(400, 400, 200, "alert")))["watchdog"][3] == "notify-only"


def test_queues_of_a_voq_chip_have_their_own_word_and_no_mmu_profile():
    said = words(replace(samples.leaf(), **samples.of_model("arista-7800r3a-36d2-lc"), interfaces=()))
    assert (said["queue_word"], said["mmu"]) == ("tx-queue", ())


def test_a_switch_has_a_profile_for_every_speed_of_its_ports():
    leaf = samples.leaf()
    fast = replace(leaf.interfaces[0], speed_gbps=800)
    said = words(replace(leaf, interfaces=(fast, *leaf.interfaces[1:])))
    assert [name for name, _, _ in said["profiles"]] == ["FABRIC-400G", "FABRIC-800G"]


def test_marking_differs_by_speed_and_only_where_the_class_has_it():
    (_, _, queues), *_ = words(samples.leaf())["profiles"]
    assert [bool(queue.ecn) for queue in queues] == [False, True, False]


def test_the_deepest_headroom_rules_the_one_mmu_profile():
    qos = samples.leaf().qos
    deeper = replace(qos.headroom[0], xoff_bytes=999_999)
    assert words(with_qos(headroom=(*qos.headroom, deeper)))["mmu"].headroom == 999_999


def test_buffers_that_the_device_computes_are_left_to_it():
    qos = samples.leaf().qos
    assert words(with_qos(buffers=replace(qos.buffers, computed_by_device=True)))["mmu"] == ()


@pytest.mark.parametrize(("exponent", "word"), [(0, "1"), (3, "8"), (-1, "1/2"), (-7, "1/128")])
def test_a_share_of_the_pool_is_a_power_of_two(exponent, word):
    assert share(exponent) == word


@pytest.mark.parametrize("exponent", [-8, 4])
def test_a_share_that_eos_has_no_word_for_is_refused(exponent):
    with pytest.raises(FabricError, match="EOS-003"):
        share(exponent)


def test_an_action_that_eos_has_no_word_for_is_refused():
    with pytest.raises(FabricError, match="EOS-002"):
        words(with_qos(watchdog=Watchdog(400, 400, 200, "forward")))


def test_a_size_that_counts_the_headroom_in_is_not_reserved_again():
    row = samples.leaf().qos.headroom[0]
    whole = replace(row, size_bytes=row.xoff_bytes)
    assert words(with_qos(headroom=(row,)))["mmu"].reserved == row.size_bytes
    assert words(with_qos(headroom=(whole,)))["mmu"].reserved == 0
