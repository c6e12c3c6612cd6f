"""Two trees to the requests between them: nothing is left behind, and members come before others go."""

from __future__ import annotations

import json

from platforms.ufm.test_words import artifacts, subnet

from fabric.core.tree import apply
from fabric.platforms.form import ChangeClass
from fabric.platforms.ufm import PLATFORM
from fabric.platforms.ufm.patch import beyond, patch
from fabric.platforms.ufm.trees import NAMED_BY, text_of


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


POLICY = "qos-ulps\n    default : 0\n    any, pkey 0x0010 : {}\nend-qos-ulps\n"
NAMING = "qos_policy_file {}/qos-policy.conf\n"


def with_files(pkeys, policy, *, seen=(), folder="/opt/ufm/files/conf/opensm"):
    state = {"pkeys": pkeys, "files": list(seen)}
    texts = {"qos-policy.conf": policy, "opensm.conf": NAMING.format(folder)}
    return PLATFORM.parse({"ufm.json": json.dumps(state), **texts})


SEEN = ("qos-policy.conf", "opensm.conf")


def test_files_that_can_be_reached_are_written_under_one_hang_up_before_anything_goes():
    before = with_files(
        {"0x1": pkey("a", aa="full"), "0x2": pkey("b", 0, bb="full")}, POLICY.format(1), seen=SEEN
    )
    after = with_files({"0x2": pkey("b", 3, bb="full")}, POLICY.format(2))
    found = requests(before, after)
    assert [kind for kind, _ in found] == ["pkey-qos", "files", "pkey-delete"]
    assert found[1][1] == {"qos-policy.conf": POLICY.format(2)}


def test_a_policy_of_another_form_is_a_whole_that_is_replaced_and_can_be_brought_back():
    full = "qos-levels\n  qos-level\n    name: DEFAULT\n    sl: 0\n  end-qos-level\nend-qos-levels\n"
    before = with_files({}, full, seen=SEEN)
    after = with_files({}, POLICY.format(2), seen=SEEN)
    assert requests(before, after) == [("files", {"qos-policy.conf": POLICY.format(2)})]
    assert requests(after, before) == [("files", {"qos-policy.conf": full})]


def test_comments_and_the_form_of_guids_are_no_difference():
    ours = PLATFORM.parse({"root_guid.conf": "0x00000000000000f1\n"})
    assert PLATFORM.parse({"root_guid.conf": "# spines\n0xF1\n"}) == ours
    assert ("root_guid.conf", "root_switches") in PLATFORM.parse({"root_guid.conf": "root_switches\n"})


def test_an_option_that_does_not_name_a_file_is_beyond():
    before = with_files({}, POLICY.format(2), seen=SEEN, folder="/etc/opensm")
    change = patch(before, with_files({}, POLICY.format(2)))
    assert [(edit.path, beyond(edit)) for edit in change.edits] == [
        (("opensm.conf", "qos_policy_file"), True),
    ]
    assert (change.change_class, change.steps) == (ChangeClass.RESTART, ())


def test_a_text_that_is_written_is_the_artifact():
    texts = artifacts(subnet())
    tree_ = PLATFORM.parse(texts)
    for name in NAMED_BY:
        assert text_of(tree_, name) == texts[name]


def test_the_way_back_leads_to_where_it_began():
    before = tree({"0x1": pkey("a", aa="full"), "0x2": pkey("b", bb="full")})
    after = tree({"0x2": pkey("b", 3, bb="limited", cc="full"), "0x3": pkey("c", dd="full")})
    there = patch(before, after)
    back = patch(apply(before, there.edits), before)
    assert apply(after, back.edits) == before
