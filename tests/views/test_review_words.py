"""The words of a review."""

from __future__ import annotations

import pytest

from fabric.core.tree import Edit
from fabric.views.review_words import counted, edit_word, names_word, numbers_word, time_word


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (Edit(("mtu",), "1500", "9214"), "~ mtu: 1500 -> 9214"),
        (Edit(("a", "b"), None, ""), "+ a > b"),
        (Edit(("a",), "x", None), "- a: x"),
        (
            Edit(("min",), "150 bytes max 600 bytes weight 0", "300 bytes max 700 bytes weight 0"),
            "~ min: 150 -> 300, max 600 -> 700",
        ),
        (
            Edit(("min",), "1 a b c d e", "1 a b x c d e"),
            "~ min: ... b -> b x ...",
        ),
        (Edit(("d\x1b[2J",), None, "a\nb"), "+ d [2J: a b"),
    ],
)
def test_an_edit_is_one_line_with_what_differs(edit, words):
    assert edit_word(edit) == words


def test_many_names_are_few_patterns_the_larger_first():
    names = [f"pod{pod}-leaf{leaf}" for pod in range(1, 17) for leaf in range(1, 9) if (pod, leaf) != (3, 5)]
    assert names_word(names) == "pod3-leaf[1-4], pod3-leaf[6-8], pod[1-2]-leaf[1-8], pod[4-16]-leaf[1-8]"
    assert names_word(names, 1) == "pod[4-16]-leaf[1-8] and 23 more"


def test_numbers_and_times_are_said_as_people_say_them():
    assert numbers_word([1, 2, 3, 5]) == "1-3, 5"
    assert [time_word(n) for n in (8, 60, 61, 3600, 7800)] == [
        "8 s",
        "1 min",
        "2 min",
        "1 h 0 min",
        "2 h 10 min",
    ]
    assert [counted(1, "leaf"), counted(3, "leaf"), counted(2, "entry", "entries")] == [
        "1 leaf",
        "3 leaves",
        "2 entries",
    ]
