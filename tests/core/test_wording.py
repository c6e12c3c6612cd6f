"""What is wrong with a value, in words."""

from __future__ import annotations

import pytest

from fabric.core.wording import in_words


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (
            "String should match pattern '^[a-z][a-z0-9-]{0,30}$'",
            "a name is 1 to 31 of `a-z`, `0-9` and `-`, and begins with a letter",
        ),
        ("String should match pattern '^0x[0-9a-f]{16}$'", "the form `^0x[0-9a-f]{16}$` is needed"),
        ("Value error, `4 parsecs` is no length", "`4 parsecs` is no length"),
        ("Input should be less than 5", "input should be less than 5"),
    ],
)
def test_a_pattern_is_told_as_what_it_asks_for(message, words):
    assert in_words(message) == words
