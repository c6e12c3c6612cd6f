"""Two sides of a device's own diff, in words and without secrets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fabric.core.tree import Edit
from fabric.plan.foretold import mismatch
from fabric.platforms.form import ChangeClass, Patch

PATCH = Patch((Edit(("mtu",), "1500", "9000"),), (), ChangeClass.TUNING)


@pytest.fixture
def said(toy):
    def of(*edits):
        return mismatch(replace(toy, unlike=lambda *_: edits), {}, PATCH, "")

    return of


def test_agreement_and_platforms_without_a_diff_say_nothing(said, toy):
    assert said() == mismatch(toy, {}, PATCH, "anything") == ""


def test_both_sides_are_told_and_the_rest_counted(said):
    assert said(
        Edit(("a", "b"), "1", "2"), Edit(("c",), None, ""), Edit(("d",), "", None), Edit(("e",), "1", None)
    ) == (
        "by its own diff it would do otherwise than planned: `a > b`: planned `1`, it says `2`; "
        "`c`: planned nothing, it says a line; `d`: planned a line, it says nothing; and 1 more"
    )


def test_secrets_are_neither_compared_nor_told(said):
    assert said(Edit(("neighbor x password 7 abc",), None, "")) == ""


def test_a_diff_that_cannot_be_read_is_no_agreement(toy):
    def unreadable(*_):
        raise ValueError("what it shows is no diff")

    words = mismatch(replace(toy, unlike=unreadable), {}, PATCH, "")
    assert words == "its own diff cannot be compared with the plan: what it shows is no diff"
