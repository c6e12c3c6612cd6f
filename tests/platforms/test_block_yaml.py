"""The block YAML: what is written means the same to YAML 1.1 and 1.2."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from fabric.platforms import block_yaml

TRAPS = [
    "on", "Off", "yes", "n", "null", "~", "", "44:38:39:22:01:01", "65000:10", "10:20", "3", "007",
    "0x1f", "1e3", "1_000", ".5", "1.0", "2024-01-01", "=", "<<", "- a", "a: b", "a #b", "#a",
    "@{secret:env/X}", "'", "it's", '"', "a\nb", "\t", " a", "a ", "\xe9", "\x07", "-", "---", "?",
    "!x", "&a", "*a", "{}", "[]", "10.0.0.1/32", "400G", "swp1s0", "Cumulus Linux 5.16.0",
    "x" * 300, "a:b", "a:", ".inf", "nan", "NO", "0o17", "1:2.5", "%a", "0b11", "+1", "\ufeff",
    "\u2028", "\x85",
]  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(TRAPS),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "No"]), max_size=8),
    st.text("ab01:#-'\"{}[], .~&*?|>%@`!=<", max_size=8),
)
SCALARS = st.one_of(
    TEXTS, st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.none()
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.dictionaries(TEXTS, inner, max_size=4)
        | st.lists(SCALARS | st.dictionaries(TEXTS, inner, max_size=3), max_size=3)
    ),
    max_leaves=12,
)
DOCUMENTS = st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4)


@settings(max_examples=400)
@given(DOCUMENTS)
def test_what_is_written_is_read_back(document):
    assert block_yaml.read(block_yaml.write(document)) == document


@settings(max_examples=400)
@given(DOCUMENTS)
def test_a_yaml_1_1_reader_reads_the_same(document):
    assert yaml.safe_load(block_yaml.write(document)) == document


@settings(max_examples=400)
@given(DOCUMENTS)
def test_writing_is_canonical(document):
    text = block_yaml.write(document)
    assert block_yaml.write(block_yaml.read(text)) == text


@pytest.mark.parametrize("text", ["a: 1\na: 2\n", "a: {b: 1, b: 2}\n", "'1': a\n1: b\n"])
def test_a_key_that_stands_twice_is_refused(text):
    with pytest.raises(ValueError, match="stands twice"):
        block_yaml.read(text)


def test_what_is_no_yaml_is_refused():
    with pytest.raises(ValueError, match="not YAML"):
        block_yaml.read("a: [1\n")


def test_on_stays_a_text_and_a_number_stays_a_number():
    found = block_yaml.read("a: on\nb: 10:20\nc: 9216\nd: '9216'\n10: x\n")
    assert found == {"a": "on", "b": "10:20", "c": 9216, "d": "9216", "10": "x"}


def test_keys_stand_in_natural_order():
    assert block_yaml.write({"swp10": 1, "swp2": 2}) == "swp2: 2\nswp10: 1\n"
