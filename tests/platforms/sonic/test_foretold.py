"""A dry run of FRR's reload beside the plan."""

from __future__ import annotations

from fabric.core.tree import Edit
from fabric.platforms.sonic.foretold import TOUCHED, unlike

BGP = ("frr.conf", "router bgp", "bgp graceful-restart")
TRUTH = """
Lines To Delete
===============
router bgp 65101
 no bgp graceful-restart
exit
no fpm address 127.0.0.1
no ip prefix-list FABRIC seq 10 permit 10.0.0.0/8

Lines To Add
============
router bgp 65101
 address-family ipv4 unicast
  maximum-paths 64
ip prefix-list FABRIC seq 10 permit 10.0.0.0/16
"""
PLAN = (
    Edit(BGP, "", None),
    Edit(("frr.conf", "ip prefix-list FABRIC seq 10"), "permit 10.0.0.0/8", "permit 10.0.0.0/16"),
)


def test_blocks_that_the_plan_changes_may_be_touched_and_lines_of_the_image():
    assert unlike({}, PLAN, TRUTH) == ()


def test_a_block_that_the_plan_leaves_alone_is_told():
    assert unlike({}, PLAN[:1], TRUTH) == (Edit(("frr.conf", "ip prefix-list FABRIC seq 10"), None, TOUCHED),)
    assert unlike({}, (), TRUTH + "no route-map OTHER permit 10\n")[-1].path[1] == "route-map OTHER permit 10"


def test_a_change_without_frr_shows_nothing():
    assert unlike({}, (Edit(("PORT", "Ethernet0", "mtu"), "9000", "9214"),), "") == ()
