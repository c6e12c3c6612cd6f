"""A review as one page: what it says, that it needs nothing else, and what a browser makes of it."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from cases import busy_change
from judges import page, tally

from fabric.analysis.folding import fold
from fabric.core.diagnostic import Place, warning
from fabric.core.tree import Edit
from fabric.plan.groups import Member, Shown, grouped
from fabric.plan.impact import Impact
from fabric.plan.review import Review, Turn
from fabric.platforms.form import ChangeClass
from fabric.views.review_html import review_html

EVIL = "<img src=x onerror=alert(1)>\"'</script></style>&lt;"


def pictures():
    return [fold(design.fabric, 10) for design in busy_change.new().designs.values()]


def busy():
    return busy_change.review()


def evil():
    """A review whose every text comes from somebody who means harm."""
    shown = (Shown(Edit((EVIL, EVIL), EVIL, EVIL + "2"), ChangeClass.LINK_FLAP, outside=True),)
    impact = Impact((EVIL,), (EVIL,), (), (EVIL,), {EVIL: 1}, (1,), 5.0)
    members = [
        Member(EVIL, EVIL, EVIL, shown=shown, change_class=ChangeClass.LINK_FLAP, impact=impact, wave=1)
    ]
    return Review(
        EVIL, (EVIL,), EVIL, EVIL, grouped(members), (Turn(1, EVIL, (EVIL,), 1, 2),), (EVIL,),
        findings=(warning("CAP-001", EVIL, hint=EVIL).at(Place(EVIL, 1, 1)),), plan=EVIL, created=EVIL,
    )  # fmt: skip


class Tags(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def test_the_page_says_what_the_comment_says():
    text = review_html(busy(), pictures())
    assert "<h1>1 to add, 136 to change, 0 to remove; 2 groups that traffic notices (3-4)</h1>" in text
    for word in (
        busy_change.ODD,
        *busy_change.FAST[1],
        "1 h 55 min",
        "planes or rails at once",
        "spine9",
        "128 in all",
        "the same as group 1, and 21 more changes: qos 18, ports 2, buffers 1",
    ):
        assert word in text
    assert text.count('<details class="group"') == 5
    assert "16 of 16 change, 1 buffer-reprogram" in text


@pytest.mark.parametrize("review", [busy, evil])
def test_nothing_is_loaded_and_no_handler_is_written(review):
    for tag, attributes in Tags(review_html(review(), pictures())).found:
        assert tag not in {"img", "link", "iframe", "object", "base", "form"}
        assert not [name for name in attributes if name.startswith("on") or name in {"src", "style"}]
        assert attributes.get("href", "#").startswith("#")


def test_the_policy_allows_the_pages_own_style_and_script_alone():
    text = review_html(busy())
    policy = next(a["content"] for tag, a in Tags(text).found if a.get("http-equiv"))
    for name in ("style", "script"):
        (own,) = re.findall(rf"<{name}>(.*?)</{name}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_an_empty_review_is_a_page_too():
    empty = replace(busy(), groups=(), turns=(), findings=())
    assert "No device would notice." in review_html(empty)
    assert "Every design rule holds." in review_html(empty)


@pytest.fixture(scope="module")
def chromium():
    with page.browser() as found:
        yield found


@pytest.mark.judge("page")
@pytest.mark.parametrize("review", [busy, evil])
def test_a_browser_has_nothing_to_complain_of(chromium, review, tmp_path):
    (tmp_path / "page.html").write_text(review_html(review(), pictures()))
    chromium.open(tmp_path / "page.html")
    assert chromium.console() == []
    assert chromium.run("return document.images.length") == 0


@pytest.mark.judge("page")
@pytest.mark.parametrize(
    "slip", ["<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "<p style='top:0'>"]
)
def test_a_browser_complains_of_what_was_not_escaped(chromium, slip, tmp_path):
    text = review_html(busy()).replace("<main>", f"<main>{slip}")
    (tmp_path / "page.html").write_text(text)
    chromium.open(tmp_path / "page.html")
    tally.count(page.JUDGE, "mutants")
    assert "Content Security Policy" in "".join(chromium.console())


@pytest.mark.judge("page")
def test_a_page_is_searched_and_opened_with_the_keyboard_alone(chromium, tmp_path):
    shown = "return [...document.querySelectorAll('details.group')].filter(g => !g.hidden).map(g => g.id)"
    opened = "return [...document.querySelectorAll('details.group[open]')].map(g => g.id)"
    (tmp_path / "page.html").write_text(review_html(busy(), pictures()))
    chromium.open(tmp_path / "page.html")
    assert len(chromium.run(shown)) == 5
    chromium.press("/" + busy_change.ODD)
    assert chromium.run(shown) == ["group-4", "group-5"], "the odd leaf, and the spine that is cabled to it"
    assert chromium.run("return document.getElementById('state').textContent") == "2 of 5 groups"
    chromium.press(page.ESCAPE)
    assert len(chromium.run(shown)) == 5
    chromium.press("jj" + page.ENTER)
    assert chromium.run(opened) == ["group-2"]
    chromium.press("o")
    assert len(chromium.run(opened)) == 5
    chromium.press("c/no such line")
    assert chromium.run(opened) == chromium.run(shown) == []
    assert chromium.run("return document.getElementById('none').hidden") is False


@pytest.mark.judge("page")
def test_tab_reaches_search_classes_and_every_group(chromium, tmp_path):
    (tmp_path / "page.html").write_text(review_html(busy(), pictures()))
    chromium.open(tmp_path / "page.html")
    reached = []
    for _ in range(11):
        chromium.press(page.TAB)
        reached.append(chromium.run("return document.activeElement.id || document.activeElement.textContent"))
    assert reached[0] == "search"
    assert reached[1:4] == ["buffer-reprogram", "tuning", "additive"]
    assert reached[4:6] == ["open", "close"]
    assert [text[0] for text in reached[6:]] == ["1", "2", "3", "4", "5"]


@pytest.mark.judge("page")
def test_a_class_is_chosen_with_a_key(chromium, tmp_path):
    (tmp_path / "page.html").write_text(review_html(busy(), pictures()))
    chromium.open(tmp_path / "page.html")
    chromium.press(page.TAB * 3 + page.ENTER)
    shown = "return [...document.querySelectorAll('details.group')].filter(g => !g.hidden).map(g => g.id)"
    assert chromium.run(shown) == ["group-1", "group-2"]
