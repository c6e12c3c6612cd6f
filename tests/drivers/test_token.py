"""Tokens as drivers see them."""

from __future__ import annotations

import pytest

from fabric.drivers.token import checked, fence, ours, restoring


def test_only_our_prefix_is_ours():
    assert ours("fab_01234567_1_1_7")
    assert not ours("napalm_123456")


def test_the_fence_is_the_last_number():
    assert fence("fab_01234567_1_2_42") == 42
    assert fence("fab_by_hand") == -1


@pytest.mark.parametrize("token", ["", "sess-1", "fab_x; reload", "fab_a b", "fab_" + "x" * 29, "fab_x\n"])
def test_nothing_that_could_be_a_command_is_a_token(token):
    with pytest.raises(ValueError, match="is not a token"):
        checked(token)


def test_a_restore_has_a_name_of_its_own_with_the_same_fence():
    name = restoring("fab_01234567_1_2_42", {"fab_01234567_1_2_r0_42"})
    assert name == "fab_01234567_1_2_r1_42"
    assert fence(name) == 42
    assert checked(name) == name
