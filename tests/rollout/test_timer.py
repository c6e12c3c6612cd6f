"""The commit timer covers what it must."""

import pytest

from fabric.drivers.contract import Capabilities
from fabric.plan.model import Timing
from fabric.rollout.timer import revert_in, too_late

LONG = Capabilities(atomic_commit=True, native_timer=True, longest_timer_s=86_400)


@pytest.mark.parametrize(
    ("timing", "seconds"),
    [(Timing(10, 10, 10), 180), (Timing(60, 60, 30), 210), (Timing(600, 600, 30), 1290)],
)
def test_the_timer_covers_commit_check_and_confirm(timing, seconds) -> None:
    assert revert_in(timing, LONG) == seconds


def test_the_timer_is_cut_to_what_the_platform_can_wait() -> None:
    short = Capabilities(atomic_commit=True, native_timer=True, longest_timer_s=170)
    assert revert_in(Timing(30, 30, 30), short) == 170


def test_a_timer_that_no_device_waits_for_is_refused() -> None:
    with pytest.raises(ValueError, match="3690 s, the device allows 3600 s"):
        revert_in(Timing(1800, 1800, 30), LONG)


def test_confirming_needs_its_own_time_and_a_margin() -> None:
    assert too_late(Timing(confirm_s=30), 60)
    assert not too_late(Timing(confirm_s=30), 61)
    assert not too_late(Timing(confirm_s=30), None)
