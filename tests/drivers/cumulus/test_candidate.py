"""The way back to a stored configuration, judged by merging it as the lab's NVUE does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.drivers.cumulus.candidate import returning, shown
from fabric.lab.cumulus.tree import merged

PORTS = st.dictionaries(
    st.sampled_from(["swp1", "swp2", "swp3"]),
    st.fixed_dictionaries(
        {"type": st.just("swp")},
        optional={"description": st.sampled_from(["1", "a b"]), "link": st.just({"mtu": 9000})},
    ),
    min_size=1,
)
TREES = st.builds(lambda ports: {"interface": ports, "system": {"hostname": "x"}}, PORTS)


@given(TREES, TREES)
def test_whatever_runs_the_base_comes_back_with_its_types(running, base):
    unset, wanted = returning(running, base)
    assert merged(merged(running, unset), wanted) == base


def test_ports_that_the_device_folded_are_taken_one_by_one():
    unset, wanted = returning(
        {"interface": {"swp1-2": {"link": {"mtu": 1}}}}, {"interface": {"swp1": {"link": {"mtu": 1}}}}
    )
    assert (unset, wanted) == ({"interface": {"swp2": None}}, {})


@pytest.mark.parametrize("base", [{"hashed-password": "$nvsec$1"}, {}])
def test_a_secret_of_an_account_that_stays_is_left_alone(base):
    running = {"system": {"aaa": {"user": {"a": {"role": "x", "hashed-password": "$nvsec$2"}}}}}
    then = {"system": {"aaa": {"user": {"a": {"role": "x", **base}}}}}
    assert returning(running, then) == ({}, {})


def test_an_account_that_goes_takes_its_secret_along():
    running = {"system": {"aaa": {"user": {"a": {"hashed-password": "y"}, "b": {"role": "x"}}}}}
    then = {"system": {"aaa": {"user": {"b": {"role": "x"}}}}}
    assert returning(running, then)[0] == {"system": {"aaa": {"user": {"a": None}}}}


def test_the_two_sides_of_a_diff_are_lines():
    assert shown({"a": {"b": 1, "c": None}}, {"a": {"c": {}}}) == "- a b: 1\n+ a c\n"
