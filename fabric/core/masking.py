"""Secrets out of texts: whatever shape a value took on its way into a message."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterable

MASK = "<secret>"
SHORTEST = 4
"""Letters of the shortest value that is masked: a shorter one would garble every message that has the same
letters by chance."""


def in_json(value: str) -> str:
    """Return a value as it stands inside a JSON string."""
    return json.dumps(value)[1:-1]


def masked(text: str, values: Iterable[str]) -> str:
    """Return a text without these values, plain or as JSON, Python, a page or an address has them.

    The longest goes first, so that no part of one is left standing.
    """
    shapes = {shape for value in values if len(value) >= SHORTEST for shape in _shapes(value)}
    for shape in sorted(shapes, key=len, reverse=True):
        text = text.replace(shape, MASK)
    return text


def _shapes(value: str) -> tuple[str, ...]:
    once = in_json(value)
    plain = json.dumps(value, ensure_ascii=False)[1:-1]
    return (value, once, plain, in_json(once), repr(value)[1:-1], html.escape(value), quote(value, safe=""))
