"""Two trees to the requests between them: nothing is left behind, and members come before others go."""

from __future__ import annotations

import json

from fabric.core.tree import apply
from fabric.platforms.form import ChangeClass
from fabric.platforms.ufm import PLATFORM
from fabric.platforms.ufm.patch import beyond, patch


def tree(pkeys, **smconf):
    return PLATFORM.parse({"ufm.json": json.dumps({"pkeys": pkeys, "smconf": smconf})})


def pkey(name, level=0, limits=(), **members):
    return {
        "partition": name,
        "ip_over_ib": False,
        "qos_conf": {"service_level": level, **dict(limits)},
        "guids": [{"guid": g.zfill(16), "index0": True, "membership": kind} for g, kind in members.items()],
    }


def requests(running, target):
    return [(step.kind, json.loads(step.body)) for step in patch(running, target).steps]


def test_a_new_partition_is_made_by_name_and_filled_with_each_membership():
    add, members = requests(tree({}), tree({"0x10": pkey("a", 1, aa="full", bb="limited")}))
    assert add == (
        "pkey-add",
        {"pkey": "0x10", "partition_name": "a", "index0": True, "ip_over_ib": False, "service_level": 1},
    )
    assert members[1]["guids"] == ["aa".zfill(16), "bb".zfill(16)]
    assert members[1]["memberships"] == ["full", "limited"]


def test_who_moves_joins_the_new_partition_before_he_leaves_the_old():
    before = tree({"0x1": pkey("a", aa="full", bb="full"), "0x2": pkey("b", cc="full")})
    after = tree({"0x1": pkey("a", aa="full"), "0x2": pkey("b", bb="full", cc="full")})
    assert [body["pkey"] for _, body in requests(before, after)] == ["0x2", "0x1"]


def test_a_partition_that_goes_is_deleted_last_and_a_level_is_a_request_of_its_own():
    before = tree({"0x1": pkey("a", aa="full"), "0x2": pkey("b", bb="full")})
    after = tree({"0x2": pkey("b", 3, bb="full")})
    assert requests(before, after) == [
        ("pkey-qos", {"pkey": "0x2", "service_level": 3}),
        ("pkey-delete", {"pkey": "0x1"}),
    ]


def test_limits_that_are_said_are_sent_with_what_stands_of_the_others():
    before = tree({"0x2": pkey("b", 3, {"mtu_limit": 4, "rate_limit": 200.0}, bb="full")})
    after = tree({"0x2": pkey("b", 3, {"rate_limit": 100}, bb="full")})
    level = {"pkey": "0x2", "service_level": 3, "mtu_limit": 4, "rate_limit": 100}
    assert requests(before, after) == [("pkey-qos", level)]
    assert requests(before, tree({"0x2": pkey("b", 3, bb="full")})) == []


def test_a_new_partition_without_limits_is_made_with_those_that_ufm_gives():
    before = tree({"0x7fff": pkey("management", 0, {"mtu_limit": 2, "rate_limit": 2.5})})
    change = patch(before, tree({"0x2": pkey("b", 3, {"rate_limit": 100}, bb="full")}))
    body = json.loads(change.steps[0].body)
    assert (body["mtu_limit"], body["rate_limit"]) == (2, 100)
    assert apply(before, change.edits)["ufm.json", "pkeys", "0x2", "qos_conf", "mtu_limit"] == "2"


def test_a_partition_that_is_made_anew_keeps_its_limits():
    before = tree({"0x1": pkey("a", 0, {"mtu_limit": 4, "rate_limit": 200}, aa="full")})
    _, (_, body) = requests(before, tree({"0x1": pkey("a")}))
    assert (body["mtu_limit"], body["rate_limit"]) == (4, 200)


def test_a_partition_that_loses_its_last_member_is_made_anew_as_an_empty_one():
    found = requests(tree({"0x1": pkey("a", aa="full")}), tree({"0x1": pkey("a")}))
    assert [kind for kind, _ in found] == ["pkey-delete", "pkey-add"]


def test_a_name_that_cannot_be_changed_is_no_difference():
    change = patch(tree({"0x1": pkey("api_pkey_0x1", aa="full")}), tree({"0x1": pkey("a", aa="full")}))
    assert change.edits == ()
    assert change.change_class is ChangeClass.COSMETIC


def test_files_that_rest_does_not_show_are_no_part_of_a_change():
    target = {**tree({}), ("opensm.conf", "routing_engine"): "ar_updn"}
    assert patch(tree({}), target).edits == ()


def test_an_option_is_told_as_beyond_and_no_request_is_made_of_it():
    change = patch(tree({}, sm_priority=1), tree({}, sm_priority=2))
    assert [beyond(edit) for edit in change.edits] == [True]
    assert change.steps == ()


def test_the_way_back_leads_to_where_it_began():
    before = tree({"0x1": pkey("a", aa="full"), "0x2": pkey("b", bb="full")})
    after = tree({"0x2": pkey("b", 3, bb="limited", cc="full"), "0x3": pkey("c", dd="full")})
    there = patch(before, after)
    back = patch(apply(before, there.edits), before)
    assert apply(after, back.edits) == before
