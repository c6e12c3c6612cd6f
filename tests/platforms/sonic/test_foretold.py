"""What a switch prints of a merge and of FRR's reload, beside the plan."""

from __future__ import annotations

import json

import pytest

from fabric.core.tree import Edit
from fabric.platforms.sonic.foretold import (
    GOES,
    GOING,
    MERGED,
    RELOADED,
    TOUCHED,
    UNSAID,
    delete_title,
    unlike,
)

BGP = ("frr.conf", "router bgp", "bgp graceful-restart")
TRUTH = """
Lines To Delete
===============
router bgp 65101
 no bgp graceful-restart
exit
no service integrated-vtysh-config
no ip prefix-list FABRIC seq 10 permit 10.0.0.0/8

Lines To Add
============
router bgp 65101
 address-family ipv4 unicast
  maximum-paths 64
ip prefix-list FABRIC seq 10 permit 10.0.0.0/16
"""
SHOWN = f"{RELOADED}\n{TRUTH}"
PLAN = (
    Edit(BGP, "", None),
    Edit(("frr.conf", "ip prefix-list FABRIC seq 10"), "permit 10.0.0.0/8", "permit 10.0.0.0/16"),
)


def test_blocks_that_the_plan_changes_may_be_touched_and_lines_of_the_image():
    assert unlike({}, PLAN, SHOWN) == ()


def test_a_reload_that_would_cut_zebra_off_fpmsyncd_is_told():
    cut = SHOWN.replace(
        "no service integrated-vtysh-config", "no fpm address 127.0.0.1\nfpm use-next-hop-groups"
    )
    assert unlike({}, PLAN, cut) == (
        Edit(("frr.conf", "no fpm address 127.0.0.1"), None, TOUCHED),
        Edit(("frr.conf", "fpm use-next-hop-groups"), None, TOUCHED),
    )


def test_a_block_that_the_plan_leaves_alone_is_told():
    assert unlike({}, PLAN[:1], SHOWN) == (Edit(("frr.conf", "ip prefix-list FABRIC seq 10"), None, TOUCHED),)
    assert unlike({}, (), SHOWN + "no route-map OTHER permit 10\n")[-1].path[1] == "route-map OTHER permit 10"


def test_a_change_without_frr_shows_nothing():
    assert unlike({}, (Edit(("PORT", "Ethernet0", "mtu"), "9000", "9214"),), "") == ()


ROWS = {"PORT": {"Ethernet0": {"mtu": "9100", "description": "a"}}, "NTP_SERVER": {"10.0.0.1": {}}}
RUNNING = {"config_db.json": json.dumps(ROWS)}
MERGE = (
    Edit(("PORT", "Ethernet0", "mtu"), "9100", "9214"),
    Edit(("NTP_SERVER", "10.0.0.2"), None, ""),
    Edit(("NTP_SERVER", "10.0.0.1"), "", None),
)


NAMED = (GOING, "-- DEL NTP_SERVER|10.0.0.1", "NULL", "")


def printed(*changes, gone=NAMED, **tables):
    rows = {"PORT": {"Ethernet0": {"mtu": "9214"}}, "NTP_SERVER": {"10.0.0.2": {}}} | tables
    return f"{MERGED}\n{json.dumps(rows, indent=4)}\n" + "\n".join((*gone, *changes))


def test_a_merge_that_writes_what_is_planned_is_let_go_on():
    assert unlike(RUNNING, MERGE, printed(f"{UNSAID}restart (1)")) == ()
    with_frr = (*MERGE, *PLAN)
    assert unlike(RUNNING, with_frr, printed(RELOADED, TRUTH, f"{UNSAID}restart (1)")) == ()


def test_a_field_that_a_merge_would_write_otherwise_or_beside_is_told():
    more = printed(PORT={"Ethernet0": {"mtu": "4000", "fec": "rs"}})
    assert unlike(RUNNING, MERGE, more) == (
        Edit(("PORT", "Ethernet0", "mtu"), "9214", "4000"),
        Edit(("PORT", "Ethernet0", "fec"), None, "rs"),
    )


