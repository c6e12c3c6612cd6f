"""One group of equal changes in the page of a review."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from fabric.plan.groups import beyond
from fabric.views.review_subject import subject
from fabric.views.review_words import (
    SIGNS,
    class_word,
    counted,
    devices_word,
    edit_word,
    impact_words,
    names_word,
    rails_word,
    shared_word,
    waves_word,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabric.plan.groups import Group, Member, Shown

MOST_PATTERNS = 12
MOST_LINES = 400
"""Lines of one change in the page; the JSON has all."""


def group_html(group: Group, groups: Sequence[Group]) -> Iterator[str]:
    """Yield a group: what a reviewer sees at once in its head, everything else when it is opened."""
    kind = class_word(group.change_class)
    yield f'<details class="group" id="group-{group.number}" data-class="{kind}">'
    yield (
        f'<summary><span class="number">{group.number}</span>'
        f'<span class="count"><span class="sign {group.kind}">{SIGNS[group.kind]}</span>'
        f"{escape(devices_word(group))}</span>"
        f'<span class="names">{escape(names_word(group.devices))}{_traffic(group, groups)}</span>'
        f'<span class="right"><span class="pill {kind}">{kind}</span>'
        f'<span class="wave">{waves_word(group)}</span></span></summary>'
    )
    yield '<div class="body">'
    yield from _change(group, groups)
    yield from _devices(group)
    yield "</div></details>"


def _traffic(group: Group, groups: Sequence[Group]) -> str:
    new = (f"new, {counted(group.members[0].links, 'link')}",) if group.kind == "add" else ()
    about = filter(None, (subject(group, groups), shared_word(group, groups)))
    lines = ("; ".join((*new, *about)), "; ".join(impact_words(group)))
    return "".join(f'<span class="traffic">{escape(words)}</span>' for words in lines if words)


def _change(group: Group, groups: Sequence[Group]) -> Iterator[str]:
    own = beyond(group, groups)
    if group.like:
        like = f'<a href="#group-{group.like}">{group.like}</a>'
        yield f"<p>The same as group {like}{', and more:' if own else '.'}</p>"
    if own:
        yield '<div class="diff">'
        yield from (_line(one) for one in own[:MOST_LINES])
        yield "</div>"
    if len(own) > MOST_LINES:
        yield f'<p class="soft">and {len(own) - MOST_LINES} more lines; the JSON of this review has all</p>'


def _line(one: Shown) -> str:
    outside = " outside" if one.outside else ""
    return f'<div class="{one.edit.kind}{outside}">{escape(edit_word(one.edit))}</div>'


def _devices(group: Group) -> Iterator[str]:
    disturbed = [member for member in group.members if member.impact.gpus or member.impact.flaps]
    if disturbed:
        yield (
            "<h3>What traffic notices</h3><table><tr><th>device</th><th>ports that flap</th>"
            '<th class="figure">sessions</th><th class="figure">GPUs</th><th>rails</th>'
            '<th class="figure">uplinks out</th></tr>'
        )
        yield from map(_disturbed, disturbed)
        yield "</table>"
    yield f'<h3>{escape(devices_word(group))}</h3><p class="names">{escape(", ".join(group.devices))}</p>'


def _disturbed(member: Member) -> str:
    impact = member.impact
    return (
        f"<tr><td>{escape(member.name)}</td><td>{escape(', '.join(impact.flaps)) or 'none'}</td>"
        f'<td class="figure">{len(impact.sessions)}</td><td class="figure">{impact.gpus}</td>'
        f"<td>{rails_word(impact.rails) if impact.rails else ''}</td>"
        f'<td class="figure">{impact.capacity:.3g} %</td></tr>'
    )
