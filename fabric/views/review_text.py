"""A review for a terminal: groups first, then what traffic notices, the order and the line that counts."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from fabric.plan.groups import beyond
from fabric.platforms.form import ChangeClass
from fabric.views.review_ports import edit_lines
from fabric.views.review_subject import subject
from fabric.views.review_words import (
    SIGNS,
    allowance_word,
    cables_word,
    class_word,
    counted,
    devices_word,
    eta_word,
    headline,
    impact_words,
    names_word,
    outside_devices,
    ports_words,
    printable,
    shared_word,
    total_words,
    turn_word,
    waves_word,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.plan.groups import Group, Shown
    from fabric.plan.review import Review

PAINT = {"+": "\x1b[32m", "-": "\x1b[31m", "~": "\x1b[33m"}
CLASS_PAINT = {
    ChangeClass.COSMETIC: "\x1b[2m",
    ChangeClass.ADDITIVE: "\x1b[32m",
    ChangeClass.TUNING: "\x1b[36m",
    ChangeClass.SESSION_RESET: "\x1b[33m",
}
DANGER, BOLD, DIM, RESET = "\x1b[1;31m", "\x1b[1m", "\x1b[2m", "\x1b[0m"
NARROW = 72
"""Columns below which a headline is broken into lines."""
MOST_GROUPS = 40
"""Groups whose edits are shown: a change with more is another fabric, and is read by machines."""
MOST_EDITS = 60
"""Edits of a group that are shown; nobody reads more, and machines get all."""


def review_text(review: Review, *, colour: bool = False, width: int = 100, summary: bool = False) -> str:
    """Return a review for people; `summary` leaves out the edits."""
    paint = _Paint(colour)
    lines = [line for text in (_title(review), *_plan(review)) for line in _wrapped(text, width)]
    for group in review.groups:
        lines += _group(review, group, paint, width, summary=summary or group.number > MOST_GROUPS)
    if len(review.groups) > MOST_GROUPS and not summary:
        lines += [
            "",
            f"Edits of groups {MOST_GROUPS + 1}-{len(review.groups)} are left out; `--format json` has all",
        ]
    lines += (line for text in _after(review) for line in _wrapped(text, width))
    if review.rewritten:
        lines += _wrapped(f"Same meaning, other text: {names_word(review.rewritten)}", width)
    word = "Plan" if review.plan else "Changes"
    lines += (paint(BOLD, line) for line in _wrapped(f"{word}: {headline(review)}", width))
    return "\n".join(lines)


class _Paint:
    def __init__(self, on: bool) -> None:  # noqa: FBT001 - private
        self.on = on

    def __call__(self, code: str, text: str) -> str:
        return f"{code}{text}{RESET}" if self.on else text


def _title(review: Review) -> str:
    return f"Fabric {review.site}/{','.join(review.fabrics)}  {review.before} -> {review.after}"


def _plan(review: Review) -> Iterator[str]:
    if review.plan:
        digest = review.plan.removeprefix("sha256:")[:12]
        yield f"plan {digest}, made {review.created}, expires {review.expires}"


def _group(review: Review, group: Group, paint: _Paint, width: int, *, summary: bool) -> Iterator[str]:
    sign = SIGNS[group.kind]
    kind = class_word(group.change_class)
    colour = CLASS_PAINT.get(group.change_class, DANGER)
    names, count, waves = names_word(group.devices), devices_word(group), waves_word(group)
    what = {"add": f", new, {counted(group.members[0].links, 'link')}", "remove": ", goes"}.get(
        group.kind, ""
    )
    yield ""
    plain = f"{group.number:>2} {sign} {count}{what}  {kind}  {waves}".rstrip()
    if width < NARROW:
        yield f"{group.number:>2} {paint(PAINT[sign], sign)} {paint(BOLD, count)}{what}"
        yield f"     {paint(colour, kind)}  {waves}".rstrip()
    else:
        yield plain.replace(f"{sign} {count}", f"{paint(PAINT[sign], sign)} {paint(BOLD, count)}", 1).replace(
            f"  {kind}", f"  {paint(colour, kind)}", 1
        )
    yield from _wrapped(names, width, "     ")
    if shared := shared_word(group, review.groups):
        yield from _wrapped(shared, width, "     ")
    for word in (*impact_words(group), *ports_words(group)[:MOST_EDITS]):
        yield from _wrapped(paint(DIM, word) if len(word) < width - len("     ") else word, width, "     ")
    if about := subject(group, review.groups):
        yield from _wrapped(about, width, "     ")
    if not summary:
        yield from _edits(review, group, paint, width)


def _edits(review: Review, group: Group, paint: _Paint, width: int) -> Iterator[str]:
    if group.kind == "add":
        if group.shown:
            yield f"     everything is new: {counted(len(group.shown), 'line')}; `--format json` has them"
        return
    own = beyond(group, review.groups)
    edits = edit_lines(own)
    for one, text in edits[:MOST_EDITS]:
        yield from _edit(one, text, paint, width)
    if len(edits) > MOST_EDITS:
        yield f"     ... and {len(edits) - MOST_EDITS} more; `--format json` has all"


def _edit(one: Shown, words: str, paint: _Paint, width: int) -> Iterator[str]:
    text = words + ("  (changed on the device by somebody else)" if one.outside else "")
    for line in _wrapped(text, width, "     ", "       "):
        yield paint(PAINT[text[0]], line)


def _after(review: Review) -> Iterable[str]:
    if not review.groups:
        return
    yield ""
    yield f"Traffic: {total_words(review)}"
    if review.cables:
        yield cables_word(review)
    if found := outside_devices(review):
        where = names_word(found)
        count = sum(found.values())
        undone = "it" if count == 1 else "them"
        yield f"Outside changes: {counted(count, 'edit')} on {where}; this plan undoes {undone}"
    if entries := sum(review.unmanaged.values()):
        where = counted(sum(map(bool, review.unmanaged.values())), "device")
        yield f"Not managed: {counted(entries, 'entry', 'entries')} on {where}, left alone"
    for turn in review.turns:
        yield f"wave {turn_word(turn)}"
    if review.turns:
        yield f"Order: {eta_word(review)}"
    yield from (f"Gate {printable(gate)}" for gate in review.gates)
    for one in review.allowances:
        yield f"Needs consent: {allowance_word(one)}"


def _wrapped(text: str, width: int, indent: str = "", deeper: str = "") -> list[str]:
    if len(indent) + len(text) <= width:
        return [indent + text]
    return textwrap.wrap(
        text, max(width, 20), initial_indent=indent, subsequent_indent=deeper or indent,
        break_on_hyphens=False,
    )  # fmt: skip
