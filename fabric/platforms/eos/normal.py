"""What EOS folds, implies or leaves out, undone, so that two texts of one meaning give one tree.

Evidence: running configurations of EOS 4.36 and 4.23 in batfish/lab-validation, annet's arista rules.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.core.tree import Path

# EOS manual: DSCP 0-7 to class 1, 8-15 to class 0, from 16 on by eights. Whether a line that says the
# default is printed is not known for every release; filling the map up makes both the same.
DEFAULT_CLASSES = tuple(number for number in (1, 0, 2, 3, 4, 5, 6, 7) for _ in range(8))
_DEFAULT_MAP: tuple[tuple[Path, str], ...] = tuple(
    ((f"qos map dscp {code}",), f"to traffic-class {number}") for code, number in enumerate(DEFAULT_CLASSES)
)
_SPEED = re.compile(r"(?:auto )?(?P<gbps>[\d.]+)(?P<unit>[gt])-(?P<lanes>\d+)$")
_TIMERS = "priority-flow-control pause watchdog default "
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
"""Seconds may be printed with other digits behind the point than were written: 0.40 is 0.4."""
_PAM4_LANE_GBPS = 50
"""From 50 Gb/s a lane on, modulation is PAM4 and Reed-Solomon is the only FEC: EOS need not print it."""


def normalise(tree: dict[Path, str]) -> None:
    """Bring a tree into normal form, in place."""
    for path, value in _DEFAULT_MAP:
        tree.setdefault(path, value)
    if ("ip routing ipv6 interfaces",) in tree:
        tree.pop(("ip routing",), None)  # swallowed by it (4.36)
    for path in [path for path in tree if len(path) == 1 and path[0].startswith(_TIMERS)]:
        if _NUMBER.fullmatch(tree[path]):
            tree[path] = f"{float(tree[path]):g}"
    for path in [path for path in tree if path[-1] == "error-correction encoding"]:
        if tree[path] == "reed-solomon" and is_pam4(tree.get((*path[:-1], "speed"), "")):
            del tree[path]


def is_pam4(speed: str) -> bool:
    """Whether a speed such as `400g-4` needs 50 Gb/s or more of each lane."""
    match = _SPEED.match(speed)
    if match is None:
        return False
    gbps = float(match["gbps"]) * (1000 if match["unit"] == "t" else 1)
    return gbps / int(match["lanes"]) >= _PAM4_LANE_GBPS
