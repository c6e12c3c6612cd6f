"""The lines of a session: right in effect, in order, and no more of them than needed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from platforms import samples
from platforms.eos.session import Config
from platforms.variants import leaves

from fabric.core.diagnostic import FabricError
from fabric.core.tree import diff
from fabric.platforms.eos import PLATFORM
from fabric.platforms.eos.grammar import rule_at
from fabric.platforms.eos.parse import text_to_tree
from fabric.platforms.eos.patch import patch, session_lines
from fabric.platforms.eos.rules import ROOT
from fabric.platforms.form import ChangeClass
from fabric.render import environment, render

SHARED = environment()


def text_of(config):
    return render(PLATFORM, config, SHARED)[0].text


def lines(old, new):
    """The session between two texts, foreign lines included, without blocks' ends."""
    before, after = text_to_tree(old), text_to_tree(new)
    found = session_lines(diff(before, after), before, after)
    return [line for line in found if line.strip() != "exit"]


def port(*inner):
    return "\n".join(("interface Ethernet1", *(f"   {line}" for line in inner))) + "\n"


def bgp(*inner):
    return "\n".join(("router bgp 65001", *(f"   {line}" for line in inner))) + "\n"


MEMBER = "neighbor 10.0.0.1 peer group LEAVES"
"""Of a group of this fabric: what is said of others is never written."""

