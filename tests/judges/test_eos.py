"""The judge of eos.cfg accepts what pyavd prints and tells spelling, order and values from right ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from judges import eos

pytestmark = pytest.mark.judge("eos")

LEAF = (Path(__file__).parent / "samples/eos-leaf.cfg").read_text()


def whys(text):
    return [finding.why for finding in eos.findings(text)]


def test_a_leaf_is_accepted_line_by_line():
    assert eos.judge(LEAF) == ()


def test_lines_out_of_order_are_refused():
    swapped = LEAF.replace(
        "   ipv6 enable\n   service-profile ROCE\n", "   service-profile ROCE\n   ipv6 enable\n"
    )
    assert whys(swapped) == [
        "we print [], pyavd prints ['  ipv6 enable']",
        "we print ['  ipv6 enable'], pyavd prints []",
    ]


def test_a_value_outside_its_range_is_refused_by_the_schema():
    assert whys(LEAF.replace("multiplier 3 default", "multiplier 99 default")) != []


def test_a_line_that_pyavd_does_not_model_must_be_listed():
    strange = LEAF.replace("   service-profile ROCE\n", "   phy link trainingg\n   service-profile ROCE\n", 1)
    assert whys(strange) == ["pyavd's model has no place for `phy link trainingg`"]


def test_listed_lines_are_bounded():
    many = LEAF.replace(
        "   service-profile ROCE\n", "   phy link training\n" * 9 + "   service-profile ROCE\n", 1
    )
    assert whys(many) == [f"9 of {len(list(eos.flat(eos.blocks(many))))} lines are exceptions"]
