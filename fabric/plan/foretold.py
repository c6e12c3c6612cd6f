"""A device's own diff of a candidate against the plan: one that would do otherwise is not let go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.masking import MASK
from fabric.plan.redact import redacted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.tree import Edit
    from fabric.platforms.form import Patch, Platform

MOST = 3
"""Differences that are told."""


def mismatch(platform: Platform, running: Mapping[str, str], patch: Patch, shown: str) -> str:
    """Say where a device would do otherwise than planned, both sides beside each other; empty for nowhere."""
    if platform.unlike is None:
        return ""
    try:
        found = platform.unlike(running, patch.edits, shown)
    except ValueError as fault:
        return f"its own diff cannot be compared with the plan: {fault}"
    edits = [edit for edit in map(redacted, found) if not _secret(edit)]
    if not edits:
        return ""
    told = "; ".join(_words(edit) for edit in edits[:MOST])
    more = f"; and {len(edits) - MOST} more" if len(edits) > MOST else ""
    return f"by its own diff it would do otherwise than planned: {told}{more}"


def _secret(edit: Edit) -> bool:
    """Whether one side is a secret, which the plan does not hold."""
    return any(MASK in text for text in (*edit.path, edit.old or "", edit.new or ""))


def _words(edit: Edit) -> str:
    planned, told = (
        f"`{side}`" if side else "nothing" if side is None else "a line" for side in (edit.old, edit.new)
    )
    return f"`{' > '.join(edit.path)}`: planned {planned}, it says {told}"
