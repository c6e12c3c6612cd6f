"""Orders for a device: total, and obeyed only where nothing of ours is half-done."""

import itertools

from fabric.rollout.orders import Order, obeyed, refusal
from fabric.rollout.states import ACTIVE, State


def test_no_order_is_obeyed_while_something_of_ours_is_half_done() -> None:
    for order, state in itertools.product(Order, ACTIVE):
        assert obeyed(order, state, suspect=False, back=False) is None
        assert refusal(order, state) == ""


def test_an_order_is_obeyed_or_refused_in_every_state_of_rest() -> None:
    for order, state in itertools.product(Order, set(State) - ACTIVE):
        assert (obeyed(order, state, suspect=False, back=False) is None) is bool(refusal(order, state))


def test_a_rollout_on_its_way_back_begins_nothing_again() -> None:
    assert obeyed(Order.RETRY, State.ROLLED_BACK, suspect=False, back=True) is None
    assert obeyed(Order.QUARANTINE, State.DONE, suspect=False, back=True) is State.QUARANTINED


def test_a_device_that_was_quarantined_before_is_never_called_skipped() -> None:
    assert obeyed(Order.SKIP, State.PENDING, suspect=True, back=False) is State.QUARANTINED
