"""A review in the form that was asked for."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from fabric.cli.talk import coloured

if TYPE_CHECKING:
    from fabric.pipeline import Build
    from fabric.plan.review import Review

FORMS = ("human", "json", "markdown", "html")
BOXES = 10
"""Most boxes of a row in the picture of a page."""
WIDE = 110
"""Columns of what is no terminal, and the most that one is used for."""


def formed(review: Review, form: str, build: Build | None = None, *, summary: bool = False) -> str:
    """Return a review as text for a terminal, JSON, Markdown for a pull request, or a page.

    The page has a picture of the fabrics where their build is known.
    """
    if form == "json":
        from fabric.views.review_document import review_json

        return review_json(review)
    if form == "markdown":
        from fabric.views.review_markdown import review_markdown

        return review_markdown(review).removesuffix("\n")
    if form == "html":
        return _page(review, build)
    from fabric.views.review_text import review_text

    return review_text(review, colour=coloured(sys.stdout), width=width(), summary=summary)


def _page(review: Review, build: Build | None) -> str:
    from fabric.analysis.folding import fold
    from fabric.views.review_html import review_html

    designs = build.designs if build else {}
    shown = [design for name, design in designs.items() if name in review.fabrics]
    return review_html(review, [fold(design.fabric, BOXES) for design in shown])


def width() -> int:
    """Return the columns to fill: those of the terminal, up to what is read at a glance."""
    return min(shutil.get_terminal_size().columns, WIDE) if sys.stdout.isatty() else WIDE
