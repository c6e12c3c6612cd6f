"""A fabric as SVG: tiers as rows, equal devices folded, bundles with their size."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from fabric.analysis.weave import NONE
from fabric.topology import Role
from fabric.views.drawing_marks import FLAP, colour_of, flapping_boxes, word_of
from fabric.views.drawing_words import caption, lines_of, size_of, strand_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fabric.analysis.folding import Box, Folded, Strand
    from fabric.views.drawing_marks import Marks

RAIL_COLOURS = (
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C6D1F", "#000000",
)  # fmt: skip
"""Okabe and Ito's colours, told apart by every kind of colour vision; yellow is darkened for white paper."""
FILL = {
    Role.CORE: "#E8E8E8",
    Role.SPINE: "#EEF4FA",
    Role.LEAF: "#FFFFFF",
    Role.HOST: "#F6F3EA",
    Role.CIRCUIT: "#FFF4FB",
}
GREY, INK = "#7A7A7A", "#1A1A1A"
FONT, SMALL, LETTER = 13, 11, 7.2
"""Sizes of text and the width of a letter, px; a sans-serif of the viewer, so no font is loaded."""
LABEL = f'font-size="{SMALL}" text-anchor="middle"'
MARGIN, GAP, STRIP, LINE = 24, 18, 6, 16
ROW_SPACE, TITLE, SIDE, LOOP = 150, 64, 250, 14
ARCS, BELOW, ABOVE = 70, 1, -1
"""Space for lines above the top row, px, and the ways that a line may bend."""
FEW = 24
"""Strands between two rows that can each bear their own label."""
NARROW_BOX, WIDEST_GAP = 104, 150


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a box is drawn, px."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> float:
        """Middle from left to right."""
        return self.x + self.width / 2


def picture(fabrics: Sequence[Folded], marks: Marks | None = None) -> str:
    """Return an SVG with the fabrics below each other, what changes marked."""
    parts: list[str] = []
    top = float(MARGIN)
    right = 0.0
    for folded in fabrics:
        frames, bottom = _frames(folded, top)
        words = MARGIN + len(caption(folded)) * LETTER * SMALL / FONT
        right = max(right, words, *(frame.x + frame.width for frame in frames.values()))
        parts += _fabric(folded, frames, top)
        parts += _marked(folded, frames, marks) if marks else ()
        top = bottom + MARGIN
    width, height = right + MARGIN, top
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="{FONT}" fill="{INK}">'
    )
    paper = f'<rect width="{width:.0f}" height="{height:.0f}" fill="#FFFFFF"/>'
    return "\n".join((head, paper, *parts, "</svg>")) + "\n"


def _frames(folded: Folded, top: float) -> tuple[dict[int, Frame], float]:
    """Return the place of every box, rows centred above each other, and where the fabric ends."""
    width = max(map(_width, folded.boxes), default=0.0)
    widest = max(map(len, folded.rows), default=0) * (width + GAP)
    frames: dict[int, Frame] = {}
    y = top + TITLE + (ARCS if _bridged(folded) else 0)
    for row in folded.rows:
        step = min(widest / len(row), width + WIDEST_GAP)
        x = SIDE + (widest - step * len(row) + step - width) / 2
        height = max(_height(folded.boxes[n]) for n in row)
        for place, number in enumerate(row):
            frames[number] = Frame(x + step * place, y, width, height)
        y += height + ROW_SPACE
    return frames, y - ROW_SPACE


def _bridged(folded: Folded) -> bool:
    """Whether boxes of the top row are joined to each other, or inside: those lines are drawn above it."""
    top = set(folded.rows[0]) if folded.rows else set()
    return any(strand.lower in top and strand.upper in top for strand in folded.strands)


def _bend(folded: Folded, lower: int) -> int:
    """Return which way a line bends that stays in the row of its lower box: above the top row, else below."""
    return ABOVE if lower in folded.rows[0] else BELOW


def _width(box: Box) -> float:
    longest = max(len(line) for line in lines_of(box))
    return max(longest * LETTER * SMALL / FONT + 32, NARROW_BOX)


def _height(box: Box) -> float:
    return LINE * len(lines_of(box)) + 14


