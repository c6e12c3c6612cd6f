"""A review as the comment of a pull request: one that is updated, short enough, cut by whole groups."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from fabric.core.diagnostic import Severity
from fabric.plan.groups import beyond
from fabric.views.review_ports import edit_lines
from fabric.views.review_subject import subject
from fabric.views.review_words import (
    DISRUPTIVE,
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
    numbers_word,
    outside_devices,
    ports_words,
    printable,
    shared_word,
    total_words,
    turn_word,
    waves_word,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fabric.plan.groups import Group
    from fabric.plan.review import Review

MOST_BYTES = 60_000
"""GitHub refuses a comment of more than 65,536 characters."""
ROOM = 1_000
"""Bytes kept for the note on what was cut and for what stands below it."""
MOST_ROWS, MOST_PATTERNS = 100, 40
MOST_FINDINGS = 20
FENCE = "```"
_SPECIAL = re.compile(r"([\\`*_{}\[\]#|~])")


def review_markdown(review: Review, most: int = MOST_BYTES) -> str:
    """Return a review as Markdown of at most `most` bytes, with the marker by which the comment is found."""
    head = "\n".join(_head(review))
    tail = "\n".join(_tail(review))
    details, left = [], most - ROOM - len(head.encode()) - len(tail.encode())
    for group in review.groups:
        text = "\n".join(_details(review, group))
        size = len(text.encode()) + 1
        if size > left:
            continue
        details.append((group.number, text))
        left -= size
    shown = {number for number, _ in details}
    cut = [group for group in review.groups if group.number not in shown and group.kind == "change"]
    return "\n".join([head, *(text for _, text in details), *_cut(cut), tail]) + "\n"


def marker(review: Review) -> str:
    """Return the hidden line by which a job finds the comment that it updates."""
    return f"<!-- fabric:review:{_hidden(review.site)}:{_hidden(','.join(review.fabrics))} -->"


def _hidden(text: str) -> str:
    return re.sub(r"[^\w,.]", "_", text)


def _head(review: Review) -> Iterator[str]:
    yield marker(review)
    title = f"Fabric {review.site}/{','.join(review.fabrics)}"
    yield f"### {plain(title)}: {headline(review)}"
    yield ""
    span = f"{code(review.before)} → {code(review.after)}"
    yield f"{span} · **{class_word(review.change_class)}** · traffic: {plain(total_words(review))}"
    yield ""
    for warning in _warnings(review):
        yield f"> ⚠️ {plain(warning)}  "
    yield ""
    if review.groups:
        yield "| | devices | | class | goes | traffic |"
        yield "|--:|--|--|--|--|--|"
        yield from (_row(review, group) for group in review.groups[:MOST_ROWS])
        if len(review.groups) > MOST_ROWS:
            yield f"| | and {len(review.groups) - MOST_ROWS} more groups | | | | |"
        yield ""


def _warnings(review: Review) -> Iterator[str]:
    yield from map(allowance_word, review.allowances)
    if gone := [name for group in review.groups if group.kind == "remove" for name in group.devices]:
        yield f"no longer in the intent: {counted(len(gone), 'device')}, {names_word(gone)}"
    for group in review.groups:
        if group.kind == "change" and group.change_class >= DISRUPTIVE:
            words = "; ".join(impact_words(group))
            yield f"group {group.number} ({devices_word(group)}): {words or class_word(group.change_class)}"
    if review.cables:
        yield cables_word(review)
    if found := outside_devices(review):
        undone = counted(sum(found.values()), "edit")
        yield f"somebody else changed {names_word(found)}: {undone} to be undone"


def _row(review: Review, group: Group) -> str:
    sign = SIGNS[group.kind]
    cells = (
        str(group.number),
        f"`{sign}` {devices_word(group)}",
        "<br>".join(
            filter(None, (code(names_word(group.devices)), shared_word(group, review.groups), _new(group)))
        ),
        class_word(group.change_class),
        waves_word(group),
        plain("; ".join(impact_words(group))) or "none",
    )
    return f"| {' | '.join(cells)} |"


def _new(group: Group) -> str:
    return f"new, {counted(group.members[0].links, 'link')}" if group.kind == "add" else ""


def _details(review: Review, group: Group) -> Iterator[str]:
    if not group.shown or group.kind == "add":
        return
    own = beyond(group, review.groups)
    yield (
        f"<details><summary>{group.number}. {devices_word(group)}: {class_word(group.change_class)}, "
        f"{subject(group, review.groups)}</summary>"
    )
    yield ""
    yield code(names_word(group.devices, MOST_PATTERNS))
    for line in ports_words(group):
        yield f"- ports that flap: {plain(line)}"
    yield ""
    lines = [text + ("   # changed by somebody else" if one.outside else "") for one, text in edit_lines(own)]
    if lines:
        yield from _fenced(lines)
    yield "</details>"
    yield ""


def _fenced(lines: Sequence[str]) -> Iterator[str]:
    """Yield a diff in a fence that nothing inside it can close."""
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    fence = "`" * max(len(FENCE), longest + 1)
    yield f"{fence}diff"
    yield from ("!" + line[1:] if line.startswith("~") else line for line in lines)
    yield fence


def _cut(cut: Sequence[Group]) -> Iterator[str]:
    if cut:
        numbers = numbers_word([group.number for group in cut])
        yield (
            f"**Cut: {counted(len(cut), 'group')} ({numbers})**; their edits are in the JSON or HTML of this "
            "review."
        )
        yield ""


def _tail(review: Review) -> Iterator[str]:
    if review.turns:
        yield f"**Order**: {plain(eta_word(review))}"
        yield ""
        yield from (f"{turn_word(turn)}  " for turn in review.turns[:MOST_ROWS])
        yield ""
    if review.gates:
        yield from (f"Gate {plain(gate)}  " for gate in review.gates)
        yield ""
    if entries := sum(review.unmanaged.values()):
        yield f"Not managed: {counted(entries, 'entry', 'entries')}, left alone."
        yield ""
    yield from _checks(review)
    yield from _next(review)


def _checks(review: Review) -> Iterable[str]:
    if review.findings is None:
        return
    counts = {str(s): sum(found.severity is s for found in review.findings) for s in Severity}
    yield f"**Checks**: {counted(counts['error'], 'error')}, {counted(counts['warning'], 'warning')}"
    for found in review.findings[:MOST_FINDINGS]:
        place = f" ({found.place})" if found.place else ""
        yield f"- {found.severity} {found.code}: {plain(found.summary + place)}"
    if len(review.findings) > MOST_FINDINGS:
        yield f"- and {len(review.findings) - MOST_FINDINGS} more"
    yield ""


def _next(review: Review) -> Iterable[str]:
    flags = "".join(f" {one.flag}" for one in review.allowances)
    if review.plan:
        yield f"Next: `fabric apply PLAN{flags}`"
    elif review.groups:
        yield f"Next, after the merge: `fabric plan INTENT -o PLAN`, then `fabric apply PLAN{flags}`"


def plain(text: str) -> str:
    """Return a text that Markdown and HTML take as it stands: names come from strangers' YAML."""
    safe = _SPECIAL.sub(r"\\\1", escape(printable(text), quote=False))
    return safe.replace("@", "@<!-- -->")  # mentions nobody


def code(text: str) -> str:
    """Return a text as a code span that nothing inside it ends, in a table too."""
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{space}{printable(text)}{space}{ticks}".replace("|", "\\|")
