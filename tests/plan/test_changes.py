"""Build against Build."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fabric.core.tree import Edit
from fabric.plan.changes import changes
from fabric.platforms.form import ChangeClass

ONE = {"toy.cfg": "mtu = 1500\n"}
TWO = {"toy.cfg": "mtu = 9216\n"}


def test_units_come_and_go_in_natural_order():
    found = changes({"leaf2": ONE}, {"leaf10": ONE, "leaf9": ONE}, {})
    assert (found.added, found.removed, dict(found.changed)) == (("leaf9", "leaf10"), ("leaf2",), {})
    assert not found.empty


def test_a_changed_unit_has_the_patch_of_its_platform(toy):
    found = changes({"a": ONE, "b": ONE}, {"a": TWO, "b": ONE}, {"a": toy})
    assert found.changed["a"].edits == (Edit(("mtu",), "1500", "9216"),)
    assert found.changed["a"].steps[0].body == "mtu = 9216"


def test_units_with_the_same_text_are_not_parsed(toy):
    broken = {"toy.cfg": "this cannot be parsed"}

    def refuse(_artifacts):
        raise ValueError("parsed")

    picky = replace(toy, parse=refuse)
    assert changes({"a": broken}, {"a": dict(broken)}, {"a": picky}).empty
    with pytest.raises(ValueError, match="parsed"):
        changes({"a": broken}, {"a": ONE}, {"a": picky})


def test_a_text_that_means_the_same_is_no_change(toy):
    found = changes({"a": ONE}, {"a": {"toy.cfg": "\nmtu = 1500\n"}}, {"a": toy})
    assert found.empty
    assert found.rewritten == ("a",)


def test_a_platform_without_a_patch_is_classified_edit_by_edit(toy):
    found = changes({"a": ONE}, {"a": TWO}, {"a": replace(toy, patch=None)})
    assert found.changed["a"].change_class is ChangeClass.LINK_FLAP
    assert found.changed["a"].steps == ()


def test_files_of_a_platform_that_parses_nothing_are_compared_whole(toy):
    blind = replace(toy, parse=None, patch=None)
    found = changes({"a": {"x": "1", "y": "1"}}, {"a": {"x": "2", "z": "1"}}, {"a": blind})
    assert [(edit.path, edit.kind) for edit in found.changed["a"].edits] == [
        (("x",), "replace"),
        (("y",), "remove"),
        (("z",), "add"),
    ]
