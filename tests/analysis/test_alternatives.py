"""What is offered instead of the present parts works, and moves no port."""

from __future__ import annotations

import pytest
from cases.repositories import base_with, compiled, shipped

from fabric.analysis.alternatives import alternatives

NOW = {
    "host-leaf": "host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc",
    "leaf-spine": "both: 800G-2xDR4, fibre: os2-mpo12-apc",
}


OFFERED = {
    "host-leaf": (
        "400G-SR4 to 800G-2xSR4 over om4-mpo12-apc",
        "400G-VR4 to 800G-2xSR4 over om4-mpo12-apc",
        "400G-DR4 to 800G-DR8 over os2-mpo16-2xmpo12-apc",
        "400G-DR4 to 800G-DR8-2 over os2-mpo16-2xmpo12-apc",
        "400G-FR4 to 800G-2xFR4 over os2-lc",
        "400G-DR4-2 to 800G-DR8 over os2-mpo16-2xmpo12-apc",
        "400G-DR4-2 to 800G-DR8-2 over os2-mpo16-2xmpo12-apc",
        "400G-DR4-2 to 800G-2xDR4 over os2-mpo12-apc",
        "400G-FR4 to 800G-2xFR4-LITE over os2-lc",
    ),
    "leaf-spine": (
        "800G-2xSR4 over om4-mpo12-apc",
        "800G-2xDR4 to 800G-DR8 over os2-mpo16-2xmpo12-apc",
        "800G-2xFR4 over os2-lc",
        "800G-2xDR4 to 800G-DR8-2 over os2-mpo16-2xmpo12-apc",
        "800G-2xLR4 over os2-lc",
        "800G-AOC",
        "800G-2xFR4-LITE over os2-lc",
        "800G-2xFR4 to 800G-2xFR4-LITE over os2-lc",
        "800G-2xFR4-LITE to 800G-2xFR4 over os2-lc",
    ),
}
"""Every offer, so that nothing is built while tests are collected."""


def of_base():
    return {one.made.kind: one for one in alternatives(compiled(base_with()).designs["backend"])}


def test_what_is_offered_is_what_is_tried_here():
    assert {kind: tuple(option.name for option in one.options) for kind, one in of_base().items()} == OFFERED


def ports(fabric):
    return [(link.a, link.b) for link in fabric.links]


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, names in OFFERED.items() for name in names]
)
def test_what_is_offered_works_and_moves_no_port(kind, name):
    (option,) = (option for option in of_base()[kind].options if option.name == name)
    parts = f"host: {option.lower}, switch: {option.upper}" + (option.fibre and f", fibre: {option.fibre}")
    before = compiled(base_with()).designs["backend"].fabric
    speed = ", speed: 400G" if not option.fibre else ""
    after = compiled(base_with((NOW[kind], parts + speed)))
    assert ports(after.designs["backend"].fabric) == ports(before)
    assert [one for one in after.diagnostics if one.code.startswith("OPT")] == []


def test_the_present_parts_are_no_alternative():
    for one in of_base().values():
        assert one.made[2:] not in {(option.lower, option.upper, option.fibre) for option in one.options}


def test_a_module_that_serves_one_port_is_none_where_two_share_a_cage():
    found = of_base()["leaf-spine"]
    assert found.options
    assert not [one for one in found.options if "400G-DR4" in {one.lower, one.upper}]


def test_links_of_two_speeds_have_their_own():
    found = alternatives(shipped("mixed-400-800").designs["backend"])
    assert {(one.made.kind, one.made.speed_gbps, one.links) for one in found} == {
        (kind, speed, 16) for kind in NOW for speed in (400, 800)
    }
