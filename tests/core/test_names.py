"""Names as people order them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fabric.core.names import LONGEST_WORD, folded, listing, natural, shortened
from fabric.topology.names import matcher


def test_numbers_in_names_count():
    names = ["leaf10", "leaf2", "leaf1", "pod2-leaf1", "pod10-leaf1", "leaf02", "10", "9", "a"]
    assert sorted(names, key=natural) == [
        "9",
        "10",
        "a",
        "leaf1",
        "leaf2",
        "leaf02",
        "leaf10",
        "pod2-leaf1",
        "pod10-leaf1",
    ]


def test_digits_that_are_no_number_are_text():
    assert sorted(["m²", "m2", "m³"], key=natural) == ["m2", "m²", "m³"]


def test_a_run_of_digits_without_end_stands_after_every_number():
    longest, longer = "leaf" + "9" * 18, "leaf" + "1" * 5_000
    assert sorted([longer, "spine1", longest], key=natural) == [longest, longer, "spine1"]


@given(st.lists(st.text(max_size=6), max_size=6))
def test_any_names_can_be_ordered(names):
    assert sorted(sorted(names, key=natural)) == sorted(names)


def test_a_listing_shows_the_first_and_counts_the_rest():
    assert listing(["a"]) == "`a`"
    assert listing(("a", "b"), most=2) == "`a`, `b`"
    assert listing(["a", "c", "e"], most=2) == "`a`, `c` and 1 more"
    assert listing([]) == ""


def test_a_long_listing_folds_names_and_counts_those_that_it_leaves_out():
    leaves = [f"pod{pod}-leaf{leaf}" for pod in (1, 2) for leaf in range(1, 9)]
    assert listing([*leaves, "spine1", "spine2"]) == "`pod[1-2]-leaf[1-8]`, `spine[1-2]`"
    assert listing([*leaves, "spine1", "x"], most=2) == "`pod[1-2]-leaf[1-8]`, `spine1` and 1 more"
    assert listing(leaves[:6]) == ", ".join(f"`{name}`" for name in leaves[:6])
    assert listing(["a1", "a2", "a2", "b"], most=3) == "`a[1-2]`, `b`"


def test_names_that_are_patterns_already_are_left_as_they_are():
    assert listing(["spine[1-2]", "leaf1", "leaf2"], most=2) == "`spine[1-2]`, `leaf1` and 1 more"


def test_a_word_too_long_for_a_sentence_is_cut():
    assert shortened("a" * LONGEST_WORD) == "a" * LONGEST_WORD
    assert shortened("a" * 5_000) == "a" * LONGEST_WORD + "..."


def test_names_fold_to_patterns_over_every_number_in_them():
    leaves = [f"pod{pod}-leaf{leaf}" for pod in range(1, 17) for leaf in range(1, 9)]
    assert folded(leaves) == ("pod[1-16]-leaf[1-8]",)
    assert folded(set(leaves) - {"pod16-leaf8"}) == ("pod16-leaf[1-7]", "pod[1-15]-leaf[1-8]")
    assert folded(["spine9", "a", "leaf007", "leaf7"]) == ("a", "leaf007", "leaf7", "spine9")


@given(
    st.sets(
        st.builds("{}{}-leaf{}".format, st.sampled_from(["pod", "p"]), st.integers(0, 4), st.integers(0, 9))
    )
)
def test_patterns_match_exactly_the_names_they_were_folded_from(names):
    every = [f"{pod}{n}-leaf{leaf}" for pod in ("pod", "p") for n in range(5) for leaf in range(10)]
    patterns = folded(names)
    assert {name for name in every if any(matcher(pattern)(name) for pattern in patterns)} == names
