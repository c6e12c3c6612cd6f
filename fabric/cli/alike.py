"""What many devices have in common is said once: a whole fabric that does not answer is one line."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from fabric.core.names import listing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fabric.core.diagnostic import Diagnostic

HERE = "{device}"


def together(found: Iterable[tuple[str, Diagnostic]]) -> tuple[Diagnostic, ...]:
    """Return findings of devices, by name, with those that differ in name and address alone as one."""
    same: defaultdict[Diagnostic, list[tuple[str, Diagnostic]]] = defaultdict(list)
    for name, one in found:
        same[replace(one, summary=_nameless(one.summary, name))].append((name, one))
    return tuple(_said(general, own) for general, own in same.items())


def _nameless(summary: str, name: str) -> str:
    """Return a sentence without the device's name, and without what a driver puts before its own words."""
    general = re.sub(rf"\b{re.escape(name)}( \([^()]*\))?: ", "", summary)
    return general.replace(f"`{name}`", HERE)


def _said(general: Diagnostic, own: list[tuple[str, Diagnostic]]) -> Diagnostic:
    names = [name for name, _ in own]
    if len(own) == 1 or HERE not in general.summary:
        return own[0][1]
    return replace(general, summary=general.summary.replace(HERE, listing(names)))
