"""How a revision is known by its token: NVUE numbers revisions and has no name for one.

The mark is an access list of the token's name, without rules and attached nowhere, so that it programs
nothing. It comes in with the change in one request: a marked revision is a whole one. The mark of the last
change stays in the applied configuration until the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabric.drivers.token import ours

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PLACE = "acl"
_BODY = {"type": "ipv4"}


def marks(lists: Mapping[str, Any]) -> frozenset[str]:
    """Return our marks among access lists."""
    return frozenset(name for name in lists if ours(name))


def marked(body: Mapping[str, Any], token: str) -> dict[str, Any]:
    """Return a body that sets the mark beside what it sets."""
    return {**body, PLACE: {**body.get(PLACE, {}), token: _BODY}}


def unmarking(body: Mapping[str, Any], old: Iterable[str]) -> dict[str, Any]:
    """Return a body that takes old marks away beside what it unsets."""
    gone = dict.fromkeys(sorted(old))
    if not gone or (PLACE in body and body[PLACE] is None):  # all lists go, and marks with them
        return dict(body)
    return {**body, PLACE: {**body.get(PLACE, {}), **gone}}


def unmarked(tree: Mapping[str, Any]) -> dict[str, Any]:
    """Return a configuration without our marks, nor the empty container that the last one leaves."""
    lists = tree.get(PLACE) or {}
    rest = {name: body for name, body in lists.items() if not ours(name)}
    others = {key: value for key, value in tree.items() if key != PLACE}
    return {**others, PLACE: rest} if rest else others
