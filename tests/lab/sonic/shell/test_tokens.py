"""Words and what was quoted of them."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.lab.sonic.shell.tokens import IncompleteError, Kind, Word, tokenise

TEXT = st.text(st.characters(codec="ascii", exclude_characters="\0\r"), max_size=20)


@given(st.lists(TEXT, min_size=1, max_size=5))
def test_what_shlex_quotes_comes_back_as_it_was(words):
    tokens = tokenise(shlex.join(words))
    assert all(isinstance(token, Word) for token in tokens)
    assert ["".join(piece.text for piece in token.pieces) for token in tokens] == words
    assert all(p.kind in {Kind.PLAIN, Kind.QUOTED} for token in tokens for p in token.pieces)


@pytest.mark.parametrize("script", ["echo 'a", 'echo "a', "cat <<EOF\na", "echo $(true", "echo ${a"])
def test_a_script_that_may_go_on_is_incomplete(script):
    with pytest.raises(IncompleteError):
        tokenise(script)


def test_tabs_are_cut_from_an_indented_here_document():
    tokens = tokenise("cat <<-EOF\n\ta\n\tEOF\n")
    assert tokens[2].pieces[0].text == "a\n"
