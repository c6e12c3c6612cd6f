"""A configuration tree: changed as EOS changes it and printed as EOS prints it."""

import re
from pathlib import Path

import pytest

from fabric.lab.eos.config import Block, RejectedError, commands, comment, enter, load, printed

REFERENCE = Path(__file__).parents[4] / "shared/reference/eos.md"


def text_of(*lines):
    root, refused = load("\n".join(lines), Block())
    assert refused == ()
    return "\n".join(printed(root))


def test_defaults_are_not_printed():
    text = text_of("interface Ethernet1/1", "no shutdown", "mtu 1500", "logging event link-status")
    assert text == "!\ninterface Ethernet1/1\n!\nend"


def test_a_later_value_takes_the_place_of_an_earlier_one():
    assert "   mtu 9000\n" in text_of("interface Ethernet1/1", "mtu 9214", "mtu 9000")


def test_no_and_default_take_a_line_away():
    lines = ("interface Ethernet1/1", "mtu 9214", "description x", "no mtu", "default description")
    assert text_of(*lines) == "!\ninterface Ethernet1/1\n!\nend"


def test_what_is_on_by_default_is_printed_only_when_off():
    off = text_of("interface Ethernet1/1", "no switchport")
    assert "   no switchport" in off
    assert "switchport" not in text_of("interface Ethernet1/1", "no switchport", "switchport")


def test_a_line_that_is_valid_only_in_the_parent_falls_back_to_it():
    text = text_of("router bgp 65000", "address-family ipv4", "neighbor A activate", "hostname x")
    assert text.startswith("!\nhostname x\n!\nrouter bgp 65000\n   !\n   address-family ipv4\n")


def test_a_line_that_is_valid_in_both_modes_lands_in_the_child():
    text = text_of("router bgp 65000", "address-family ipv4", "network 10.0.0.0/24")
    assert "      network 10.0.0.0/24" in text


def test_the_error_names_the_word_that_goes_furthest():
    with pytest.raises(RejectedError, match=r"Invalid input \(at token 1: 'rooting'\)"):
        enter([Block(), Block("interface")], "ip rooting")
    with pytest.raises(RejectedError, match=r"Incomplete command \(at token 0: 'interface'\)"):
        enter([Block()], "interface")


def test_ip_routing_is_swallowed_and_the_trailing_space_is_kept():
    assert text_of("ip routing", "ip routing ipv6 interfaces", "ip routing") == (
        "!\nip routing ipv6 interfaces \n!\nend"
    )


def test_a_peer_group_takes_its_lines_along():
    text = text_of("router bgp 1", "neighbor A peer group", "neighbor A bfd", "no neighbor A peer group")
    assert text == "!\nrouter bgp 1\n!\nend"


def test_a_range_of_interface_peers_becomes_a_line_each():
    text = text_of("router bgp 1", "neighbor interface Et1-2,4 peer-group A")
    for port in ("Ethernet1", "Ethernet2", "Ethernet4"):
        assert f"   neighbor interface {port} peer-group A" in text


def test_a_clear_password_is_never_printed():
    text = text_of("username ops privilege 15 secret hunter2")
    assert "hunter2" not in text
    assert "username ops privilege 15 role network-admin secret sha512 $6$" in text


def test_mode_comments_are_printed_first():
    root = Block()
    stack = comment(enter([root], "router bgp 1"), "one\ntwo")
    enter(stack, "maximum-paths 4")
    assert "   !! one\n   !! two\n   maximum-paths 4" in "\n".join(printed(root))


def test_order_is_the_vendors_whatever_was_typed_first():
    text = text_of("router bgp 1", "interface Ethernet10", "interface Ethernet2", "hostname x")
    wanted = ["hostname x", "interface Ethernet2", "interface Ethernet10", "router bgp 1"]
    assert [line for line in text.splitlines() if line in wanted] == wanted


def test_the_json_form_nests_the_commands():
    root, _ = load("interface Ethernet1\nmtu 9000", Block())
    assert commands(root) == {"interface Ethernet1": {"comments": [], "cmds": {"mtu 9000": None}}}


def test_a_copy_shares_nothing():
    root, _ = load("interface Ethernet1\nmtu 9000", Block())
    other = root.copy()
    enter([other], "no interface Ethernet1")
    assert "interface Ethernet1" in root.entries


@pytest.mark.skipif(not REFERENCE.exists(), reason="the researchers' reference folder is not here")
@pytest.mark.parametrize("section", ["### 1.5", "### 1.6"])
def test_a_complete_example_is_taken_and_printed_back_in_its_own_order(section):
    body = REFERENCE.read_text().split(section)[1].split("```")[1]
    root, refused = load(body, Block())
    text = "\n".join(printed(root))
    again, _ = load(text, Block())
    assert refused == ()
    assert _lines(text) == _lines(body)
    assert printed(again) == printed(root)


def _lines(text):
    found = (re.sub(r"^ +", "", line).rstrip() for line in text.splitlines())
    return sorted(line for line in found if line not in {"", "!", "end"})


def test_a_list_keeps_its_entries_by_number_and_a_later_one_takes_the_place():
    text = text_of("ip access-list standard MINE", "10 permit host 192.0.2.1", "10 permit 192.0.2.0/24")
    assert text == "!\nip access-list standard MINE\n   10 permit 192.0.2.0/24\n!\nend"


def test_a_user_of_snmp_is_printed_with_keys_of_the_engine():
    text = text_of("snmp-server user poller READERS v3 auth sha passphrase-1 priv aes passphrase-2")
    assert re.search(r"v3 localized \w+ auth sha [0-9a-f]{40} priv aes [0-9a-f]{40}\n", text)
    assert "passphrase" not in text
