"""What changes, marked on the picture of a fabric: boxes by their worst class, cables that flap."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.platforms.form import ChangeClass
from fabric.views.review_words import class_word

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from fabric.analysis.folding import Box
    from fabric.plan.review import Review

COLOURS: Mapping[ChangeClass, str] = {
    ChangeClass.COSMETIC: "#6B7280",
    ChangeClass.ADDITIVE: "#1A7F37",
    ChangeClass.TUNING: "#0969DA",
    ChangeClass.SESSION_RESET: "#9A6700",
    ChangeClass.LINK_FLAP: "#BC4C00",
    ChangeClass.BUFFER_REPROGRAM: "#BC4C00",
    ChangeClass.RESTART: "#CF222E",
    ChangeClass.IDENTITY: "#8250DF",
}
"""The same as in the page around the picture, on white paper."""
FLAP = COLOURS[ChangeClass.LINK_FLAP]


@dataclass(frozen=True, slots=True)
class Marks:
    """What to mark."""

    classes: Mapping[str, ChangeClass]
    """By device that changes."""
    flapping: Collection[frozenset[str]]
    """Pairs of devices with a cable between them that flaps."""


def marks_of(review: Review) -> Marks:
    """Return what a review changes."""
    classes = {
        member.name: member.change_class
        for group in review.groups
        if group.kind != "remove"
        for member in group.members
    }
    pairs = {frozenset(end.partition(" ")[0] for end in cable.split(" - ")) for cable in review.cables}
    return Marks(classes, pairs)


def colour_of(box: Box, marks: Marks) -> str:
    """Return the colour of the worst that happens in a box; empty for nothing."""
    found = [marks.classes[name] for name in box.names if name in marks.classes]
    return COLOURS[max(found)] if found else ""


def word_of(box: Box, marks: Marks) -> str:
    """Return how a device changes; of several, how many change, and how many of them the worst way."""
    found = Counter(marks.classes[name] for name in box.names if name in marks.classes)
    if not found:
        return ""
    worst = class_word(max(found))
    if len(box.names) == 1:
        return worst
    count = f"{found.total()} of {len(box.names)} change"
    return f"{count}, {found[max(found)]} {worst}" if len(found) > 1 else f"{count}: {worst}"


def flapping_boxes(boxes: tuple[Box, ...], marks: Marks) -> Iterator[tuple[int, int]]:
    """Yield the lower and the upper box that a cable that flaps joins, each pair once."""
    home = {name: number for number, box in enumerate(boxes) for name in box.names}
    pairs = {
        (max(ends), min(ends))  # boxes are numbered from the top
        for pair in marks.flapping
        if len(ends := [home[name] for name in pair if name in home]) > 1
    }
    yield from sorted(pairs)
