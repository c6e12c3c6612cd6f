"""A review in the form that was asked for."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from fabric.cli.talk import coloured

if TYPE_CHECKING:
    from fabric.plan.review import Review

FORMS = ("human", "json", "markdown")
WIDE = 110
"""Columns of what is no terminal, and the most that one is used for."""


def formed(review: Review, form: str, *, summary: bool = False) -> str:
    """Return a review as text for a terminal, JSON, or Markdown for a pull request."""
    if form == "json":
        from fabric.views.review_document import review_json

        return review_json(review)
    if form == "markdown":
        from fabric.views.review_markdown import review_markdown

        return review_markdown(review).removesuffix("\n")
    from fabric.views.review_text import review_text

    return review_text(review, colour=coloured(sys.stdout), width=width(), summary=summary)


def width() -> int:
    """Return the columns to fill: those of the terminal, up to what is read at a glance."""
    return min(shutil.get_terminal_size().columns, WIDE) if sys.stdout.isatty() else WIDE
