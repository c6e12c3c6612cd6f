"""The intent's QoS in NVUE's words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from platforms.cumulus.switches import fabric_port, qos

from fabric.device import Watchdog
from fabric.platforms.cumulus.qos import DEFAULT_PROFILE, qos_words
from fabric.topology.model import Role

PORTS = tuple(fabric_port(number, 2, "leaf1", Role.LEAF) for number in range(3))


@given(st.lists(st.sampled_from([0, 3, 6]), min_size=64, max_size=64))
def test_every_code_point_reaches_the_queue_of_its_class(classes):
    words = qos_words(replace(qos(), dscp_to_class=tuple(classes)), PORTS)
    queues = dict(words.queues)
    assert [queues[priority] for _, priority in words.dscp] == classes
    assert len(queues) == 8


@given(st.integers(50, 10000), st.integers(1, 10000))
def test_a_storm_is_declared_no_sooner_than_asked(detect, poll):
    words = qos_words(replace(qos(), watchdog=Watchdog(detect, 400, poll, "drop")), PORTS)
    polling, polls = words.watchdog
    assert 100 <= polling <= 5000
    assert detect <= polling * polls < detect + polling


def test_the_fastest_ports_have_the_default_profile_however_many_they_are():
    uplink = replace(PORTS[0], speed_gbps=800)
    wanted = {400: "ports-400g", 800: DEFAULT_PROFILE}
    assert qos_words(qos(), (*PORTS, uplink)).ecn_profile_of == wanted
    assert qos_words(qos(), (*PORTS[:1], uplink)).ecn_profile_of == wanted


def test_without_a_lossless_class_there_is_no_watchdog():
    classes = tuple(replace(traffic, lossless=False) for traffic in qos().classes)
    words = qos_words(replace(qos(), classes=classes), PORTS)
    assert (words.watchdog, words.lossless, words.lossy_profile) == (None, (), "")


@pytest.mark.parametrize(("length", "expected"), [(0.5, 1), (10.0, 10), (10.1, 11), (0.0, 1)])
def test_the_cable_is_rounded_up(length, expected):
    assert qos_words(qos(), (fabric_port(0, 2, "leaf1", Role.LEAF, cable_m=length),)).cable_m == expected
