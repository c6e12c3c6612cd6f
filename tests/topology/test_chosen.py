"""`media: auto` gives all links of a class that leave it open the same parts, for the longest of them."""

from __future__ import annotations

import json

from cases.repositories import base_with, compiled

from fabric.topology.chosen import open_class
from fabric.views.chosen import chosen
from fabric.views.explaining import explain
from fabric.views.orders import orders

UPLINKS = "leaf-spine: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m}"


def auto(uplinks="length: 30 m", overrides=""):
    change = UPLINKS, f"leaf-spine: {{media: auto, {uplinks}}}{overrides}"
    return compiled(base_with(change))


def uplinks(build):
    return [link for link in build.designs["backend"].fabric.links if link.kind == "leaf-spine"]


def test_every_link_of_the_class_has_the_chosen_parts():
    parts = {(link.media_a, link.media_b, link.fibre) for link in uplinks(auto())}
    assert parts == {("800G-2xSR4", "800G-2xSR4", "om4-mpo12-apc")}


def test_ports_do_not_depend_on_what_is_chosen():
    named = {(link.a, link.b) for link in uplinks(compiled(base_with()))}
    assert {(link.a, link.b) for link in uplinks(auto())} == named
    assert {(link.a, link.b) for link in uplinks(auto("length: 2 m"))} == named


def test_the_longest_link_decides_for_all():
    longer = "\n  overrides:\n    - {match: pod1-leaf1, to: spine2, length: 60 m}"
    parts = {link.media_a for link in uplinks(auto(overrides=longer))}
    assert parts == {"800G-2xFR4"}


def test_links_whose_parts_an_exception_names_keep_them():
    named = "\n  overrides:\n    - {match: pod1-leaf1, to: spine*, both: 800G-2xFR4, fibre: os2-lc}"
    found = uplinks(auto(overrides=named))
    assert {(link.a.device, link.media_a) for link in found} == {
        ("pod1-leaf1", "800G-2xFR4"),
        ("pod1-leaf2", "800G-2xSR4"),
    }
    assert {link.a.device for link in found if open_class(link)} == {"pod1-leaf2"}


def test_the_bill_says_what_was_chosen_and_what_was_not():
    build = auto()
    made = chosen(build.designs)
    text = orders({}, "human", made)
    assert "backend leaf-spine 400G: 800G-2xSR4 over om4-mpo12-apc. 15 W a link; then " in text
    assert json.loads(orders({}, "json", made))["chosen"][0]["parts"] == "800G-2xSR4 over om4-mpo12-apc"


def test_a_chosen_module_is_explained_by_the_rule_and_what_it_left():
    build = auto()
    (one,) = explain(build, "pod1-leaf1:33/1:media")
    (value,) = (value for value in one.values if value.field == "media")
    assert (value.value, value.origin.rule) == ("800G-2xSR4", "media.auto")
    assert "800G-2xDR4 over os2-mpo12-apc 17 W" in value.origin.arithmetic
