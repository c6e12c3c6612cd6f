"""Stopping with care: which signals ask for it."""

import os
import signal

import pytest

from fabric.rollout.stop import Stop, on_signals


@pytest.fixture
def hang_up():
    """Put back what a hang-up does."""
    before = signal.getsignal(signal.SIGHUP)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("hang_up")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_lets_what_is_in_flight_come_to_rest(number):
    stop = Stop()
    with on_signals(stop):
        os.kill(os.getpid(), number)
        assert stop.draining
        assert not stop.leaving
        os.kill(os.getpid(), number)
        assert stop.leaving
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), number)


@pytest.mark.usefixtures("hang_up")
def test_a_terminal_that_goes_is_nothing_to_who_said_nohup():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    stop = Stop()
    with on_signals(stop):
        os.kill(os.getpid(), signal.SIGHUP)
        assert not stop.draining
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
