"""YAML with positions: every mistake at its exact place, every scalar as written, no input too nasty."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from fabric.core.diagnostic import FabricError
from fabric.core.yaml_events import DEEPEST, MOST_PROBLEMS, MOST_VALUES, Mark, read_yaml


def value(text):
    return read_yaml("a.yaml", text)[0]


def mistakes(text):
    with pytest.raises(FabricError) as caught:
        read_yaml("a.yaml", text)
    return [(d.code, d.place.line, d.place.column) for d in caught.value.diagnostics]


@pytest.mark.parametrize(
    "word",
    ["4.30", "on", "off", "yes", "no", "1:2", "0x10", "007", "1e3", "2026-01-31", ".5", "1_000", "=", "<<"],
)
def test_a_scalar_stays_as_written(word):
    assert value(f"a: {word}\n") == {"a": word}


@pytest.mark.parametrize("word", ["", "~", "null", "Null", "NULL"])
def test_nothing_is_none(word):
    assert value(f"a: {word}\n") == {"a": None}


@pytest.mark.parametrize("word", ["''", '""'])
def test_an_empty_text_in_quotes_is_a_text(word):
    assert value(f"a: {word}\n") == {"a": ""}


def test_null_in_quotes_is_a_word():
    assert value("a: 'null'\nb: \"~\"\n") == {"a": "null", "b": "~"}


def test_every_value_and_key_knows_its_place():
    _, marks, keys = read_yaml("a.yaml", "a:\n  - b: 1\n    c: [x, y]\n")
    assert marks["a", 0, "c", 1] == Mark("a.yaml", 2, 11)
    assert marks["a", 0, "b"] == Mark("a.yaml", 1, 7)
    assert keys["a", 0, "c"] == Mark("a.yaml", 2, 4)
    assert keys["a",] == Mark("a.yaml", 0, 0)


def test_columns_count_characters_not_bytes():
    _, marks, _ = read_yaml("a.yaml", "a: {b: Zürich 東京, c: x}\n")
    assert marks["a", "c"] == Mark("a.yaml", 0, 21)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_ending_counts_one_line(end):
    _, marks, _ = read_yaml("a.yaml", end.join(["a: 1", "b: 2", "c: 3", ""]))
    assert marks["c",] == Mark("a.yaml", 2, 3)


def test_a_byte_order_mark_changes_nothing():
    text = "a: 1\nb: 2\n"
    assert read_yaml("a.yaml", f"\ufeff{text}") == read_yaml("a.yaml", text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: [1\nb: 2\n", ("YML-001", 2, 2)),
        ("a: 'x\n", ("YML-001", 2, 1)),
        ("a: b: c\n", ("YML-001", 1, 5)),
        ("a:\n\tb: 1\n", ("YML-001", 2, 1)),
        ("a: *x\n", ("YML-001", 1, 4)),
        ("a: @x\n", ("YML-001", 1, 4)),
        ("a: 1\n b: 2\n", ("YML-001", 2, 3)),
        ("a: x\x00y\n", ("YML-001", 1, 5)),
        ("ä: ü\nb: é\x00\n", ("YML-001", 2, 5)),
        ("a: \x1b[31m\n", ("YML-001", 1, 4)),
        ("a: 1\nb: 2\na: 3\n", ("YML-002", 3, 1)),
        ("a: {b: 1, b: 2}\n", ("YML-002", 1, 11)),
        ("a: !x 1\n", ("YML-007", 1, 4)),
        ("a: !!int 1\n", ("YML-007", 1, 4)),
        ("a: 1\n---\nb: 2\n", ("YML-008", 2, 1)),
        ("? [a]\n: b\n", ("YML-009", 1, 3)),
        ("? {a: b}\n: b\n", ("YML-009", 1, 3)),
        ("a: &x b\n*x : c\n", ("YML-009", 2, 1)),
    ],
)
def test_a_mistake_has_its_place(text, found):
    assert mistakes(text) == [found]


def test_all_keys_that_are_set_twice_are_told():
    assert mistakes("a: 1\na: 2\nb: {c: 1, c: 2}\n") == [("YML-002", 2, 1), ("YML-002", 3, 11)]


def test_mistakes_before_the_one_that_ends_reading_are_told_too():
    assert [code for code, *_ in mistakes("a: 1\na: 2\nb: [\n")] == ["YML-002", "YML-001"]


def test_what_was_being_read_is_a_hint():
    with pytest.raises(FabricError) as caught:
        read_yaml("a.yaml", "a: {b: 1\nc: 2\nd: 3\n")
    assert "begins in line 1" in caught.value.diagnostics[0].hint


def test_the_line_is_shown_with_the_mistake():
    with pytest.raises(FabricError) as caught:
        read_yaml("a.yaml", "a: 1\nb: 'x\x00'\n")
    assert caught.value.diagnostics[0].place.excerpt == "b: 'x\x00'"


@pytest.mark.parametrize("depth", [DEEPEST, 5_000, 200_000])
def test_deep_nesting_is_refused_without_recursion(depth):
    assert mistakes(f"a: \n{'- ' * depth}x\n") == [("YML-003", 2, 2 * DEEPEST - 1)]


@pytest.mark.parametrize("depth", [DEEPEST, 5_000])
def test_deep_nesting_in_brackets_is_refused(depth):
    ((code, line, _),) = mistakes(f"a: {'[' * depth}{']' * depth}\n")
    assert (code, line) in {("YML-003", 1), ("YML-001", 1)}  # libyaml itself stops at 1,000


def test_nesting_up_to_the_limit_is_read():
    inner = value(f"a: {'[' * (DEEPEST - 1)}x{']' * (DEEPEST - 1)}\n")["a"]
    for _ in range(DEEPEST - 2):
        (inner,) = inner
    assert inner == ["x"]


def test_an_anchor_is_the_value_again():
    assert value("a: &x {b: [1, 2]}\nc: *x\nd: [*x]\n")["d"] == [{"b": ["1", "2"]}]


def test_an_anchor_bomb_is_refused_before_it_grows():
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 40)]
    ((code, line, _),) = mistakes("\n".join(lines))
    assert (code, line) == ("YML-003", 7)


def test_an_anchor_within_itself_is_refused():
    assert mistakes("a: &x [1, *x]\n") == [("YML-001", 1, 11)]


def test_an_anchor_given_again_means_the_last():
    assert value("a: &x 1\nb: &x 2\nc: *x\n")["c"] == "2"


def test_more_values_than_allowed_are_refused():
    thousand = "[" + ", ".join(["x"] * 999) + "]"
    text = f"a: &a {thousand}\nb: [" + ", ".join(["*a"] * (MOST_VALUES // 1_000)) + "]\n"
    ((code, line, _),) = mistakes(text)
    assert (code, line) == ("YML-003", 2)


@pytest.mark.parametrize(
    "text",
    ["x" * 10_000_000, "- " * 10_000, "[" * 1_000_000, "&a " * 10_000, "? " * 10_000, "%" * 1_000_000],
    ids=["word", "dashes", "brackets", "anchors", "keys", "directives"],
)
def test_nonsense_is_a_value_or_a_finding(text):
    try:
        told = {text} - {value(text)}
    except FabricError as failure:
        told = {found.code for found in failure.diagnostics}
    assert told <= {"YML-001", "YML-003", "YML-009"}


@given(st.text(max_size=60))
def test_any_text_is_a_value_or_findings_inside_the_text(text):
    try:
        read_yaml("a.yaml", text)
    except FabricError as failure:
        for found in failure.diagnostics:
            assert (
                1
                <= found.place.line
                <= text.count("\n") + text.count("\r") + 3 + sum(map(text.count, "\x85\u2028\u2029"))
            )
            assert found.place.column >= 1


words = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=8)
trees = st.recursive(
    words, lambda t: st.lists(t, max_size=4) | st.dictionaries(words, t, max_size=4), max_leaves=20
)


@given(trees, st.booleans())
def test_what_another_program_writes_is_read_as_written(tree, flow):
    text = yaml.safe_dump(tree, default_flow_style=flow, default_style='"', width=10_000)
    assert value(text) == tree


@given(trees)
def test_every_value_that_is_read_has_a_mark(tree):
    text = yaml.safe_dump(tree, default_flow_style=True, default_style='"')
    _, marks, keys = read_yaml("a.yaml", text)

    def paths(at, path=()):
        yield path
        items = at.items() if isinstance(at, dict) else enumerate(at) if isinstance(at, list) else ()
        for key, below in items:
            yield from paths(below, (*path, key))

    assert set(marks) == set(paths(tree))
    assert set(keys) <= set(marks)


def test_of_a_file_full_of_mistakes_no_more_is_told_than_anybody_reads():
    with pytest.raises(FabricError) as caught:
        read_yaml("a.yaml", "a: 1\n" * 100_000)
    codes = [found.code for found in caught.value.diagnostics]
    assert codes == ["YML-002"] * MOST_PROBLEMS + ["YML-011"]