def _fabric(folded: Folded, frames: dict[int, Frame], top: float) -> Iterator[str]:
    yield f"<g id={quoteattr(folded.fabric)}>"
    yield _text(MARGIN, top + 16, f"Fabric {folded.fabric}", 'font-weight="bold" font-size="16"')
    yield _text(MARGIN, top + 36, caption(folded), f'font-size="{SMALL}" fill="{GREY}"')
    between = _between(folded)
    for strands in between.values():
        yield from _strands(folded, frames, strands)
    for number, box in enumerate(folded.boxes):
        yield from _drawn(box, frames[number])
    yield from _side(folded, frames, between)
    yield "</g>"


def _marked(folded: Folded, frames: dict[int, Frame], marks: Marks) -> Iterator[str]:
    """Yield cables that flap as broken lines, a frame around each box that changes, and how many of it do."""
    for lower, upper in flapping_boxes(folded.boxes, marks):
        path, _, _ = _way(frames[lower], frames[upper], 0, _bend(folded, lower))
        yield f'<path d="{path}" fill="none" stroke="{FLAP}" stroke-width="3" stroke-dasharray="7 4"/>'
    for number, box in enumerate(folded.boxes):
        if colour := colour_of(box, marks):
            frame, word = frames[number], word_of(box, marks)
            yield (
                f'<rect x="{frame.x - 2:.1f}" y="{frame.y - 2:.1f}" width="{frame.width + 4:.1f}" '
                f'height="{frame.height + 4:.1f}" rx="6" fill="none" stroke="{colour}" stroke-width="3"/>'
            )
            style = f'font-size="{SMALL}" font-weight="bold" text-anchor="middle" fill="{colour}"'
            yield from _label(frame.centre, frame.y - 8, word, style)


def _between(folded: Folded) -> dict[tuple[int, int], list[Strand]]:
    """Return the strands by the pair of rows they join, counted from the top."""
    row_of = {number: n for n, row in enumerate(folded.rows) for number in row}
    found: dict[tuple[int, int], list[Strand]] = {}
    for strand in folded.strands:
        found.setdefault((row_of[strand.upper], row_of[strand.lower]), []).append(strand)
    return found


def _strands(folded: Folded, frames: dict[int, Frame], strands: list[Strand]) -> Iterator[str]:
    words = {strand: strand_word(strand) for strand in strands}
    told = len(strands) <= FEW and len(set(words.values())) > 1
    most = max(strand.bundle.links for strand in strands)
    labels: list[str] = []
    for number, strand in enumerate(strands):
        width = 1.0 + 3.0 * strand.bundle.links / most if len(strands) <= FEW else 1.2
        colour = _colour(folded.boxes[strand.lower], folded.boxes[strand.upper])
        path, x, y = _way(frames[strand.lower], frames[strand.upper], number, _bend(folded, strand.lower))
        stroke = f'stroke="{colour}" stroke-width="{width:.1f}" stroke-opacity="0.6"'
        yield f'<path d="{path}" fill="none" {stroke}/>'
        if told:
            labels += _label(x, y, words[strand])
    yield from labels


def _label(x: float, y: float, text: str, style: str = LABEL) -> Iterator[str]:
    width = len(text) * LETTER * SMALL / FONT + 6
    place = f'x="{x - width / 2:.1f}" y="{y - SMALL:.1f}" width="{width:.1f}" height="{SMALL + 4}"'
    yield f'<rect {place} fill="#FFFFFF" fill-opacity="0.9"/>'
    yield _text(x, y, text, style)


def _way(low: Frame, high: Frame, number: int, arc: int) -> tuple[str, float, float]:
    """Return the path between two boxes and the place of its label, nearer to the lower box."""
    if low.y == high.y:
        return _arc(low, high, number, arc)
    start, end = (low.centre, low.y), (high.centre, high.y + high.height)
    part = 0.25 + 0.12 * (number % 3)
    x, y = (start[axis] + part * (end[axis] - start[axis]) for axis in (0, 1))
    return f"M{start[0]:.1f} {start[1]:.1f} L{end[0]:.1f} {end[1]:.1f}", x, y


