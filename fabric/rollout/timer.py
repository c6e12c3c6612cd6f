"""The commit timer: long enough to judge and confirm, short enough to bring a lost device back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.drivers.contract import Capabilities
    from fabric.plan.model import Timing

SHORTEST_S = 180
LONGEST_S = 3600
SLACK_S = 60
CONFIRM_MARGIN_S = 30


def revert_in(timing: Timing, capabilities: Capabilities) -> int:
    """Return the timer in seconds; raises ValueError when the platform cannot wait as long as we need."""
    needed = timing.commit_s + timing.check_s + timing.own_s + timing.confirm_s + SLACK_S
    most = min(LONGEST_S, capabilities.longest_timer_s)
    if needed > most:
        raise ValueError(f"commit, check and confirm need a timer of {needed} s, the device allows {most} s")
    return min(max(SHORTEST_S, needed, capabilities.shortest_timer_s), most)


def too_late(timing: Timing, remaining_s: int | None) -> bool:
    """Whether the time read from the device is too short to confirm; without a timer it never is."""
    return remaining_s is not None and remaining_s <= timing.confirm_s + CONFIRM_MARGIN_S
