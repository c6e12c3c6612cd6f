"""Classes, marking and watchdog: what the intent says, by port speed and with the arithmetic shown."""

from __future__ import annotations

from math import ceil

import pytest
from cases.designs import LEAF, units
from hypothesis import given, settings
from hypothesis import strategies as st

from fabric.catalog import load_catalog


def qos(*changes, name="pod1-leaf1"):
    return units(*changes)[name].qos


def test_classes_come_by_number():
    assert [(c.number, c.name) for c in qos().classes] == [(0, "default"), (3, "roce"), (6, "cnp")]


def test_the_map_of_code_points_is_total():
    found = qos().dscp_to_class
    assert len(found) == 64
    assert {point for point, number in enumerate(found) if number == 3} == set(range(24, 32))
    assert found[48] == 6
    assert found.count(0) == 64 - 9


def test_the_rest_is_what_no_other_class_names():
    rest = next(c for c in qos().classes if c.name == "default")
    assert set(rest.dscp) == set(range(64)) - set(range(24, 32)) - {48}


@settings(max_examples=25)
@given(st.permutations(range(64)), st.integers(1, 62))
def test_any_partition_of_the_code_points_is_carried_to_the_map(points, cut):
    first, second = sorted(points[:cut]), sorted(points[cut:])
    found = qos(
        ("dscp: [48]", f"dscp: {second[:1]}"), ("dscp: rest", f"dscp: {second[1:]}"), ("[24-31]", str(first))
    )
    assert [p for p, number in enumerate(found.dscp_to_class) if number == 3] == first


def test_scheduling_is_as_written():
    assert {c.name: (c.strict, c.bandwidth_pct, c.lossless) for c in qos().classes} == {
        "roce": (False, 80, True),
        "cnp": (True, None, False),
        "default": (False, 20, False),
    }
    assert qos().lossless == (3,)


def marks(*changes):
    return next(c for c in qos(*changes).classes if c.name == "roce").ecn


def at_speeds(host, spine):
    return (
        ("model: connectx-7", "model: thor-ultra"),
        (
            "host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m",
            f"length: 10 m, speed: {host}G",
        ),
        ("both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m", f"length: 30 m, speed: {spine}G"),
    )


# The rule of the catalog: a share of the bandwidth-delay product above a floor; full marking at a multiple.
@pytest.mark.parametrize("speed", [200, 400, 800])
def test_automatic_marking_is_a_share_of_the_bandwidth_delay_product(speed):
    rule = load_catalog().ecn_rule
    found = marks(*at_speeds(speed, speed))[speed]
    delay_product = speed * 1e9 / 8 * rule.round_trip_us * 1e-6
    assert found.min_bytes == max(ceil(round(delay_product * rule.min_share_of_bdp, 6)), rule.floor_bytes)
    assert found.max_bytes == found.min_bytes * rule.max_over_min
    assert f"= {found.min_bytes} B" in found.origins["min_bytes"].arithmetic
    assert f"{speed} Gb/s" in found.origins["min_bytes"].arithmetic


def test_a_switch_with_two_speeds_marks_the_faster_one_later():
    found = marks(*at_speeds(400, 800))
    assert set(found) == {400, 800}
    assert found[800].min_bytes > found[400].min_bytes


def test_marking_by_hand_is_as_written():
    marks = next(
        c for c in qos(("ecn: auto", "ecn: {min: 150 KiB, max: 1.5 MB, probability: 10 %}")).classes if c.ecn
    ).ecn[400]
    assert (marks.min_bytes, marks.max_bytes, marks.probability_pct) == (153_600, 1_500_000, 10)


def test_classes_without_marking_have_no_thresholds():
    assert [c.name for c in qos().classes if c.ecn] == ["roce"]


@pytest.mark.parametrize(
    ("detect", "restore", "poll"),
    [
        ("400 ms", "400 ms", 200),
        ("400 ms", "300 ms", 150),
        ("200 ms", "10 s", 100),
        ("150 ms", "150 ms", 100),
        ("100 ms", "100 ms", 100),
        ("5 s", "5 s", 1000),
        ("201 ms", "1 min", 100),
    ],
)
def test_the_watchdog_looks_twice_within_the_shorter_time_and_within_the_range_of_every_platform(
    detect, restore, poll
):
    watchdog = qos(("detect: 400 ms", f"detect: {detect}, restore: {restore}")).watchdog
    assert watchdog.poll_ms == poll
    assert watchdog.poll_ms <= min(watchdog.detect_ms, watchdog.restore_ms)


def test_the_watchdog_does_what_is_written():
    found = qos(("action: drop", "action: forward")).watchdog
    assert (found.detect_ms, found.restore_ms, found.action) == (400, 400, "forward")


def test_a_storm_is_over_after_as_long_as_it_took_to_see_unless_written():
    assert qos(("detect: 400 ms", "detect: 300 ms")).watchdog.restore_ms == 300


def test_without_a_watchdog_there_is_none():
    assert qos(("  pfc: {watchdog: {detect: 400 ms, action: drop}}\n", "")).watchdog is None


def test_every_hop_has_the_same_classes():
    found = units((LEAF, LEAF.replace("5.16", "5.15")))
    switches = [found[name].qos for name in ("pod1-leaf1", "pod1-leaf2", "spine1", "spine2")]
    hosts = [found[name].on("backend").qos for name in ("pod1-host1", "pod1-host2")]
    assert len({one.dscp_to_class for one in (*switches, *hosts)}) == 1
    assert (
        len(
            {
                tuple((c.name, c.number, c.lossless, c.strict, c.bandwidth_pct) for c in one.classes)
                for one in (*switches, *hosts)
            }
        )
        == 1
    )
