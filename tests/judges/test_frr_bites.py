"""FRR's parser refuses mutants of a frr.conf; who survives is listed and read in review."""

from __future__ import annotations

import pytest

from judges import frr
from judges.mutate import Mutant, hunt
from judges.mutate_lines import line_mutants

pytestmark = pytest.mark.judge("frr")

LEAF = """\
frr defaults datacenter
hostname leaf-1
ip prefix-list LOOPBACKS seq 10 permit 10.0.0.0/16 ge 32
route-map CONNECTED permit 10
 match ip address prefix-list LOOPBACKS
exit
interface Ethernet0
 ipv6 nd ra-interval 10
 no ipv6 nd suppress-ra
exit
router bgp 4200000001
 bgp router-id 10.0.0.1
 bgp bestpath as-path multipath-relax
 neighbor SPINES peer-group
 neighbor SPINES remote-as external
 neighbor SPINES bfd
 neighbor Ethernet0 interface peer-group SPINES
 address-family ipv4 unicast
  redistribute connected route-map CONNECTED
  maximum-paths 64
 exit-address-family
exit
"""
DEFINITIONS = (r"ip prefix-list (\S+)", r"route-map (\S+) permit", r" neighbor (\S+) peer-group$")


def overlaps():
    """One autonomous system under two numbers."""
    yield Mutant("overlap", "two default BGP instances", LEAF + "router bgp 4200000002\nexit\n")


def test_the_leaf_is_accepted():
    assert frr.findings(LEAF) == ()


def test_mutants_are_refused_but_for_the_listed(golden):
    mutants = (*line_mutants(LEAF, DEFINITIONS), *overlaps())
    golden("survivors/frr.txt", hunt("frr", mutants, lambda text: bool(frr.findings(text))))
