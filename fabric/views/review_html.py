"""A review as one page that needs nothing else: no network, no font, no script from elsewhere.

Everything that comes from an intent or a device is escaped; the policy in the page's head allows its own
style and script alone, by their hash.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from html import escape
from importlib import resources
from typing import TYPE_CHECKING

from fabric.views.drawing import picture
from fabric.views.drawing_marks import marks_of
from fabric.views.review_html_groups import group_html
from fabric.views.review_words import (
    DISRUPTIVE,
    allowance_word,
    batches_word,
    cables_word,
    class_word,
    counted,
    devices_word,
    eta_word,
    headline,
    impact_words,
    names_word,
    outside_devices,
    rails_word,
    time_word,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fabric.analysis.folding import Folded
    from fabric.plan.review import Review, Turn

WIDE = 1000
"""Units of the bar that stands for the longest wave."""


def review_html(review: Review, pictures: Sequence[Folded] = ()) -> str:
    """Return the page; `pictures` are the fabrics, folded, where they are known."""
    style, script = _asset("report.css"), _asset("report.js")
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src 'sha256-{_hash(style)}'",
            f"script-src 'sha256-{_hash(script)}'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    title = escape(f"{review.site}/{','.join(review.fabrics)}: {headline(review)}")
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{title}</title>",
            f"<style>{style}</style></head>",
            "<body>",
            *_header(review),
            "<main>",
            *_picture(review, pictures),
            *_groups(review),
            *_order(review),
            *_checks(review),
            "</main>",
            *_footer(review),
            f"<script>{script}</script>",
            "</body></html>",
        )
    )


@cache
def _asset(name: str) -> str:
    return (resources.files("fabric") / "views" / "report" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _header(review: Review) -> Iterator[str]:
    yield "<header><div>"
    yield f"<h1>{escape(headline(review))}</h1>"
    fabrics = escape(", ".join(review.fabrics))
    kind = class_word(review.change_class)
    yield (
        f'<p><span class="pill {kind}">{kind}</span> {escape(review.site)}, fabric {fabrics} &middot; '
        f"<code>{escape(review.before)}</code> &rarr; <code>{escape(review.after)}</code></p>"
    )
    yield '<dl class="tiles">'
    yield from (
        f"<div><dt>{name}</dt><dd>{escape(value)}<small>{escape(more)}</small></dd></div>"
        for name, value, more in _tiles(review)
    )
    yield "</dl>"
    if warnings := list(_warnings(review)):
        yield '<ul class="warnings" aria-label="What to look at">'
        yield from (f"<li>{escape(warning)}</li>" for warning in warnings)
        yield "</ul>"
    yield "</div></header>"


def _tiles(review: Review) -> Iterator[tuple[str, str, str]]:
    add, change, remove = (review.count(kind) for kind in ("add", "change", "remove"))
    yield "Devices", str(add + change + remove), f"{add} new, {change} changed, {remove} gone"
    yield "Different changes", str(len(review.groups)), "equal ones are shown once"
    yield "GPUs that may notice", str(review.gpus), rails_word(review.rails) if review.rails else "no rail"
    yield "Links that flap", str(len(review.cables)), f"{review.capacity:.3g} % of uplinks at most"
    if review.turns:
        yield "At most", time_word(review.most_s), counted(len(review.turns), "wave")


def _warnings(review: Review) -> Iterator[str]:
    yield from map(allowance_word, review.allowances)
    if gone := [name for group in review.groups if group.kind == "remove" for name in group.devices]:
        yield f"no longer in the intent: {names_word(gone)}"
    for group in review.groups:
        if group.kind == "change" and group.change_class >= DISRUPTIVE:
            words = "; ".join(impact_words(group)) or class_word(group.change_class)
            yield f"{devices_word(group)}, {names_word(group.devices)}: {words}"
    if review.cables:
        yield cables_word(review)
    if found := outside_devices(review):
        undone = counted(sum(found.values()), "edit")
        yield f"somebody else changed {names_word(found)}: {undone} to be undone"


def _picture(review: Review, pictures: Sequence[Folded]) -> Iterator[str]:
    if pictures:
        yield "<h2>Where</h2>"
        yield '<div class="card picture" role="img" aria-label="Topology with what changes marked">'
        yield picture(pictures, marks_of(review))
        yield "</div>"


def _groups(review: Review) -> Iterator[str]:
    yield "<h2>Changes</h2>"
    yield '<div class="bar" role="search">'
    yield (
        '<input id="search" type="search" placeholder="Search devices, lines, ports" '
        'aria-label="Search the changes" autocomplete="off" spellcheck="false">'
    )
    kinds = dict.fromkeys(sorted((group.change_class for group in review.groups), reverse=True))
    for kind in kinds:
        word = class_word(kind)
        yield f'<button type="button" data-class="{word}" aria-pressed="false">{word}</button>'
    yield '<button type="button" id="open">Open all</button>'
    yield '<button type="button" id="close">Close all</button>'
    yield '<span id="state" class="soft" role="status"></span></div>'
    for group in review.groups:
        yield from group_html(group, review.groups)
    if not review.groups:
        yield '<p class="card">No device would notice.</p>'
    yield '<p id="none" class="none" hidden>Nothing fits.</p>'
    if review.rewritten:
        yield f'<p class="soft">Same meaning, other text: {escape(names_word(review.rewritten, 40))}</p>'
    if entries := sum(review.unmanaged.values()):
        yield f'<p class="soft">Not managed: {counted(entries, "entry", "entries")}, left alone.</p>'


def _order(review: Review) -> Iterator[str]:
    if not review.turns:
        return
    most = max(turn.most_s for turn in review.turns)
    yield "<h2>Order</h2>"
    yield f'<div class="card"><p>{escape(eta_word(review))}</p><table>'
    yield (
        '<tr><th class="figure">wave</th><th>name</th><th class="figure">devices</th><th>which</th>'
        '<th class="figure">at most</th><th>batches</th><th>change, then soak</th></tr>'
    )
    for turn in review.turns:
        names = escape(names_word(turn.devices))
        yield (
            f'<tr><td class="figure">{turn.number}</td><td class="word">{escape(turn.name)}</td>'
            f'<td class="figure">{len(turn.devices)}</td><td class="names">{names}</td>'
            f'<td class="figure">{time_word(turn.most_s)}</td>'
            f"<td>{escape(batches_word(turn))}</td><td>{_bar(turn, most)}</td></tr>"
        )
    yield "</table></div>"
    yield from (f'<p class="soft">Gate {escape(gate)}</p>' for gate in review.gates)


def _bar(turn: Turn, most: int) -> str:
    work, soak = (WIDE * seconds / max(most, 1) for seconds in (turn.most_s - turn.soak_s, turn.soak_s))
    return (
        f'<svg class="span" viewBox="0 0 {WIDE} 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="work" width="{work:.0f}" height="10"/>'
        f'<rect class="soak" x="{work:.0f}" width="{soak:.0f}" height="10"/></svg>'
    )


def _checks(review: Review) -> Iterator[str]:
    if review.findings is None:
        return
    yield "<h2>Checks</h2>"
    if not review.findings:
        yield '<p class="card">Every design rule holds.</p>'
        return
    yield '<div class="card"><table><tr><th></th><th>code</th><th>finding</th><th>where</th></tr>'
    for found in review.findings:
        place = str(found.place) if found.place else ""
        hint = f'<br><span class="soft">{escape(found.hint)}</span>' if found.hint else ""
        yield (
            f'<tr><td>{found.severity}</td><td class="word">{escape(found.code)}</td>'
            f"<td>{escape(found.summary)}{hint}</td>"
            f"<td><code>{escape(place)}</code></td></tr>"
        )
    yield "</table></div>"


def _footer(review: Review) -> Iterable[str]:
    keys = "<kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and last change, <kbd>Enter</kbd> open, "
    made = (
        f" &middot; plan <code>{escape(review.plan)}</code>, made {escape(review.created)}"
        if review.plan
        else ""
    )
    return (f"<footer>{keys}<kbd>o</kbd> <kbd>c</kbd> open and close all{made}</footer>",)
