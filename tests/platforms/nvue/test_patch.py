"""Two trees to two requests, judged by merging them as the lab's own NVUE does."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from platforms.cumulus.switches import leaf, spine
from platforms.cumulus.test_words import startup

from fabric.core.tree import diff, fingerprint
from fabric.lab.cumulus import startup as device_file
from fabric.lab.cumulus.schema import objections
from fabric.lab.cumulus.tree import merged
from fabric.platforms.form import ChangeClass
from fabric.platforms.nvue.document import leaves, owned, parse
from fabric.platforms.nvue.patch import SET, UNSET, nested, patch, typed

FACTORY = "- set: {system: {hostname: cumulus, aaa: {user: {cumulus: {hashed-password: '$6$x'}}}}}\n"


def tree_of(text):
    return parse({"startup.yaml": text})


def after(running, steps):
    """Merge the steps into what a device holds, and read it back."""
    device = device_file.read(running)
    for step in steps:
        device = merged(device, json.loads(step.body))
    return device


def target_of(config):
    return tree_of(startup(config))


@st.composite
def variants(draw):
    """Leaves and spines that differ in ports, sessions and services."""
    config = draw(st.sampled_from([leaf(), spine(cages=2)]))
    ports = config.interfaces[: draw(st.integers(1, len(config.interfaces)))]
    kept = {port.port for port in ports}
    neighbors = tuple(neighbor for neighbor in config.bgp.neighbors if neighbor.port in kept)
    bfd = draw(st.sampled_from([None, config.bgp.bfd]))
    return replace(
        config,
        interfaces=ports,
        system=replace(config.system, ntp=config.system.ntp[: draw(st.integers(0, 2))]),
        bgp=replace(config.bgp, neighbors=neighbors, bfd=bfd),
    )


@settings(max_examples=25)
@given(variants(), variants())
def test_any_change_of_a_switch_is_brought_about_and_valid(old, new):
    made = patch(target_of(old), target_of(new))
    device = after(startup(old), made.steps)
    found = parse({"startup.yaml": json.dumps(device)})
    assert diff(found, target_of(new), owned) == ()
    assert fingerprint(found, owned) == fingerprint(target_of(new), owned)
    assert objections(device, "5.16") == ()


@pytest.mark.parametrize("release", ["5.9", "5.11", "5.14", "5.16", "5.18"])
def test_a_switch_from_the_factory_gets_all_of_it(release):
    config = leaf(release=release)
    made = patch(tree_of(FACTORY), target_of(config))
    device = after(FACTORY, made.steps)
    assert diff(parse({"startup.yaml": json.dumps(device)}), target_of(config), owned) == ()
    assert objections(device, release) == ()
    assert device["system"]["aaa"]["user"]["cumulus"]["hashed-password"] == "$6$x"


def test_nothing_to_change_is_no_step():
    made = patch(target_of(leaf()), target_of(leaf()))
    assert (made.edits, made.steps, made.change_class) == ((), (), ChangeClass.COSMETIC)


def test_an_object_is_unset_not_emptied():
    old = replace(spine(), bgp=replace(spine().bgp, neighbors=spine().bgp.neighbors[:2]))
    new = replace(spine(), bgp=replace(spine().bgp, neighbors=spine().bgp.neighbors[:1]))
    (step,) = patch(target_of(old), target_of(new)).steps
    assert step.kind == UNSET
    assert json.loads(step.body)["vrf"]["default"]["router"]["bgp"]["neighbor"] == {"swp1s1": None}


def test_a_port_that_bears_what_is_not_ours_stays_with_that():
    running = {**target_of(leaf()), ("interface", "swp9", "acl", "mine", "inbound"): ""}
    running[("interface", "swp9", "link", "mtu")] = "9000"
    (step,) = patch(running, target_of(leaf())).steps
    assert json.loads(step.body) == {"interface": {"swp9": {"link": None}}}


def test_what_goes_never_stands_in_the_request_that_sets():
    made = patch(target_of(leaf()), target_of(spine()))
    assert [step.kind for step in made.steps] == [UNSET, SET]
    assert "null" not in made.steps[1].body
    assert set(leaves(json.loads(made.steps[0].body)).values()) == {None}


def test_the_way_in_is_not_taken_away_where_the_intent_has_none():
    plain = replace(leaf(), system=replace(leaf().system, management=None, users=()))
    running = dict(target_of(plain))
    running["interface", "eth0", "ipv4", "dhcp-client", "state"] = "enabled"
    running["system", "aaa", "user", "automation", "role"] = "system-admin"
    assert patch(running, target_of(plain)).edits == ()


def test_an_account_that_the_intent_does_not_name_goes_when_it_names_others():
    running = {**target_of(leaf()), ("system", "aaa", "user", "old", "role"): "system-admin"}
    (step,) = patch(running, target_of(leaf())).steps
    assert json.loads(step.body) == {"system": {"aaa": {"user": {"old": None}}}}


def test_a_new_account_gets_its_password_and_a_known_one_keeps_what_it_has():
    running = {path: v for path, v in target_of(leaf()).items() if path[3:4] != ("admin",)}
    running["system", "aaa", "user", "cumulus", "hashed-password"] = "$nvsec$y"
    (step,) = patch(running, target_of(leaf())).steps
    users = json.loads(step.body)["system"]["aaa"]["user"]
    assert users.keys() == {"admin"}
    assert users["admin"]["hashed-password"] == "@{secret:env/ADMIN_HASH}"


@pytest.mark.parametrize(
    ("path", "value", "sent"),
    [
        (("interface", "swp1", "link", "mtu"), "9216", 9216),
        (("interface", "swp1", "description"), "9216", "9216"),
        (("system", "hostname"), "17", "17"),
        (("interface", "swp1", "link", "state", "up"), "", {}),
        (("system", "aaa", "authentication", "order"), "tacacs,local", ["tacacs", "local"]),
        (("qos", "roce", "state"), "enabled", "enabled"),
    ],
)
def test_a_leaf_goes_out_in_the_type_that_nvue_wants(path, value, sent):
    assert typed(path, value) == sent


def test_a_prefix_with_limits_is_not_emptied_by_its_own_presence():
    assert nested([(("match", "10.0.0.0/8", "max"), 32), (("match", "10.0.0.0/8"), {})]) == {
        "match": {"10.0.0.0/8": {"max": 32}}
    }
