"""What a running configuration of this platform says of its network."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Interface

import pytest

from fabric.device.facts import PortFacts, Reach
from fabric.platforms.eos.facts import facts, recognised

TEXT = """\
! device: leaf1 (DCS-7060X6-64PE-F, EOS-4.34.1F)
username admin privilege 15 role network-admin secret sha512 $6$x
username admin ssh-key ssh-rsa AAAA me@noc
username noc role network-operator secret sha512 $6$y
logging vrf MGMT host 10.9.0.4
hostname leaf1
ip name-server vrf MGMT 10.9.0.2
dns domain dc.example
tacacs-server host 10.9.0.5 vrf MGMT key 7 123
interface Ethernet1/1
   description spine1 Et1/1
   speed 800g-8
interface Ethernet2/1
   ip address 10.0.0.0/31
interface Ethernet3/1
   channel-group 7 mode active
interface Loopback0
   ip address 10.254.0.1/32
interface Management1
   ip address 10.1.0.9/24
ip route vrf MGMT 0.0.0.0/0 10.1.0.1
ntp server vrf MGMT 10.9.0.1 prefer iburst
router bfd
   interval 300 min-rx 300 multiplier 3 default
router bgp 65101
   neighbor interface Ethernet1/1 peer-group SPINES
end
"""


def test_a_configuration_says_who_where_and_with_whom():
    found = facts({"eos.cfg": TEXT})
    assert (found.hostname, found.model, found.release) == ("leaf1", "7060X6-64PE", "4.34.1F")
    assert (found.asn, found.loopback, found.bfd) == (65101, IPv4Address("10.254.0.1"), (300, 3))
    assert found.ports == {
        "Ethernet1/1": PortFacts(gbps=800, description="spine1 Et1/1", session=True),
        "Ethernet2/1": PortFacts(address=IPv4Interface("10.0.0.0/31")),
        "Ethernet3/1": PortFacts(bundle="Port-Channel7"),
    }
    assert found.reach == Reach(
        management=IPv4Interface("10.1.0.9/24"), gateway=IPv4Address("10.1.0.1"), domain="dc.example",
        ntp=(IPv4Address("10.9.0.1"),), dns=(IPv4Address("10.9.0.2"),), syslog=(IPv4Address("10.9.0.4"),),
        users=("admin",), lesser=("noc",), tacacs=(IPv4Address("10.9.0.5"),),
    )  # fmt: skip


def test_a_bare_configuration_says_nothing():
    found = facts({"eos.cfg": "!\nrouter bgp 65101\n   router-id 10.0.0.7\nend\n"})
    assert (found.hostname, found.model, found.loopback, found.reach) == (
        "",
        "",
        IPv4Address("10.0.0.7"),
        Reach(),
    )


def test_a_number_that_is_none_is_refused():
    with pytest.raises(ValueError, match="nine"):
        facts({"eos.cfg": "router bgp nine\nend\n"})


@pytest.mark.parametrize(
    ("text", "artifact"),
    [(TEXT, "eos.cfg"), ("no aaa root\nend\n", "eos.cfg"), ("{}", None), ("router bgp 65001\n", None)],
)
def test_a_text_is_known_by_lines_that_only_this_platform_has(text, artifact):
    assert recognised(text) == artifact


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TEXT.removesuffix("end\n"), r"`end` is missing at line 27, column 1"),
        (f"hostname a\nbanner login\nno entry\n{TEXT}", "no `EOF` ends the banner at line 2, column 1"),
    ],
)
def test_a_configuration_that_was_cut_is_refused(text, words):
    with pytest.raises(ValueError, match=words):
        recognised(text)


def test_a_prompt_may_follow_and_banners_may_say_anything():
    assert recognised(f"banner motd\nend\nEOF\n{TEXT}leaf1#\n") == "eos.cfg"
