"""Tokens come back from their text and fit on every device."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.rollout.token import LONGEST, Token, parse


@given(
    st.text("0123456789abcdef", min_size=8, max_size=8),
    st.integers(0, 99_999),
    st.integers(0, 99),
    st.integers(0, 999),
)
def test_a_token_comes_back_from_its_text(rollout, device, epoch, fence) -> None:
    token = Token(rollout, device, epoch, fence)
    assert parse(str(token)) == token
    assert len(str(token)) <= LONGEST


def test_a_token_that_a_device_would_cut_is_refused() -> None:
    with pytest.raises(ValueError, match="longer than 32"):
        str(Token("0a0b0c0d", 10**9, 10**9, 10**9))


def test_the_name_of_somebody_elses_session_is_no_token() -> None:
    with pytest.raises(ValueError, match="`ansible_1`"):
        parse("ansible_1")
