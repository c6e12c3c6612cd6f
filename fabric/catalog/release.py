"""Releases as numbers: `4.34.1F` after `4.9.0`, `5.16` after `5.9`, SONiC's `202511` and `master`."""

from __future__ import annotations

import re
from functools import lru_cache

from fabric.catalog.errors import CatalogError

_RELEASE = re.compile(r"^(\d+(?:\.\d+)*)(?:[A-Za-z][A-Za-z0-9]*)?(?:[-_+].*)?$")
_NEWEST = (10**9,)
"""SONiC's `master` comes after every numbered release."""


@lru_cache(maxsize=1024)
def release_key(release: str) -> tuple[int, ...]:
    """Return the numbers of a release for comparison.

    `4.34` equals `4.34.0`: zeros at the end do not count. Raises CatalogError when it is not a release.
    """
    if release == "master":
        return _NEWEST
    match = _RELEASE.match(release)
    if not match:
        raise CatalogError(
            f"`{release}` is not a release", hint="write it like `4.34.1F`, `202511` or `5.16`"
        )
    numbers = [int(part) for part in match[1].split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def within(release: str, since: str, before: str) -> bool:
    """Return whether a release lies in the range [since, before); an empty bound is open."""
    key = release_key(release)
    return not ((since and key < release_key(since)) or (before and key >= release_key(before)))
