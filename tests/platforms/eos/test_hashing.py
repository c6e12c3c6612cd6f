"""Hashing on RoCE's queue pair: bytes that each family of ASICs counts from a place of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from judges import eos, tally
from platforms import samples

from fabric.catalog import load_catalog
from fabric.core.tree import diff
from fabric.platforms.eos import PLATFORM
from fabric.platforms.eos.parse import text_to_tree
from fabric.platforms.eos.patch import session_lines
from fabric.platforms.form import ChangeClass
from fabric.render import environment, render

FIVE = ("src-ip", "dst-ip", "protocol", "src-port", "dst-port")
HEADER = "port-channel load-balance trident udf eth-type IPv4 ip-protocol udp header outer l4"
UDF = [f"{HEADER} offset {byte} mask 0xff" for byte in (13, 14, 15)]
SAND = [
    "load-balance policies",
    "   load-balance sand profile default",
    "      fields udp dst-port 4791",
    "         payload bytes 5-7",
]
TOMAHAWK, JERICHO = "TH5", "Jericho2C+"


def text(asic, *more):
    """The whole configuration of a leaf on an ASIC, with all who manage and watch it."""
    leaf = samples.watched(samples.leaf())
    ecmp = replace(leaf.ecmp, fields=(*FIVE, *more))
    return render(PLATFORM, replace(leaf, ecmp=ecmp, asic=load_catalog().asic(asic)), environment())[0].text


def hashing(found):
    lines = found.splitlines()
    return [line for line in lines if "load-balance" in line or "dst-port 4791" in line or "payload" in line]


@pytest.mark.judge("eos")
@pytest.mark.parametrize(("asic", "lines"), [(TOMAHAWK, UDF), (JERICHO, SAND)])
def test_a_family_hashes_the_bytes_of_the_queue_pair_in_its_own_words(asic, lines):
    assert hashing(text(asic, "dst-qp")) == lines
    assert hashing(text(asic)) == []
    assert eos.judge(text(asic, "dst-qp")) == ()
    tally.count("eos")


@pytest.mark.parametrize(("asic", "lines"), [(TOMAHAWK, UDF), (JERICHO, SAND)])
def test_hashing_comes_and_goes_by_lines_of_its_own_and_disturbs_nobody(asic, lines):
    without, having = text_to_tree(text(asic)), text_to_tree(text(asic, "dst-qp"))
    edits = diff(without, having)
    assert [line for line in session_lines(edits, without, having) if line.strip() != "exit"] == lines
    assert {PLATFORM.classify(edit) for edit in edits} <= {ChangeClass.ADDITIVE, ChangeClass.TUNING}
    gone = session_lines(diff(having, without), having, without)
    assert all(line.startswith("no ") for line in gone)
    assert {PLATFORM.feature(edit.path) for edit in edits} == {"routing"}


@pytest.mark.judge("eos")
def test_both_families_are_hashed_where_a_fabric_has_both():
    leaf = samples.leaf()
    config = replace(
        leaf,
        ecmp=replace(leaf.ecmp, fields=(*FIVE, "dst-qp")),
        bgp=replace(leaf.bgp, families=("ipv4", "ipv6")),
    )
    found = render(PLATFORM, config, environment())[0].text
    assert hashing(found) == [*UDF, *(line.replace("IPv4", "IPv6") for line in UDF)]
    assert eos.judge(found) == ()
    tally.count("eos")


@pytest.mark.parametrize("asic", [TOMAHAWK, JERICHO])
def test_what_is_hashed_is_read_back(asic):
    assert PLATFORM.hop({"eos.cfg": text(asic)}).hash_fields == frozenset(FIVE)
    assert PLATFORM.hop({"eos.cfg": text(asic, "dst-qp")}).hash_fields == frozenset((*FIVE, "dst-qp"))


def test_fields_that_somebody_else_chose_are_not_known():
    other = text(TOMAHAWK) + "ip load-sharing trident fields ip source-ip\n!\n"
    assert PLATFORM.hop({"eos.cfg": other}).hash_fields is None
