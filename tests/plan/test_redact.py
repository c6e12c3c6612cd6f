"""What a plan shows of secrets."""

from __future__ import annotations

import pytest

from fabric.core.tree import Edit
from fabric.plan.redact import redacted, references


@pytest.mark.parametrize(
    "line",
    [
        "username admin privilege 15 role network-admin secret sha512 {}",
        "neighbor 10.0.0.1 password 7 {}",
        "snmp-server community {} ro",
        "ntp authentication-key 1 md5 7 {}",
        "ntp authentication-key 1 sha1 {}",
        "tacacs-server key 7 {}",
        "neighbor 10.0.0.1 password {}",
        "radius-server host 10.0.0.1 key 7 {}",
    ],
)
def test_a_secret_in_a_line_is_masked_wherever_the_line_stands(line):
    secret = "12345678"
    spoken = line.format(secret)
    shown = redacted(Edit(("block", spoken), spoken, spoken))
    assert secret not in repr(shown)
    assert shown.old == line.format("<secret>")


def test_a_field_of_a_database_is_masked_by_its_name():
    shown = redacted(
        Edit(("BGP_PEER_GROUP", "default|FABRIC", "auth_password"), "hunter2", "@{secret:env/KEY}")
    )
    assert (shown.old, shown.new) == ("<secret>", "@{secret:env/KEY}")


@pytest.mark.parametrize("value", ["description secretariat", "keepalive 3", "mtu 9216", ""])
def test_other_values_are_shown(value):
    edit = Edit(("interface Ethernet1", value), value, None)
    assert redacted(edit) == edit


def test_references_are_listed_once_and_sorted():
    assert references(["x @{secret:file/b} @{secret:env/A}", "@{secret:env/A}"]) == ("env/A", "file/b")