CASES = {
    "a scalar is one line": (port("mtu 9000"), port("mtu 9214"), ["interface Ethernet1", "   mtu 9214"]),
    "a description is one line": (
        port("description a b"), port("description c d"), ["interface Ethernet1", "   description c d"],
    ),
    "another remote AS is one line": (
        bgp(MEMBER, "neighbor 10.0.0.1 remote-as 65100"), bgp(MEMBER, "neighbor 10.0.0.1 remote-as 65200"),
        ["router bgp 65001", "   neighbor 10.0.0.1 remote-as 65200"],
    ),
    "a neighbour goes in one line": (
        bgp(MEMBER, "neighbor 10.0.0.1 remote-as 65100", "neighbor 10.0.0.1 description x"), bgp(),
        ["router bgp 65001", "   no neighbor 10.0.0.1"],
    ),
    "a limit of routes overwrites": (
        bgp("neighbor LEAVES peer group", "neighbor LEAVES maximum-routes 1000"),
        bgp("neighbor LEAVES peer group", "neighbor LEAVES maximum-routes 2000"),
        ["router bgp 65001", "   neighbor LEAVES maximum-routes 2000"],
    ),
    "another AS number is the whole block again": (
        bgp("router-id 1.1.1.1"), bgp("router-id 1.1.1.1").replace("65001", "65002"),
        ["no router bgp 65001", "router bgp 65002", "   router-id 1.1.1.1"],
    ),
    "an access list is resequenced entry by entry": (
        "ip access-list A\n   10 permit ip any any\n   20 deny ip any any\n",
        "ip access-list A\n   10 deny tcp any any\n   30 deny ip any any\n",
        ["ip access-list A", "   no 10", "   10 deny tcp any any", "   30 deny ip any any", "   no 20"],
    ),
    # EOS does not overwrite an entry in place (annet's arista.rul), whatever one may wish for.
    "an entry of a prefix list goes before it comes": (
        "ip prefix-list P\n   seq 10 permit 10.0.0.0/8\n", "ip prefix-list P\n   seq 10 permit 11.0.0.0/8\n",
        ["ip prefix-list P", "   no seq 10", "   seq 10 permit 11.0.0.0/8"],
    ),
    "a list loses a member and keeps the rest": (
        port("switchport trunk allowed vlan 1,2,3"), port("switchport trunk allowed vlan 1,3"),
        ["interface Ethernet1", "   switchport trunk allowed vlan remove 2"],
    ),
    "a route map is made, used, and only then the old one goes": (
        bgp("neighbor LEAVES peer group", "neighbor LEAVES route-map OLD in") + "route-map OLD permit 10\n",
        bgp("neighbor LEAVES peer group", "neighbor LEAVES route-map NEW in") + "route-map NEW permit 10\n",
        ["route-map NEW permit 10", "router bgp 65001", "   neighbor LEAVES route-map NEW in",
         "   no neighbor LEAVES route-map OLD", "no route-map OLD permit 10"],
    ),
    "a threshold is one line": (
        ("qos profile FABRIC-X\n   uc-tx-queue 3\n"
        "      random-detect ecn minimum-threshold 1 bytes maximum-threshold 2 bytes\n"),
        ("qos profile FABRIC-X\n   uc-tx-queue 3\n"
        "      random-detect ecn minimum-threshold 7 bytes maximum-threshold 9 bytes\n"),
        ["qos profile FABRIC-X", "   uc-tx-queue 3",
         "      random-detect ecn minimum-threshold 7 bytes maximum-threshold 9 bytes"],
    ),
    "a speed is one line": (
        port("speed 400g-8"), port("speed 800g-8"), ["interface Ethernet1", "   speed 800g-8"],
    ),
    "a banner is written whole": (
        "banner motd\nhello\nEOF\n", "banner motd\nbye\nEOF\n", ["banner motd\nbye\nEOF"],
    ),
    "code points go in one line a class": (
        "qos map dscp 0 to traffic-class 0\n", "qos map dscp 0 26 30 to traffic-class 5\n",
        ["qos map dscp 0 26 30 to traffic-class 5"],
    ),
    "a block goes with its lines": (
        "qos profile FABRIC-X\n   qos trust dscp\n   uc-tx-queue 3\n      bandwidth percent 5\n", "",
        ["no qos profile FABRIC-X"],
    ),
    "an empty block is made": ("", "vrf instance MGMT\n", ["vrf instance MGMT"]),
    "an open port is a lost `shutdown`": (
        port("shutdown"), port(), ["interface Ethernet1", "   no shutdown"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CASES)
def test_a_change_is_made_by_these_lines(what):
    old, new, wanted = CASES[what]
    assert lines(old, new) == wanted


@pytest.mark.parametrize("what", CASES)
def test_nothing_is_left_to_do_after_a_change(what):
    _, new, _ = CASES[what]
    assert lines(new, new) == []


def test_an_address_leaves_its_old_port_before_it_comes_to_the_new_one():
    old = "interface Ethernet9\n   ip address 10.0.0.0/31\n"
    new = "interface Ethernet1\n   ip address 10.0.0.0/31\n"
    assert lines(old, new) == [
        "interface Ethernet9",
        "   no ip address",
        "interface Ethernet1",
        "   ip address 10.0.0.0/31",
    ]


def test_a_profile_is_written_before_a_port_uses_it_and_goes_after_the_port_lets_go():
    old = "qos profile FABRIC-A\n   qos trust dscp\n" + port("service-profile FABRIC-A")
    new = "qos profile FABRIC-B\n   qos trust dscp\n" + port("service-profile FABRIC-B")
    found = [line.strip() for line in lines(old, new)]
    assert found.index("qos profile FABRIC-B") < found.index("service-profile FABRIC-B")
    assert found.index("service-profile FABRIC-B") < found.index("no qos profile FABRIC-A")


def test_every_block_is_left_by_an_exit_of_its_own():
    tree = text_to_tree(text_of(samples.leaf()))
    body = patch({}, tree).steps[0].body.splitlines()
    depth = 0
    for row in body:
        indent = (len(row) - len(row.lstrip())) // 3
        depth = max(depth - 1, 0) if row.strip() == "exit" else max(depth, indent)
        assert indent <= depth + 1


def test_a_secret_is_sent_as_its_placeholder():
    old = text_to_tree("")
    body = patch(old, text_to_tree(text_of(samples.leaf()))).steps[0].body
    assert "secret sha512 @{secret:env/ADMIN_HASH}\n" in body
    assert "key 0 @{secret:file/tacacs}\n" in body


def test_an_account_whose_secret_only_the_device_knows_cannot_be_made_again():
    with pytest.raises(FabricError, match="EOS-001"):
        patch(text_to_tree(""), text_to_tree("username joe privilege 1 secret sha512 $6$x$y\n"))


def test_foreign_lines_are_never_touched():
    foreign = (
        "ip access-list X\n   10 permit ip any any\n!\ninterface Ethernet1/1\n   ip access-group X in\n!\n"
        "interface Management1\n   ip address 9.9.9.9/24\n!\nrouter ospf 1\n   router-id 1.1.1.1\n"
    )
    text = text_of(samples.leaf())
    assert patch(text_to_tree(foreign + text), text_to_tree(text)).steps == ()


def ours(tree):
    """What is ours but the heads of blocks that others have lines in too: those stay."""
    return {p: value for p, value in tree.items() if PLATFORM.owned(p) and not rule_at(ROOT, p).shared}


@settings(max_examples=60)
@given(leaves(), leaves())
def test_a_switch_that_runs_the_lines_is_the_switch_we_want_and_the_way_back_works(old, new):
    texts = text_of(old), text_of(new)
    before, after = map(text_to_tree, texts)
    there, back = patch(before, after), patch(after, before)
    config = Config(texts[0])
    config.run(there.steps[0].body.splitlines() if there.steps else ())
    assert ours(config.tree()) == ours(after)
    config.run(back.steps[0].body.splitlines() if back.steps else ())
    assert ours(config.tree()) == ours(before)


@given(leaves())
def test_a_switch_that_is_as_wanted_gets_no_lines(config):
    tree = text_to_tree(text_of(config))
    assert patch(tree, tree).steps == ()
    assert patch(tree, tree).change_class is ChangeClass.COSMETIC


@given(leaves(), leaves())
def test_a_line_is_never_taken_back_only_to_be_written_anew(old, new):
    before, after = (text_to_tree(text_of(config)) for config in (old, new))
    replaced = [
        edit
        for edit in diff(before, after, PLATFORM.owned)
        if edit.kind == "replace" and not edit.path[-1].startswith(("seq ", "router bgp"))
    ]
    assert not [line for line in session_lines(replaced, before, after) if line.lstrip().startswith("no ")]
