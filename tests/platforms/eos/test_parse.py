"""EOS texts of one meaning give one tree, whatever a release folds, implies or adds."""

from __future__ import annotations

import pytest
from platforms import samples

from fabric.core.tree import fingerprint
from fabric.lab.eos import config as lab
from fabric.platforms.eos import PLATFORM
from fabric.platforms.eos.parse import parse, text_to_tree
from fabric.render import environment, render


def rendered(config):
    return render(PLATFORM, config, environment())[0].text


def ours(tree):
    return {path: value for path, value in tree.items() if PLATFORM.owned(path)}


SAME = {
    "a header and an end": (
        "! Command: show running-config\n! device: leaf (DCS-7060X6, EOS-4.34.1F)\n!\nhostname a\n!\nend",
        "hostname a\n",
    ),
    "a trailing blank": ("ip routing ipv6 interfaces \n", "ip routing ipv6 interfaces\n"),
    "a swallowed line": ("ip routing\nip routing ipv6 interfaces\n", "ip routing ipv6 interfaces\n"),
    "an empty port": ("interface Ethernet5/1\n!\nhostname a\n", "hostname a\n"),
    "a default": (
        "interface Ethernet5/1\n   no shutdown\n   mtu 1500\n   logging event link-status\n",
        "interface Ethernet5/1\n",
    ),
    "a default of the API": (
        "management api http-commands\n   protocol https\n   no protocol http\n   no shutdown\n",
        "management api http-commands\n   no shutdown\n",
    ),
    "FEC that goes without saying": (
        "interface Ethernet1/1\n   speed 400g-4\n   error-correction encoding reed-solomon\n",
        "interface Ethernet1/1\n   speed 400g-4\n",
    ),
    "a range of neighbours": (
        "router bgp 1\n   neighbor interface Et1-2 peer-group P remote-as 2\n",
        (
            "router bgp 1\n   neighbor interface Ethernet1 peer-group P remote-as 2\n"
            "   neighbor interface Ethernet2 peer-group P remote-as 2\n"
        ),
    ),
    "code points in several lines": (
        "qos map dscp 26 to traffic-class 5\nqos map dscp 24 to traffic-class 5\n",
        "qos map dscp 24 26 to traffic-class 5\n",
    ),
    "a code point that keeps its default": ("qos map dscp 24 to traffic-class 3\n", "hostname a\n"),
    "a salted hash": (
        "username admin privilege 15 role network-admin secret sha512 $6$abc$def\n",
        "username admin privilege 15 role network-admin secret sha512 @{secret:env/X}\n",
    ),
    "an obfuscated key": (
        "tacacs-server host 10.0.0.1 vrf MGMT key 7 070E234F1F5B4A\n",
        "tacacs-server host 10.0.0.1 vrf MGMT key 0 @{secret:env/X}\n",
    ),
    "a comment of a mode": (
        "interface Ethernet1/1\n   !! ours until May\n   mtu 9214\n",
        "interface Ethernet1/1\n   mtu 9214\n",
    ),
    "lines that 4.3x always prints": (
        (
            "system l1\n   unsupported speed action error\n   unsupported error-correction action error\n!\n"
            "no service interface inactive port-id allocation disabled\nhostname a\n"
        ),
        "hostname a\n",
    ),
    "hidden defaults of hashing and optics": (
        (
            "ip load-sharing trident fields ip source-ip source-port destination-ip destination-port\n"
            "transceiver qsfp default-mode 4x10G\nhostname a\n"
        ),
        "hostname a\n",
    ),
    "VLANs that routed ports take": (
        "vlan internal order ascending range 3700 3900\nvlan internal allocation policy\nhostname a\n",
        "hostname a\n",
    ),
    "seconds with another number of digits": (
        "priority-flow-control pause watchdog default timeout 0.4\n",
        "priority-flow-control pause watchdog default timeout 0.40\n",
    ),
    "networks, which are somebody else's, in either place": (
        "router bgp 1\n   network 10.0.0.1/32\n   address-family ipv4\n",
        "router bgp 1\n   address-family ipv4\n      network 10.0.0.1/32\n",
    ),
    "another order": ("dns domain b\nhostname a\n", "hostname a\ndns domain b\n"),
}


@pytest.mark.parametrize("what", [what for what in SAME if what != "a code point that keeps its default"])
def test_texts_that_differ_only_in_form_are_one_tree(what):
    one, other = SAME[what]
    assert ours(text_to_tree(one)) == ours(text_to_tree(other))


def test_a_code_point_that_keeps_its_default_may_be_printed_or_not():
    assert text_to_tree("qos map dscp 24 to traffic-class 3\n") == text_to_tree("")


@pytest.mark.parametrize("make", [samples.leaf, samples.spine])
def test_what_a_device_prints_of_our_text_is_our_tree(make):
    text = rendered(make())
    block, refused = lab.load(text, lab.Block())
    printed = "\n".join(lab.printed(block))
    assert refused == ()
    assert ours(text_to_tree(printed)) == ours(text_to_tree(text))


def test_every_rendered_line_is_known_and_ours_but_the_way_in():
    tree = parse({"eos.cfg": rendered(samples.leaf())})
    foreign = {path[0] for path in tree if not PLATFORM.owned(path) and not path[-1].startswith("!")}
    assert foreign == {"interface Management1", "ip route vrf MGMT 0.0.0.0/0 172.22.0.1"}


def test_a_foreign_line_keeps_its_place_and_is_not_ours():
    tree = text_to_tree(
        "interface Ethernet1/1\n   ip access-group X in\nip access-list X\n   10 permit ip any any\n"
    )
    assert ("ip access-list X", "10") in tree
    assert ours(tree) == ours(text_to_tree(""))


def test_a_secondary_address_does_not_hide_the_first():
    tree = text_to_tree(
        "interface Ethernet1/1\n   ip address 1.1.1.1/31\n   ip address 2.2.2.2/31 secondary\n"
    )
    assert tree["interface Ethernet1/1", "ip address"] == "1.1.1.1/31"


def test_a_banner_is_one_value():
    tree = text_to_tree("banner motd\nhello\n! there\nEOF\nhostname a\n")
    assert tree["banner motd",] == "hello\n! there"
    assert tree["hostname",] == "a"


def test_a_changed_line_changes_the_fingerprint():
    text = rendered(samples.leaf())
    prints = {
        fingerprint(text_to_tree(t), PLATFORM.owned) for t in (text, text.replace("mtu 9214", "mtu 9000", 1))
    }
    assert len(prints) == 2
