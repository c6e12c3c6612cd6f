"""From where we come, as a device sees it."""

from __future__ import annotations

from fabric.drivers.vantage import own_address


def test_to_ourselves_we_come_from_nowhere():
    assert own_address("127.0.0.1") is None
    assert own_address("127.3.2.1") is None


def test_a_host_that_has_no_address_is_reached_from_nowhere():
    assert own_address("no-such-host.invalid") is None
