"""A review for a terminal."""

from __future__ import annotations

import re

from cases import busy_change

from fabric.plan.review import review_of_plan
from fabric.views.review_text import review_text


def busy():
    return review_of_plan(busy_change.plan())


def test_the_busy_change_as_a_person_reads_it(golden):
    golden("views/review.human.txt", review_text(busy()) + "\n")


def test_it_is_a_page_however_many_devices_there_are():
    assert len(review_text(busy()).splitlines()) < 60


def test_a_narrow_terminal_gets_no_line_that_is_too_long():
    lines = review_text(busy(), width=60).splitlines()
    assert [line for line in lines if len(line) > 60 and " " in line.strip()] == []


def test_colour_adds_nothing_but_colour():
    plain, painted = review_text(busy()), review_text(busy(), colour=True)
    assert painted != plain
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == plain
    assert "\x1b" not in plain


def test_a_summary_leaves_out_the_edits():
    short = review_text(busy(), summary=True)
    assert "random-detect" not in short
    assert "126 leaves" in short
