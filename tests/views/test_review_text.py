"""A review for a terminal."""

from __future__ import annotations

import re
from dataclasses import replace

from cases import busy_change

from fabric.core.tree import Edit
from fabric.plan.groups import Member, Shown, grouped
from fabric.plan.review import Review
from fabric.platforms.form import ChangeClass
from fabric.views.review_text import MOST_GROUPS, review_text


def busy():
    return busy_change.review()


def test_the_busy_change_as_a_person_reads_it(golden):
    golden("views/review.human.txt", review_text(busy()) + "\n")


def test_it_is_a_page_however_many_devices_there_are():
    assert len(review_text(busy()).splitlines()) < 80


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


def test_a_thousand_leaves_and_an_odd_one_are_a_page():
    edit, more = Edit(("ecn",), "150", "300"), Edit(("pfc",), None, "3")
    leaves = [
        Member(f"pod{pod}-leaf{leaf}", "eos", "leaf", shown=(Shown(edit, ChangeClass.TUNING),), wave=1)
        for pod in range(1, 129)
        for leaf in range(1, 9)
    ]
    shown = (*leaves[700].shown, Shown(more, ChangeClass.BUFFER_REPROGRAM))
    leaves[700] = replace(leaves[700], shown=shown, change_class=ChangeClass.BUFFER_REPROGRAM)
    text = review_text(Review("dc1", ("backend",), "a", "b", grouped(leaves), ()))
    assert "1023 leaves" in text
    assert "1 leaf  buffer-reprogram" in text
    assert len(text.splitlines()) < 24
    assert max(map(len, text.splitlines())) <= 100


def test_gates_of_a_site_are_shown_as_they_will_be_asked():
    shown = replace(busy(), gates=("all-reduce (wave), command: sh gates/all-reduce.sh 8\x1b[2J",))
    assert "Gate all-reduce (wave), command: sh gates/all-reduce.sh 8" in review_text(shown)
    assert "\x1b" not in review_text(shown)


def test_another_fabric_altogether_names_its_devices_and_not_every_edit():
    many = [
        Member(
            f"leaf{n}", "eos", "leaf", shown=(Shown(Edit(("ecn",), "1", f"{n}"), ChangeClass.TUNING),), wave=1
        )
        for n in range(1, MOST_GROUPS + 11)
    ]
    text = review_text(Review("dc1", ("backend",), "a", "b", grouped(many), ()))
    assert text.count("~ ecn: 1 -> ") == MOST_GROUPS
    assert all(f"     leaf{n}\n" in text for n in range(1, MOST_GROUPS + 11))
    assert f"Edits of groups {MOST_GROUPS + 1}-{MOST_GROUPS + 10} are left out" in text
