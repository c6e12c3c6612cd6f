"""Names of our candidates on a device: `fab_<rollout>_<device>_<epoch>_<fence>`."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

PREFIX = "fab_"
_SHAPE = re.compile(r"fab_[A-Za-z0-9_]{1,28}")


def ours(name: str) -> bool:
    """Say whether a candidate bears our prefix; nobody else's is ever touched."""
    return name.startswith(PREFIX)


def fence(token: str) -> int:
    """Return the fencing number at the end of a token, -1 where there is none."""
    last = token.rpartition("_")[2]
    return int(last) if last.isdigit() else -1


def checked(token: str) -> str:
    """Return the token; raise ValueError when it could mean anything else in a command line."""
    if not _SHAPE.fullmatch(token):
        raise ValueError(f"`{token}` is not a token: `fab_`, then at most 28 letters, digits and underscores")
    return token


def restoring(token: str, taken: Collection[str]) -> str:
    """Return the name of a candidate that restores a base: like the token, and not taken yet."""
    stem, _, last = token.rpartition("_")
    return next(name for number in count() if (name := f"{stem}_r{number}_{last}") not in taken)