def _arc(one: Frame, other: Frame, number: int, side: int) -> tuple[str, float, float]:
    """Return the path between two boxes of a row, below or above it; a loop for links inside one."""
    edge = one.y + one.height if side == BELOW else one.y
    left, right = sorted((one.centre, other.centre))
    left, right = (left - LOOP, right + LOOP) if one is other else (left + LOOP, right - LOOP)
    far = edge + side * (30 + 8 * (number % 3) + min((right - left) / 20, 60))
    path = f"M{left:.1f} {edge:.1f} C{left:.1f} {far:.1f} {right:.1f} {far:.1f} {right:.1f} {edge:.1f}"
    return path, (left + right) / 2, edge + (far - edge) * 0.75


def _colour(*boxes: Box) -> str:
    """Return the colour of the first box that is of one rail."""
    rail = next((box.rails[0] for box in boxes if len(box.rails) == 1), None)
    return GREY if rail is None else RAIL_COLOURS[(rail - 1) % len(RAIL_COLOURS)]


def _drawn(box: Box, frame: Frame) -> Iterator[str]:
    """Yield a box; a folded one lies on a stack."""
    if len(box.names) > 1:
        for shift in (6, 3):
            yield _rectangle(frame, FILL[box.role], shift)
    yield _rectangle(frame, FILL[box.role], 0)
    middle = frame.centre
    if len(box.rails) == 1:
        middle += STRIP / 2
        yield (
            f'<rect x="{frame.x:.1f}" y="{frame.y:.1f}" width="{STRIP}" height="{frame.height:.1f}" '
            f'fill="{_colour(box)}"/>'
        )
    for number, line in enumerate(lines_of(box)):
        weight = 'font-weight="bold" ' if number == 0 else ""
        style = f'{weight}font-size="{SMALL}" text-anchor="middle"'
        yield _text(middle, frame.y + 18 + LINE * number, line, style)


def _rectangle(frame: Frame, fill: str, shift: float) -> str:
    return (
        f'<rect x="{frame.x + shift:.1f}" y="{frame.y + shift:.1f}" width="{frame.width:.1f}" '
        f'height="{frame.height:.1f}" rx="4" fill="{fill}" stroke="{INK}"/>'
    )


def _side(
    folded: Folded, frames: dict[int, Frame], between: dict[tuple[int, int], list[Strand]]
) -> Iterator[str]:
    """Yield what stands at the left: the tier beside its row, the links beside the space between two."""
    for row in folded.rows:
        frame = frames[row[0]]
        boxes = [folded.boxes[number] for number in row]
        devices = sum(len(box.names) for box in boxes)
        word = size_of(boxes[0].role, devices)
        yield _text(MARGIN, frame.y + frame.height / 2 + 5, word, 'font-weight="bold"')
    below = Counter(upper for upper, _ in between)
    seen: Counter[int] = Counter()
    for (upper, lower), strands in between.items():
        frame = frames[folded.rows[upper][0]]
        lines = 3 if below[upper] == 1 else 4
        start = frame.y + frame.height + ROW_SPACE / 2 - lines * LINE / 2 * below[upper]
        y = start + 12 + lines * LINE * seen[upper]
        seen[upper] += 1
        yield from _beside(y, strands, inside=upper == lower)


def _beside(y: float, strands: Iterable[Strand], *, inside: bool) -> Iterator[str]:
    own = list(strands)
    whole = NONE
    for strand in own:
        whole = whole.and_also(strand.bundle)
    across = " within the tier" if inside else ""
    sizes = Counter(strand_word(strand) for strand in own)
    yield _text(MARGIN, y, f"{whole.links} links{across}", f'font-size="{SMALL}"')
    yield _text(MARGIN, y + LINE, f"{whole.gbps / 1000:g} Tb/s", f'font-size="{SMALL}" fill="{GREY}"')
    for number, (word, count) in enumerate(sizes.most_common(2), 2):
        lines = "1 line" if count == 1 else f"{count} lines"
        each = f"each line {word}" if len(sizes) == 1 else f"{lines} {word}"
        yield _text(MARGIN, y + LINE * number, each, f'font-size="{SMALL}" fill="{GREY}"')


def _text(x: float, y: float, text: str, style: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'
