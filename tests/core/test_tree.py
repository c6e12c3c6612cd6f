"""The one diff: applying it gives the new tree, undoing it the old one, and only owned paths are in it."""

from __future__ import annotations

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from fabric.core.tree import Edit, apply, diff, fingerprint, reverse

parts = st.sampled_from(["a", "b", "Ethernet2", "Ethernet10", "x y", "", "é"])
paths = st.lists(parts, min_size=1, max_size=3).map(tuple)
trees = st.dictionaries(paths, st.sampled_from(["", "1", "2", "on"]), max_size=12)


def owned(path):
    return path[0] != "b"


@given(trees, trees)
def test_applying_the_diff_gives_the_new_tree(old, new):
    assert apply(old, diff(old, new)) == new


@given(trees, trees)
def test_undoing_the_diff_gives_the_old_tree(old, new):
    assert apply(new, reverse(diff(old, new))) == old
    assert set(reverse(diff(old, new))) == set(diff(new, old))


@given(trees)
def test_equal_trees_have_no_difference(tree):
    assert diff(tree, dict(reversed(tree.items()))) == ()


@given(trees, trees)
def test_edits_can_be_applied_in_any_order(old, new):
    edits = diff(old, new)
    assert apply(old, reversed(edits)) == new


@given(trees, trees)
def test_the_order_of_edits_does_not_depend_on_the_order_of_the_trees(old, new):
    turned = diff(dict(reversed(old.items())), dict(reversed(new.items())))
    assert diff(old, new) == turned


@given(trees, trees)
def test_only_owned_paths_are_changed(old, new):
    edits = diff(old, new, owned)
    assert all(owned(edit.path) for edit in edits)
    after = apply(old, edits)
    assert {p: v for p, v in after.items() if not owned(p)} == {p: v for p, v in old.items() if not owned(p)}
    assert {p: v for p, v in after.items() if owned(p)} == {p: v for p, v in new.items() if owned(p)}


@given(trees, trees)
def test_every_edit_changes_something(old, new):
    assert all(edit.old != edit.new and old.get(edit.path) == edit.old for edit in diff(old, new))


@given(trees, trees)
def test_fingerprints_are_equal_exactly_when_owned_parts_are(old, new):
    same = {p: v for p, v in old.items() if owned(p)} == {p: v for p, v in new.items() if owned(p)}
    assert (fingerprint(old, owned) == fingerprint(new, owned)) == same


@given(trees)
def test_a_fingerprint_does_not_depend_on_order(tree):
    assert fingerprint(tree) == fingerprint(dict(reversed(tree.items())))


def test_a_fingerprint_tells_where_a_part_ends():
    assert fingerprint({("a", "b"): "c"}) != fingerprint({("a b",): "c"})
    assert fingerprint({("a", "b"): "c"}) != fingerprint({("a",): "b", ("c",): ""})


def test_a_fingerprint_is_the_same_on_every_machine():
    wanted = sha256(b"a\x1fb\x1ec\x1dd\x1e\x1d").hexdigest()
    assert fingerprint({("d",): "", ("a", "b"): "c"}) == wanted


def test_edits_come_in_natural_order():
    new = {("Ethernet10",): "1", ("Ethernet2",): "1", ("Ethernet2", "mtu"): "9214"}
    assert [edit.path for edit in diff({}, new)] == [("Ethernet2",), ("Ethernet2", "mtu"), ("Ethernet10",)]


def test_an_edit_knows_its_kind():
    old, new = {("a",): "1", ("b",): "1"}, {("b",): "2", ("c",): "1"}
    assert [(e.path, e.kind) for e in diff(old, new)] == [
        (("a",), "remove"),
        (("b",), "replace"),
        (("c",), "add"),
    ]


def test_an_empty_value_is_a_value():
    assert diff({}, {("block",): ""}) == (Edit(("block",), None, ""),)
    assert diff({("block",): ""}, {}) == (Edit(("block",), "", None),)
