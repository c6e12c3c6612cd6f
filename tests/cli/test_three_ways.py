"""What of others' changes can be kept, and why the rest cannot."""

from __future__ import annotations

import pytest
from cases.repositories import everything

from fabric.cli.three_ways import LeftAlone, never_kept
from fabric.core.tree import Edit
from fabric.plan.drift import foreign
from fabric.plan.make import Target, planned_device
from fabric.plan.model import ExpectedIdentity
from fabric.plan.redact import MASK

SONIC, EOS, CUMULUS = (everything().platforms[name] for name in ("sonic", "eos", "cumulus"))


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


HASH = "@{secret:env/ADMIN_HASH}"
ROW = '{"DEVICE_METADATA": {"localhost": {"hostname": "a"}}, "TACPLUS": {"global": {"passkey": "HASH"}}}'
ACCOUNT = """
- header: {model: vx}
- set: {system: {hostname: a, aaa: {user: {admin: {role: system-admin, hashed-password: 'HASH'}}}}}
"""
LINE = "hostname a\nusername admin privilege 15 role network-admin secret sha512 HASH\n!\nend\n"
SECRETS = {
    "eos": (EOS, {"eos.cfg": LINE}),
    "sonic": (SONIC, {"config_db.json": ROW, "frr.conf": ""}),
    "cumulus": (CUMULUS, {"startup.yaml": ACCOUNT}),
}


def with_hash(name, value):
    return {artifact: text.replace("HASH", value) for artifact, text in SECRETS[name][1].items()}


@pytest.mark.parametrize("base", [HASH, "$6$salt$0123"])
@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_with_another_salt_is_nobodys_change(name, base):
    form = SECRETS[name][0]
    ours, running = with_hash(name, HASH), with_hash(name, "$6$grain$4567")
    before = form.parse(with_hash(name, base))
    target = Target("leaf1", form, "", "", ExpectedIdentity("leaf1"), ours, running, base=before)
    alone = LeftAlone()
    (seen,) = alone.seen([target])
    assert (alone.lines, planned_device(seen)) == ([], None)


def test_an_account_that_we_made_is_not_changed_by_others_through_its_hash():
    running = CUMULUS.parse(with_hash("cumulus", "$6$grain$4567"))
    made = {path: value for path, value in running.items() if CUMULUS.owned(path)}
    assert foreign(made, running, CUMULUS.owned, CUMULUS.unreadable) == ()
    strange = {**running, ("system", "tls", "key", "password"): "x"}
    assert [one.path[1] for one in foreign(made, strange, CUMULUS.owned, CUMULUS.unreadable)] == ["tls"]
