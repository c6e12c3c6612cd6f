"""The reader of plain lines never differs from that of all YAML: it reads alike, or leaves the text to it."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fabric.platforms.block_lines import DEEPEST, Unusual, read_lines
from fabric.platforms.block_yaml import read_any

WORDS = [
    "a", "b", "swp1-4,swp7", "1", "0x1f", "1e3", "on", "~", "null", "'on'", "''", "'it s'", '"q"', "{}", "[]",
    "10.0.0.1/32", "a b", "a  b", "a:b", "a :", "a #b", "a#b", "-", "- a", "--- a", "...", "---", "?", "!x",
    "&a", "*a", "<<", "|", ">", "%a", "@a", "`", "a'b", "{a: 1}", "[1]", "é", "\t", "\x85", "a:", ":",
    "44:38:39",
]  # fmt: skip
LINES = st.builds(
    lambda indent, dashes, key, value: " " * indent + "- " * dashes + key + value,
    st.integers(0, 6),
    st.integers(0, 2),
    st.one_of(st.just(""), st.sampled_from(WORDS).map(lambda word: f"{word}:")),
    st.one_of(st.just(""), st.sampled_from(WORDS).map(lambda word: f" {word}"), st.sampled_from(WORDS)),
)
TEXTS = st.lists(
    st.one_of(LINES, st.sampled_from(["", "  ", "# x", "  # a: b", "a: 1 # x", "a: 1\r"])), max_size=8
)


def alike(text):
    """Read a text both ways; return whether the reader of lines took it."""
    try:
        found = read_lines(text)
    except Unusual:
        return False
    other = read_any(text)
    assert found == other
    assert repr(found) == repr(other)  # 1, 1.0 and True are equal, and not the same
    return True


@settings(max_examples=1000)
@given(TEXTS)
@example(["a:", "- b"])
@example(["- a:", "  - b", "  c: 1"])
@example(["a:", "  b:", "c: {}"])
@example(["a: b", "  c"])
def test_both_read_alike(lines):
    alike("\n".join(lines))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "a: 1\n",
        "- a\n- b: 1\n  c:\n    - 'x y'\n",
        "a:\nb: {}\n",
        "a:\n- 1\nb: 2\n",
        "# x\n\na: b c\n",
    ],
)
def test_what_templates_print_is_taken(text):
    assert alike(text)


@pytest.mark.parametrize(
    "text",
    [
        "a: 1 # x", "a: [1]", "a: |\n  b", "a: b\n  c", "a: 1\na: 2", "a: &x 1", "a: é", "-", "- - a", "a",
        "a:  1", "a:\n    b: 1\n  c: 2", " a: 1\nb: 2", "a: 1\n- b", "- b\na: 1", "---\na: 1", 'a: "b"', "a: b: c",
        "\ta: 1",
    ],
)  # fmt: skip
def test_the_rest_is_left_to_the_other_reader(text):
    with pytest.raises(Unusual):
        read_lines(text)


def test_what_is_deep_is_left_to_the_other_reader():
    with pytest.raises(Unusual):
        read_lines("\n".join(" " * level + "a:" for level in range(DEEPEST + 2)))
