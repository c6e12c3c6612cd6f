"""A review as the comment of a pull request."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from cases import busy_change

from fabric.core.diagnostic import Place, warning
from fabric.core.tree import Edit
from fabric.plan.groups import Member, Shown, grouped
from fabric.plan.review import Review
from fabric.platforms.form import ChangeClass
from fabric.views.review_markdown import MOST_BYTES, code, marker, plain, review_markdown


def busy():
    return busy_change.review()


TUNING = ChangeClass.TUNING


def many(groups, edits):
    members = [
        Member(
            f"leaf{n}", "eos", "leaf", wave=1,
            shown=tuple(Shown(Edit((f"line {e}",), None, f"{n} {e}"), TUNING) for e in range(edits)),
        )
        for n in range(groups)
    ]  # fmt: skip
    return Review("dc1", ("backend",), "a", "b", grouped(members), ())


def test_the_busy_change_as_a_comment(golden):
    golden("views/review.markdown.md", review_markdown(busy()))


def test_the_marker_is_the_same_for_every_change_of_a_fabric():
    assert marker(busy()) == "<!-- fabric:review:dc1:backend -->" == review_markdown(busy()).splitlines()[0]
    assert marker(replace(busy(), site="x --> <b>")) == "<!-- fabric:review:x______b_:backend -->"


@pytest.mark.parametrize(("groups", "edits"), [(3, 5000), (400, 40), (3000, 2)])
def test_a_comment_is_cut_by_whole_groups_and_says_what_was_cut(groups, edits):
    text = review_markdown(many(groups, edits))
    assert len(text.encode()) <= MOST_BYTES
    assert "**Cut: " in text
    assert text.count("<details>") == text.count("</details>") == len(re.findall("^```$", text, re.MULTILINE))


def test_a_comment_that_fits_is_not_cut():
    assert "Cut:" not in review_markdown(many(10, 10))


def test_nothing_in_a_diff_closes_its_fence():
    shown = (Shown(Edit(("banner",), None, "```` </details>"), ChangeClass.COSMETIC),)
    text = review_markdown(
        Review("a", ("b",), "c", "d", grouped([Member("x", "eos", "leaf", shown=shown)]), ())
    )
    assert "\n`````diff\n" in text


def test_findings_stand_among_the_checks_and_are_plain():
    found = warning("CAP-001", "`<img src=x>` and @team").at(Place("a.yaml", 3, 1))
    text = review_markdown(replace(busy(), findings=(found,)))
    assert "**Checks**: 0 errors, 1 warning" in text
    assert "<img" not in text
    assert "@team" not in text


def test_code_and_plain_texts_stay_what_they_are():
    assert code("a`b|c") == "``a`b\\|c``"
    assert plain("<b> & [x](y)") == "&lt;b&gt; &amp; \\[x\\](y)"