def test_a_row_that_a_merge_would_leave_out_is_told():
    assert unlike(RUNNING, MERGE, printed(NTP_SERVER={})) == (Edit(("NTP_SERVER", "10.0.0.2"), "", None),)


SERVER = ("NTP_SERVER", "10.0.0.1")
FIELD = ("PORT", "Ethernet0", "description")


@pytest.mark.parametrize(
    ("gone", "found"),
    [
        ((GOING, "-- DEL NTP_SERVER|10.0.0.1", ""), [Edit(SERVER, GOES, None)]),
        ((), [Edit(SERVER, GOES, None)]),
        ((*NAMED, "-- DEL PORT|Ethernet0", "mtu", "description"), [Edit(FIELD[:2], None, GOES)]),
        ((*NAMED, "-- HDEL PORT|Ethernet0 description", "mtu", "description"), [Edit(FIELD, None, GOES)]),
        ((*NAMED[:2], "iburst", "key@"), [Edit((*SERVER, f), None, GOES) for f in ("iburst", "key")]),
    ],
    ids=("not there", "not said", "another row", "a field", "more than ran"),
)
def test_what_deletes_would_not_find_or_would_take_along_unplanned_is_told(gone, found):
    assert unlike(RUNNING, MERGE, printed(gone=gone)) == tuple(found)


def test_a_field_is_found_among_those_of_its_row_by_the_name_that_redis_has_for_a_list():
    plan = (Edit(("SWITCH_HASH", "GLOBAL", "ecmp_hash"), "", None),)
    title = delete_title("SWITCH_HASH", "GLOBAL", "ecmp_hash")
    assert unlike(RUNNING, plan, f"{GOING}\n{title}\nlag_hash@\necmp_hash@\n") == ()
    assert unlike(RUNNING, plan, f"{GOING}\n{title}\nlag_hash@\n") == (Edit(plan[0].path, GOES, None),)


def test_the_key_of_a_delete_that_is_a_secret_is_not_said():
    title = delete_title("SNMP_COMMUNITY", "hunter2", None)
    assert "hunter2" not in title
    plan = (
        Edit(("SNMP_COMMUNITY", "secret"), "", None),
        Edit(("SNMP_COMMUNITY", "secret", "TYPE"), "RO", None),
    )
    assert unlike(RUNNING, plan, f"{GOING}\n{title}\nTYPE\n") == ()


def test_both_are_told_apart():
    found = unlike(RUNNING, MERGE, printed(RELOADED, TRUTH, PORT={"Ethernet0": {"mtu": "1500"}}))
    assert [edit.path[0] for edit in found] == ["PORT", "frr.conf", "frr.conf"]


def test_secrets_are_not_compared_by_what_stands_for_them():
    edit = Edit(("PORT", "Ethernet0", "description"), "a", "@{secret:env/KEY}")
    assert (
        unlike(RUNNING, (edit,), printed(gone=(), PORT={"Ethernet0": {"description": "***"}}, NTP_SERVER={}))
        == ()
    )


def test_a_print_that_is_cut_off_is_no_print():
    with pytest.raises(ValueError, match="Expecting"):
        unlike(RUNNING, MERGE, f"{MERGED}\n{{\n")


def test_a_switch_whose_image_makes_frr_s_file_says_nothing_of_it():
    row = {"docker_routing_config_mode": "unified", "frr_mgmt_framework_config": "true"}
    running = {"config_db.json": json.dumps({"DEVICE_METADATA": {"localhost": row}})}
    new = {"BGP_GLOBALS_AF": {"default|ipv4_unicast": {"max_ebgp_paths": "64"}}}
    path = ("BGP_GLOBALS_AF", "default|ipv4_unicast")
    plan = (Edit(path, None, ""), Edit((*path, "max_ebgp_paths"), None, "64"))
    assert unlike(running, plan, f"{MERGED}\n{json.dumps(new)}\n{UNSAID}restart (1)") == ()
