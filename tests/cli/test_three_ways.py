"""What of others' changes can be kept, and why the rest cannot."""

from __future__ import annotations

import pytest
from cases.repositories import everything

from fabric.cli.three_ways import LeftAlone, never_kept
from fabric.core.tree import Edit
from fabric.plan.make import Target
from fabric.plan.model import ExpectedIdentity
from fabric.plan.redact import MASK

SONIC, EOS = (everything().platforms[name] for name in ("sonic", "eos"))


@pytest.mark.parametrize(
    ("edit", "platform", "why"),
    [
        (Edit(("hostname",), "a", "b"), EOS, ""),
        (Edit(("username x",), f"secret {MASK}", None), EOS, "a secret stands in no file"),
        (
            Edit(("frr.conf", "router bgp", "x"), "", None),
            SONIC,
            "its file is pushed whole: write it into a template",
        ),
        (Edit(("PORT", "Ethernet0", "mtu"), "1", "2"), SONIC, ""),
    ],
)
def test_what_cannot_be_kept_is_told_with_what_to_do_instead(edit, platform, why):
    found = never_kept(edit, platform)
    assert found.startswith(why)
    assert bool(found) == bool(why)


def test_what_waits_behind_unmanaged_features_is_counted():
    text = "hostname a\nlldp timer 10\nntp server vrf MGMT 10.0.0.1\n!\nend\n"
    running = "hostname b\nlldp timer 5\n!\nend\n"
    names = ("leaf1", "leaf2")
    targets = [
        Target(
            name, EOS, "", "", ExpectedIdentity(name), {"eos.cfg": text}, {"eos.cfg": running},
            unmanaged=frozenset({"services", "qos"}),
        )
        for name in names
    ]  # fmt: skip
    alone = LeftAlone()
    assert [target.tree for target in alone.seen(targets)] == [EOS.parse({"eos.cfg": running})] * 2
    assert list(alone.features) == ["`services` is not managed: 4 edits of 2 devices are left out"]
