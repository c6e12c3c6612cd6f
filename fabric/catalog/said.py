"""Which switch a device means by the model that it tells: vendors add series, airflow and profile to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabric.catalog.errors import CatalogError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.catalog.facade import Catalog
    from fabric.catalog.models.switches import Switch

_SHORTEST = 5
"""Letters and digits of a name that can be told apart within another."""


def switch_said(catalog: Catalog, word: str) -> str:
    """Return the switch that a device's own word names, such as `DCS-7060X6-64PE-F`; empty for none.

    The longest name within the word counts: `7060X6-64PE-B` is another switch than `7060X6-64PE`.
    """
    try:
        return catalog.hwsku(word).switch
    except CatalogError:
        said = _plain(word)
    found = [
        (len(name), switch)
        for switch in catalog.switch_ids
        for name in _names(catalog.switch(switch))
        if name in said
    ]
    return max(found)[1] if found else ""


def _names(switch: Switch) -> Iterator[str]:
    for word in (switch.id, *re.split(r"[/(),=]", switch.model)):
        plain = _plain(word)
        if len(plain) >= _SHORTEST and any(letter.isdigit() for letter in plain):
            yield plain


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "", word.lower())
