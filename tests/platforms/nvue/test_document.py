"""NVUE files in one form and as trees, whoever wrote them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from platforms.cumulus.switches import leaf
from platforms.cumulus.test_words import startup

from fabric.core.tree import diff, fingerprint
from fabric.platforms import block_yaml
from fabric.platforms.nvue.document import canonical, expand, owned, parse

HEADER = "- header:\n    model: SN5600\n"


def tree_of(text):
    return parse({"startup.yaml": text})


def test_several_set_items_become_one_and_a_later_value_wins():
    text = HEADER + "- set:\n    a:\n      b: 1\n      c: {}\n- set:\n    a:\n      b: 2\n"
    assert canonical(text).endswith("- set:\n    a:\n      b: 2\n      c: {}\n")


def test_flow_style_of_a_project_template_is_taken():
    text = HEADER + "- set: {interface: {swp1: {link: {fec: off, mtu: 9000}}}}\n"
    assert "fec: 'off'\n" in canonical(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: 1\n", "is a list"),
        ("- set:\n    a: 1\n", "no `header`"),
        (HEADER + "- unset:\n    a: 1\n", "only `header` and `set`"),
        (HEADER + "- set: 3\n", "holds keys and values"),
        (HEADER + "- set:\n    a:\n", "`a` has no value"),
        (HEADER + "- set:\n    a: 1\n    a: 2\n", "stands twice"),
    ],
)
def test_a_malformed_file_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        canonical(text)


def test_the_canonical_form_is_one():
    text = startup(leaf())
    assert canonical(text) == text


def test_the_rest_object_and_the_file_have_one_tree():
    text = startup(leaf())
    inner = block_yaml.read(text)[1]["set"]
    as_rest = {"header": {"model": "x"}, **inner}
    assert tree_of(json.dumps(inner)) == tree_of(text)
    assert tree_of(json.dumps(as_rest)) == tree_of(text)
    assert tree_of(block_yaml.write(inner)) == tree_of(text)


def test_a_device_that_folds_ports_into_ranges_says_the_same():
    folded = "- set:\n    interface:\n      swp1-2,swp4:\n        link:\n          mtu: 9216\n"
    assert tree_of(folded) == {
        ("interface", name, "link", "mtu"): "9216" for name in ("swp1", "swp2", "swp4")
    }


def test_names_that_look_like_ranges_are_left_alone():
    assert tree_of(
        "vrf:\n  default:\n    router:\n      bgp:\n        peer-group:\n          pod1-2: {}\n"
    ) == {("vrf", "default", "router", "bgp", "peer-group", "pod1-2"): ""}


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("swp1", ["swp1"]),
        ("swp1-3", ["swp1", "swp2", "swp3"]),
        ("swp1s0-1,swp2s0", ["swp1s0", "swp1s1", "swp2s0"]),
        ("swp1,3,5-6", ["swp1", "swp3", "swp5", "swp6"]),
        ("10,20-22", ["10", "20", "21", "22"]),
        ("p0_if,p1_if", ["p0_if", "p1_if"]),
        ("eth0,lo,swp1-2", ["eth0", "lo", "swp1", "swp2"]),
        ("swp1-2s0-1", ["swp1s0", "swp1s1", "swp2s0", "swp2s1"]),
    ],
)
def test_a_range_is_expanded(key, names):
    assert expand(key) == tuple(names)


@given(st.sets(st.integers(1, 64), min_size=1))
def test_any_ports_folded_and_expanded_are_the_same(numbers):
    assert expand(",".join(f"swp{n}" for n in sorted(numbers))) == tuple(f"swp{n}" for n in sorted(numbers))


def test_all_that_is_rendered_is_ours_but_the_secrets():
    foreign = {path[-1] for path in tree_of(startup(leaf())) if not owned(path)}
    assert foreign == {"hashed-password", "secret"}


def test_foreign_features_are_left_alone_and_a_secret_that_reads_differently_is_no_drift():
    text = startup(leaf())
    running = dict(tree_of(text))
    running["system", "telemetry", "histogram", "counter", "sample-interval"] = "1024"
    running["interface", "swp3", "acl", "mine", "inbound"] = ""
    running["vrf", "tenant", "router", "bgp", "state"] = "enabled"
    running["system", "aaa", "user", "admin", "hashed-password"] = "$nvsec$x"
    assert diff(running, tree_of(text), owned) == ()
    assert fingerprint(running, owned) == fingerprint(tree_of(text), owned)


def test_lists_keep_their_order_in_one_leaf():
    assert tree_of(startup(leaf()))["system", "aaa", "authentication", "order"] == "tacacs,local"
