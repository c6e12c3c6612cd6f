"""Plans from targets."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from fabric.core.tree import fingerprint
from fabric.plan.make import artifacts_digest, make_plan, waiting
from fabric.plan.model import digest


def test_a_device_that_runs_what_it_should_is_not_in_the_plan(terms, target):
    plan = make_plan(terms, [target("leaf1"), target("leaf2", running="mtu = 9216")])
    assert tuple(plan.devices) == ("leaf1",)


def test_a_group_counts_its_unchanged_members_too(terms, target):
    plan = make_plan(terms, [target("leaf10"), target("leaf2", running="mtu = 9216")])
    assert plan.groups == {"pod1": ("leaf2", "leaf10")}


def test_the_order_of_the_targets_does_not_matter(terms, target):
    targets = [target(f"leaf{number}") for number in range(1, 13)]
    assert make_plan(terms, targets) == make_plan(terms, reversed(targets))


def test_the_plan_is_sealed_and_expires_after_a_day(terms, target):
    plan = make_plan(terms, [target("leaf1")])
    assert plan.digest == digest(plan)
    assert (plan.created, plan.expires) == ("2026-12-01T08:00:00Z", "2026-12-02T08:00:00Z")
    assert make_plan(replace(terms, lifetime=timedelta(hours=1)), []).expires == "2026-12-01T09:00:00Z"


def test_fingerprints_are_of_what_we_own_before_and_after(terms, target):
    running = "foreign.user = bob\nmtu = 1500"
    device = make_plan(terms, [target("leaf1", running=running)]).devices["leaf1"]
    assert device.base_fingerprint == fingerprint({("mtu",): "1500"})
    assert device.target_fingerprint == fingerprint({("mtu",): "9216"})


def test_a_secret_of_the_running_configuration_is_not_in_the_plan(terms, target):
    running = "bgp = neighbor 10.0.0.1 password 7 h4nTer2xx"
    wanted = "bgp = neighbor 10.0.0.1 password 0 @{secret:env/BGP_KEY}"
    device = make_plan(terms, [target("leaf1", wanted, running)]).devices["leaf1"]
    assert device.patch.edits[0].old == "neighbor 10.0.0.1 password 7 <secret>"
    assert device.patch.edits[0].new == "neighbor 10.0.0.1 password 0 @{secret:env/BGP_KEY}"
    assert device.secrets == ("env/BGP_KEY",)


def test_an_unknown_profile_is_an_error(terms, target):
    with pytest.raises(KeyError, match="nowhere"):
        make_plan(replace(terms, profile="nowhere"), [target("leaf1")])


def test_the_digest_of_artifacts_knows_which_text_stands_where():
    assert artifacts_digest({"a": "xy", "b": ""}) != artifacts_digest({"a": "x", "b": "y"})
    assert artifacts_digest({"a": "1", "b": "2"}) == artifacts_digest({"b": "2", "a": "1"})


def managing(target, *features):
    """A target whose platform calls each key a feature of its own."""
    platform = replace(target.platform, feature=lambda path: path[0])
    return replace(target, platform=platform, unmanaged=frozenset(features))


def test_a_feature_that_is_not_managed_stays_as_it_runs(terms, target):
    made = managing(
        target("leaf1", "mtu = 9216\necn = 150", "mtu = 1500\necn = 300\nuser = bob"), "ecn", "user"
    )
    device = make_plan(terms, [made]).devices["leaf1"]
    assert [edit.path for edit in device.patch.edits] == [("mtu",)]
    assert device.unmanaged == 2
    assert waiting(made) == {"ecn": 1, "user": 1}


def test_a_device_that_differs_in_unmanaged_features_alone_is_not_in_the_plan(terms, target):
    made = managing(target("leaf1", "mtu = 9216", "mtu = 1500"), "mtu")
    assert dict(make_plan(terms, [made]).devices) == {}
    assert waiting(managing(target("leaf1"))) == {}


def test_who_stands_in_for_a_changed_device_is_looked_at_though_it_is_not_changed(terms, target):
    groups = {"pod1": ("leaf1", "leaf2", "leaf3", "leaf4"), "spines": ("spine1",)}
    known = dict.fromkeys(("leaf1", "leaf2", "leaf3", "spine1"), "eos")
    whole = replace(terms, groups=groups, looked_at=known, down=("leaf3",))
    plan = make_plan(whole, [target("leaf1")])
    assert plan.groups["pod1"] == groups["pod1"], "although the plan is about one of them"
    assert plan.beside == {"leaf2": "eos"}


def test_a_drained_device_is_out_unless_it_is_changed(terms, target):
    drained = frozenset({"leaf1", "leaf2"})
    plan = make_plan(replace(terms, drained=drained, down=("leaf3",)), [target("leaf1"), target("leaf4")])
    assert plan.down == ("leaf3", "leaf2")
