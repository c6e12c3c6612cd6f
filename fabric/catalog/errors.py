"""The error of a look-up that finds nothing."""

from __future__ import annotations


class CatalogError(LookupError):
    """The catalog does not know; `hint` says what it knows instead."""

    def __init__(self, summary: str, hint: str = "") -> None:
        super().__init__(summary)
        self.summary = summary
        self.hint = hint
