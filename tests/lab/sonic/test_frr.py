"""FRR files as vtysh reads them."""

from __future__ import annotations

import pytest

from fabric.lab.sonic.frr import Line, parse, printed

GOOD = """\
frr defaults traditional
hostname leaf-1
no fpm use-next-hop-groups
!
route-map PASS permit 10
exit
!
interface Ethernet0
 ipv6 nd ra-interval 6
exit
!
router bgp 65001
 bgp router-id 10.0.0.1
 no bgp ebgp-requires-policy
 neighbor Ethernet0 interface remote-as external
 !
 address-family ipv4 unicast
  network 10.0.0.1/32
  maximum-paths 64
 exit-address-family
exit
!
bfd
 profile fast
  transmit-interval 300
 exit
exit
"""

BAD = {
    "a word no node has": "routr bgp 1\n",
    "an AS that is no number": "router bgp leaf\n",
    "a remote AS that is no number": "router bgp 1\n neighbor x remote-as peer\n",
    "a line in the wrong node": "route-map PASS permit 10\n network 10.0.0.0/8\n",
}


def test_a_whole_file_is_understood():
    assert parse(GOOD).unknown == ()


@pytest.mark.parametrize("what", BAD)
def test_a_check_refuses(what):
    assert len(parse(BAD[what]).unknown) == 1


def test_what_is_printed_reads_as_the_same():
    lines = parse(GOOD).lines
    again = parse(printed(lines, "leaf-1").partition("Current configuration:\n")[2])
    ignored = {"frr version", "frr defaults", "hostname", "service integrated-vtysh-config"}
    kept = [{ln for ln in found if not ln.text.startswith(tuple(ignored))} for found in (lines, again.lines)]
    assert kept[0] == kept[1]


def test_nodes_are_known_by_words_and_not_by_indentation():
    lines = parse(
        "router bgp 1\naddress-family ipv4 unicast\nnetwork 10.0.0.0/8\nbgp router-id 1.1.1.1\n"
    ).lines
    assert lines[2] == Line(("router bgp 1", "address-family ipv4 unicast"), "network 10.0.0.0/8")


def test_a_global_line_leaves_every_node():
    lines = parse(
        "router bgp 1\n address-family ipv4 unicast\nroute-map A permit 10\n match ip address x\n"
    ).lines
    assert lines[-1].context == ("route-map A permit 10",)
