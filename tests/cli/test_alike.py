"""What many devices have in common is said once."""

from __future__ import annotations

from fabric.cli.alike import together
from fabric.core.diagnostic import error


def unread(name, number, reason="no connection"):
    return name, error(
        "DEV-001", f"`{name}` cannot be read: {name} (172.20.0.{number}:443): {reason}", hint="look"
    )


def test_devices_that_fail_alike_are_one_finding():
    (one,) = together([unread("leaf1", 1), unread("leaf2", 2), unread("leaf3", 3)])
    assert one.summary == "`leaf1`, `leaf2`, `leaf3` cannot be read: no connection"
    assert one.hint == "look"


def test_one_device_keeps_its_address_and_another_reason_its_own_finding():
    found = together([unread("leaf1", 1), unread("leaf2", 2), unread("leaf3", 3, "wrong password")])
    assert [one.summary for one in found] == [
        "`leaf1`, `leaf2` cannot be read: no connection",
        "`leaf3` cannot be read: leaf3 (172.20.0.3:443): wrong password",
    ]


def test_a_whole_fabric_without_identity_is_one_line():
    names = [f"pod{pod}-leaf{leaf}" for pod in (1, 2) for leaf in range(1, 9)]
    (one,) = together((n, error("DEV-003", f"`{n}` could not prove who it is")) for n in names)
    assert one.summary == "`pod[1-2]-leaf[1-8]` could not prove who it is"
