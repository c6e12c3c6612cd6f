"""Every value of a unit has a name and an origin that is not empty."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

from fabric.device import UNMANAGED, Origin, Secret, build
from fabric.topology import near_end
from fabric.views.reasons import RULES
from fabric.views.values import of_port, of_unit, plain


def one_of_each(made):
    """A device of each role and platform, with its design and configuration."""
    kinds = {}
    for design in made.designs.values():
        for device in design.fabric.devices.values():
            kinds.setdefault((design.fabric.name, device.role, device.platform), (design, device))
    for design, device in kinds.values():
        yield design, device.name, None if device.platform == UNMANAGED else build((design,), device.name)


def all_values(made):
    for design, name, config in one_of_each(made):
        if config is not None:
            yield name, tuple(of_unit(design, config))
        for link in design.fabric.links_of.get(name, ()):
            yield f"{name}:{near_end(link, name).port}", of_port(design, name, link, config)


def test_every_value_comes_from_a_rule_that_is_explained(shipped):
    unknown = {
        (value.field, value.origin.rule)
        for _, values in all_values(shipped)
        for value in values
        if value.origin.rule not in RULES
    }
    assert unknown == set()


def test_no_name_stands_twice_on_one_device_or_port(shipped):
    for where, values in all_values(shipped):
        twice = [field for field, number in Counter(value.field for value in values).items() if number > 1]
        assert twice == [], where


def test_every_value_is_plain_data(shipped):
    for _, values in all_values(shipped):
        assert json.dumps([value.value for value in values])


def test_a_value_that_the_intent_gives_points_into_the_intent(shipped):
    lost = {
        value.field
        for _, values in all_values(shipped)
        for value in values
        if value.origin.rule == "intent" and not value.origin.intent
    }
    assert lost == set()


def test_a_secret_stays_a_reference():
    assert plain(Secret("env/HASH")) == "@{secret:env/HASH}"


def test_a_speed_that_the_intent_gives_is_not_said_to_come_from_the_modules(quickstart):
    design = quickstart.designs["backend"]
    link = design.fabric.links_of["pod1-host1"][0]
    slower = replace(link, given={**link.given, "speed": ("physical", "links", "host-leaf", "speed")})
    speeds = [
        next(v for v in of_port(design, "pod1-host1", one, None) if v.field == "speed_gbps")
        for one in (link, slower)
    ]
    assert [speed.origin.rule for speed in speeds] == ["speed.of-media", "intent"]


def test_a_port_has_the_marking_of_its_own_speed(quickstart):
    design = quickstart.designs["backend"]
    link = design.fabric.links_of["pod1-leaf1"][0]
    values = {v.field: v for v in of_port(design, "pod1-leaf1", link, build((design,), "pod1-leaf1"))}
    assert values["ecn.roce.min_bytes"].value == 150000
    assert values["ecn.roce.min_bytes"].origin.facts == ("ecn_rule/auto",)


def test_a_share_of_a_class_points_at_its_own_line(quickstart):
    design = quickstart.designs["backend"]
    values = {v.field: v for v in of_unit(design, build((design,), "spine1"))}
    assert values["class.roce.bandwidth"].origin == Origin("intent", ("qos", "classes", 0, "bandwidth"))
