"""What is offered instead of the present parts works, and moves no port."""

from __future__ import annotations

import pytest
from cases.repositories import base_with, compiled, shipped

from fabric.analysis.alternatives import alternatives

NOW = {
    "host-leaf": "host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc",
    "leaf-spine": "both: 800G-2xDR4, fibre: os2-mpo12-apc",
}


def of_base():
    return {one.made.kind: one for one in alternatives(compiled(base_with()).designs["backend"])}


OPTIONS = [(kind, option) for kind, one in of_base().items() for option in one.options]


def ports(fabric):
    return [(link.a, link.b) for link in fabric.links]


@pytest.mark.parametrize(("kind", "option"), OPTIONS, ids=lambda found: getattr(found, "name", found))
def test_what_is_offered_works_and_moves_no_port(kind, option):
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
