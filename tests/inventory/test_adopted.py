"""What people changed on devices and wanted to keep."""

from __future__ import annotations

import pytest
from cases.repositories import Texts
from hypothesis import given
from hypothesis import strategies as st

from fabric.core.diagnostic import FabricError
from fabric.inventory.adopted import Kept, adopted_text, read_adopted

NAME = "inventory/site/adopted.yaml"


def read(text):
    return read_adopted(Texts({NAME: text}), "inventory/site")


def test_without_the_file_nothing_is_kept():
    assert read_adopted(Texts({}), "inventory/site") == {}


def test_an_entry_keeps_a_value_or_keeps_a_line_away():
    found = read(
        'adopted: fabric/1\nleaf1:\n  - {path: ["a", "b"], value: "x", reason: "y"}\n  - {path: [c]}\n'
    )
    assert found == {"leaf1": (Kept(("a", "b"), "x", "y"), Kept(("c",), None))}


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("leaf1: []\n", "", "does not say which schema"),
        ("adopted: fabric/9\n", ":1:10", "does not say which schema"),
        ("adopted: fabric/1\nleaf1:\n  - {path: []}\n", ":3:12", "at least 1 item"),
        ("adopted: fabric/1\nleaf1:\n  - {path: [a], who: me}\n", ":3:22", "extra inputs"),
        ("adopted: fabric/1\nleaf1: yes\n", ":2:8", "valid list"),
    ],
)
def test_a_mistake_is_told_with_its_place(text, place, words):
    with pytest.raises(FabricError) as refused:
        read(text)
    (found,) = refused.value.diagnostics
    assert found.code == "INV-009"
    assert words in found.summary
    assert str(found.place or "").endswith(place)


WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029\ufeff"), max_size=20
)
ENTRIES = st.lists(
    st.builds(Kept, st.lists(WORDS, min_size=1, max_size=3).map(tuple), st.none() | WORDS, WORDS), max_size=4
)


@given(st.dictionaries(st.sampled_from(["leaf1", "leaf2", "leaf10"]), ENTRIES.filter(bool)))
def test_what_is_written_is_read_back(kept):
    found = read(adopted_text(kept))
    assert {name: set(entries) for name, entries in found.items()} == {
        name: set(entries) for name, entries in kept.items()
    }
