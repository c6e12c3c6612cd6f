"""The reader of plain lines never differs from one of all YAML: it reads alike, or leaves the text to it."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fabric.core.diagnostic import FabricError
from fabric.core.plain_flow import DEEPEST, Unusual
from fabric.core.plain_yaml import read_plain
from fabric.core.yaml_events import as_written, read_yaml
from fabric.platforms.block_yaml import read_any, resolve

WORDS = [
    "a",
    "b",
    "swp1-4,swp7",
    "1",
    "0x1f",
    "1e3",
    "on",
    "~",
    "null",
    "'on'",
    "''",
    "'it s'",
    '"q"',
    '"a: b"',
    "{}",
    "[]",
    "10.0.0.1/32",
    "a b",
    "a  b",
    "a:b",
    "a :",
    "a #b",
    "a#b",
    "-",
    "- a",
    "--- a",
    "...",
    "---",
    "?",
    "!x",
    "&a",
    "*a",
    "<<",
    "|",
    ">",
    "%a",
    "@a",
    "`",
    "a'b",
    "{a: 1}",
    "[1]",
    "[a, b]",
    "é",
    "\t",
    "\x85",
    "a:",
    ":",
    "44:38:39",
    "10 %",
    "a, b",
    "a~",
    "'a'b",
    "[a,b]",
    "{a : 1}",
    "{'a': 1}",
    '{"a":1}',
    "{a:1}",
    "[1,]",
    "[,1]",
    "{a: [1, {b: c}], d: 2}",
    "{a: 1, a: 2}",
    "[a: b]",
    "[[1], []]",
    "{a}",
    "{a: }",
    "[a] b",
    "{a: b} # {c}",
    "[ ]",
    "{ a: 1 }",
    "[a #b]",
    "{a: b:c}",
    "[- a]",
    "[?a]",
    "{a: 'x, y', b: \"z\"}",
    "{? a: 1}",
    "[10 %, 2]",
]
LINES = st.builds(
    lambda indent, dashes, key, value, rest: " " * indent + "- " * dashes + key + value + rest,
    st.integers(0, 6),
    st.integers(0, 2),
    st.one_of(st.just(""), st.sampled_from(WORDS).map(lambda word: f"{word}:")),
    st.one_of(st.just(""), st.sampled_from(WORDS).map(lambda word: f" {word}"), st.sampled_from(WORDS)),
    st.sampled_from(["", "", "", " ", " # c", "# c", " # é {", "\r"]),
)
FLOWS = st.text("ab1 ,:{}[]'\"#-~", max_size=12).map(lambda text: f"a: {{{text}}}")
TEXTS = st.lists(st.one_of(LINES, FLOWS, st.sampled_from(["", "  ", "# x", "  # a: b"])), max_size=8)


def outcome(read, text):
    """Return what a reader makes of a text, told apart where Python calls unlike values equal."""
    try:
        return repr(read(text))
    except (FabricError, ValueError) as failure:
        return failure


def alike(text, resolver, read):
    """Read a text both ways; return whether the reader of plain lines took it."""
    try:
        found = read_plain(text, resolver)
    except Unusual:
        return False
    assert repr(found) == outcome(read, text)
    return True


def whole(text):
    return read_yaml("a.yaml", text)[0]


def both(text):
    return alike(text, resolve, read_any), alike(text, as_written, whole)


@settings(max_examples=1000)
@given(TEXTS)
@example(["a:", "- b"])
@example(["- a:", "  - b", "  c: 1"])
@example(["a:", "  b:", "c: {}"])
@example(["a: b", "  c"])
def test_all_readers_read_alike(lines):
    both("\n".join(lines))


@pytest.mark.proof
@settings(max_examples=50_000)
@given(TEXTS)
def test_all_readers_read_alike_fifty_thousand_times(lines):
    both("\n".join(lines))


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
        "a:  1   # why\nb: # é\n  - {c: [1, 2], d: 'x'}\n",
        "a: {b: {c: {d: ['x, y', 10.0.0.1/8]}}}\n",
    ],
)
def test_what_is_plain_is_taken(text):
    assert both(text) == (True, True)


@pytest.mark.parametrize(
    "text",
    [
        "a: [1\n  ]",
        "a: |\n  b",
        "a: b\n  c",
        "a: 1\na: 2",
        "a: &x 1",
        "a: é",
        "-",
        "- - a",
        "a",
        "a: {b: 1, b: 2}",
        "a:\n    b: 1\n  c: 2",
        " a: 1\nb: 2",
        "a: 1\n- b",
        "- b\na: 1",
        "---\na: 1",
        'a: "b\\n"',
        "a: b: c",
        "\ta: 1",
        "a: [b: c]",
        "a: {b}",
        f"a: {{{'b' * 300}: c}}",
        f"a: {'[' * 99}{']' * 99}",
    ],
)
def test_the_rest_is_left_to_the_other_readers(text):
    assert both(text) == (False, False)


def test_what_is_deep_is_left_to_the_other_readers():
    assert both("\n".join(" " * level + "a:" for level in range(DEEPEST + 2))) == (False, False)


def test_equal_lines_share_no_collection():
    found = read_plain("a: {}\nb: {}\nc: [1]\n", resolve)
    found["a"]["x"] = found["c"]
    assert read_plain("a: {}\nb: {}\nc: [1]\n", resolve) == {"a": {}, "b": {}, "c": [1]}
    assert found["b"] == {}
