"""The plan of a rollout as the state keeps it: it may be older than this version of the program."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fabric.plan.model import from_json
from fabric.rollout.statedir import StateError

if TYPE_CHECKING:
    from fabric.plan.model import Plan
    from fabric.rollout.backend import Backend


class OtherVersionError(StateError):
    """The text is whole, and no plan that this version knows how to follow."""


def kept_plan(kept: Backend, digest: str) -> Plan:
    """Return a plan; raises StateError when it is lost or altered, OtherVersionError when it is another's."""
    text = kept.read(digest)
    try:
        return from_json(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as failure:
        raise OtherVersionError(
            f"plan {digest[:12]} of the journal was made by another version of this program: end its rollout"
            " with that version"
        ) from failure
