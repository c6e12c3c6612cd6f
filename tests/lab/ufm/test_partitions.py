"""Partitions with the traps of the real thing."""

from __future__ import annotations

import pytest

from fabric.lab.ufm.partitions import Partitions, RefusalError

A, B = "00000000000000aa", "00000000000000bb"
DATA = {"guids_data": "true"}


@pytest.fixture
def held():
    return Partitions({"0x10": {"name": "training", "members": {A: "full"}}}, "6.23.1")


def members(held, key="0x10"):
    return {one["guid"]: one["membership"] for one in held.one(key, DATA).get("guids", ())}


def test_two_queries_at_once_are_not_supported(held):
    with pytest.raises(RefusalError):
        held.listed({"guids_data": "true", "qos_conf": "true"})
    assert held.listed({})["0x10"] == "training"


def test_what_is_not_there_is_an_empty_object(held):
    assert held.one("0x77", DATA) == {}


def test_adding_passes_over_a_list_of_memberships_in_silence(held):
    held.add_members({"pkey": "0x10", "guids": [B], "memberships": ["limited"]})
    assert members(held) == {A: "full", B: "full"}
    with pytest.raises(RefusalError):
        held.add_members({"pkey": "0x10", "guids": [B], "membership": ["limited"]})


def test_setting_replaces_the_members_one_membership_each(held):
    held.set_members({"pkey": "0x010", "guids": [B], "memberships": ["limited"]})
    assert members(held) == {B: "limited"}


def test_a_partition_goes_with_its_last_member_but_an_empty_one_may_be_made(held):
    held.remove_members("0x10", [A, B])
    assert "0x10" not in held.by_key
    held.add_empty({"pkey": "0x20", "partition_name": "later"})
    assert held.by_key["0x20"].name == "later"


def test_older_releases_give_no_names():
    held = Partitions({}, "6.19.1")
    held.add_empty({"pkey": "0x20", "partition_name": "later"})
    assert held.by_key["0x20"].name == "api_pkey_0x20"


@pytest.mark.parametrize(
    "body",
    [
        {"pkey": "0x7fff"},
        {"pkey": "0x0"},
        {"pkey": "x"},
        {"pkey": "0x1", "guids": ["0xAA"]},
        {"pkey": "0x1", "guids": [A], "memberships": ["some"]},
    ],
)
def test_what_does_not_fit_is_refused(held, body):
    with pytest.raises(RefusalError):
        held.set_members(body)


def test_levels_are_limited(held):
    held.set_qos({"pkey": "0x10", "service_level": 3})
    assert held.one("0x10", {"qos_conf": "true"})["qos_conf"]["service_level"] == 3
    with pytest.raises(RefusalError):
        held.set_qos({"pkey": "0x10", "rate_limit": 3})


def test_the_default_partition_cannot_be_deleted(held):
    with pytest.raises(RefusalError):
        held.delete("0x7fff")
