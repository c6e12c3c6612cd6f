"""What a group of changes is about: how many edits of which feature, for whoever opens no diff."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fabric.pipeline.registry import PLATFORMS
from fabric.plan.groups import beyond
from fabric.views.review_words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabric.plan.groups import Group

MOST_FEATURES = 6
FEATURES = {platform.name: platform.feature for platform in PLATFORMS if platform.feature}


def subject(group: Group, groups: Sequence[Group]) -> str:
    """Return how much a group changes and in what: `5 changes: bfd 2, time 2, qos 1`."""
    if group.kind != "change":
        return ""
    own = beyond(group, groups)
    if not group.like:
        return counted(len(own), "change") + _features(group, groups)
    more = f", and {counted(len(own), 'more change')}{_features(group, groups)}" if own else ""
    return f"the same as group {group.like}{more}"


def _features(group: Group, groups: Sequence[Group]) -> str:
    feature = FEATURES.get(group.members[0].platform)
    if feature is None:
        return ""
    counts = Counter(feature(one.edit.path) for one in beyond(group, groups))
    listed = sorted((item for item in counts.items() if item[0]), key=lambda item: (-item[1], item[0]))
    if len(listed) == 1:
        return f": {listed[0][0]}"
    words = ", ".join(f"{name} {count}" for name, count in listed[:MOST_FEATURES])
    rest = f" and {len(listed) - MOST_FEATURES} more" if len(listed) > MOST_FEATURES else ""
    return f": {words}{rest}" if words else ""
