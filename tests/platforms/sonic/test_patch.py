"""The steps of a change: right in effect, in the order of reference, and nothing of others touched."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from platforms import samples
from platforms.sonic.switch import after
from platforms.variants import leaves

from fabric.core.diagnostic import FabricError
from fabric.platforms.form import ChangeClass
from fabric.platforms.sonic import PLATFORM
from fabric.platforms.sonic.parse import parse
from fabric.platforms.sonic.patch import patch
from fabric.platforms.sonic.tables import ORDER
from fabric.render import environment, render

SHARED = environment()


def files_of(config):
    return {a.name: a.text for a in render(PLATFORM, samples.sonic(config), SHARED)}


def ours(tree):
    return {path: value for path, value in tree.items() if PLATFORM.owned(path)}


def database(tables, frr=""):
    return {"config_db.json": json.dumps(tables), "frr.conf": frr}


def steps(old, new):
    """The steps between two sets of tables."""
    found = patch(parse(database(old)), parse(database(new))).steps
    return [(step.kind, json.loads(step.body)) for step in found]


def test_a_changed_field_is_one_field_in_one_partial_file():
    old, new = ({"PORT": {"Ethernet0": {"mtu": mtu, "lanes": "1", "speed": "1"}}} for mtu in ("9100", "9214"))
    assert steps(old, new) == [("load", {"PORT": {"Ethernet0": {"mtu": "9214"}}})]


def test_a_set_is_written_whole():
    old, new = ({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": p}}} for p in ("3,4", "3"))
    assert steps(old, new) == [("load", {"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}}})]
    old, new = ({"SWITCH_HASH": {"GLOBAL": {"ecmp_hash": h}}} for h in (["SRC_IP"], ["SRC_IP", "DST_IP"]))
    assert steps(old, new) == [("load", {"SWITCH_HASH": {"GLOBAL": {"ecmp_hash": ["DST_IP", "SRC_IP"]}}})]


def test_an_emptied_set_stays_a_field():
    old, new = ({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": p}}} for p in ("3", ""))
    assert steps(old, new) == [("load", {"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": ""}}})]


def test_what_goes_is_deleted_users_first_and_a_row_takes_its_fields_along():
    old = {
        "WRED_PROFILE": {"A": {"ecn": "ecn_all"}},
        "QUEUE": {"Ethernet0|3": {"wred_profile": "A", "scheduler": "S"}},
        "SCHEDULER": {"S": {"type": "STRICT"}},
    }
    new = {"SCHEDULER": {"S": {"type": "STRICT"}}, "QUEUE": {"Ethernet0|3": {"scheduler": "S"}}}
    assert steps(old, new) == [
        ("delete", [["QUEUE", "Ethernet0|3", "wred_profile"], ["WRED_PROFILE", "A", None]]),
    ]


def test_an_address_leaves_its_old_port_before_it_comes_to_the_new_one():
    old = {"INTERFACE": {"Ethernet8": {}, "Ethernet8|10.0.0.0/31": {}}}
    new = {"INTERFACE": {"Ethernet0": {}, "Ethernet0|10.0.0.0/31": {}}}
    assert steps(old, new) == [
        ("delete", [["INTERFACE", "Ethernet8|10.0.0.0/31", None], ["INTERFACE", "Ethernet8", None]]),
        ("load", {"INTERFACE": {"Ethernet0": {}, "Ethernet0|10.0.0.0/31": {}}}),
    ]


def test_frr_takes_its_whole_file_and_only_when_it_differs():
    old = database({}, "router bgp 1\n neighbor Ethernet0 remote-as 2\n")
    new = database({}, "router bgp 1\n neighbor Ethernet0 remote-as 3\n")
    found = patch(parse(old), parse(new))
    assert [(step.kind, step.body) for step in found.steps] == [("frr", new["frr.conf"])]
    assert found.change_class is ChangeClass.SESSION_RESET


def test_tables_are_loaded_in_the_order_of_reference():
    first = patch(parse(database({})), parse(files_of(samples.leaf()))).steps[0]
    places = [ORDER[table] for table in json.loads(first.body)]
    assert places == sorted(places)


def test_a_secret_is_sent_as_its_placeholder_or_not_at_all():
    body = patch(parse(database({})), parse(files_of(samples.leaf()))).steps[0].body
    assert json.loads(body)["TACPLUS"]["global"]["passkey"] == "@{secret:file/tacacs}"
    stored = database({"TACPLUS": {"global": {"passkey": "U2FsdGVk"}}})
    with pytest.raises(FabricError, match="SON-003"):
        patch(parse(database({})), parse(stored))


@settings(max_examples=40)
@given(leaves(), leaves())
def test_a_switch_that_takes_the_steps_is_the_switch_we_want_and_the_way_back_works(old, new):
    before, wanted = files_of(old), files_of(new)
    there = patch(parse(before), parse(wanted))
    changed = after(before, there.steps)
    assert ours(parse(changed)) == ours(parse(wanted))
    assert ours(parse(after(changed, patch(parse(changed), parse(before)).steps))) == ours(parse(before))


@settings(max_examples=20)
@given(leaves(), leaves())
def test_nothing_of_others_is_touched(old, new):
    before = files_of(old)
    tables = json.loads(before["config_db.json"])
    foreign = {"FEATURE": {"bgp": {"state": "enabled"}}, "CRM": {"Config": {"polling_interval": "300"}}}
    before["config_db.json"] = json.dumps(tables | foreign)
    changed = after(before, patch(parse(before), parse(files_of(new))).steps)
    assert {name: json.loads(changed["config_db.json"])[name] for name in foreign} == foreign


@settings(max_examples=20)
@given(leaves())
def test_a_switch_that_is_as_wanted_gets_no_steps(config):
    tree = parse(files_of(config))
    assert patch(tree, tree).steps == ()
