"""The name under which a device holds our change: journalled before use, enough to go on from."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 32
"""EOS session names and SONiC checkpoint names of this length are safe on every release we know."""
PREFIX = "fab_"
_FORM = re.compile(r"fab_([0-9a-f]{8})_(\d+)_(\d+)_(\d+)")


@dataclass(frozen=True, slots=True)
class Token:
    """Rollout, device, epoch and fence. The epoch grows with every restart of the device's sequence."""

    rollout: str
    device: int
    epoch: int
    fence: int

    def __str__(self) -> str:
        text = f"{PREFIX}{self.rollout[:8]}_{self.device}_{self.epoch}_{self.fence}"
        if len(text) > LONGEST or _FORM.fullmatch(text) is None:
            raise ValueError(f"token `{text}` is malformed or longer than {LONGEST} characters")
        return text


def parse(text: str) -> Token:
    """Read a token; raises ValueError for a name that is not ours."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise ValueError(f"`{text}` is no token of ours")
    return Token(found[1], int(found[2]), int(found[3]), int(found[4]))
