"""The judge of frr.conf accepts FRR's language and refuses what is not."""

from __future__ import annotations

import pytest

from judges import frr
from judges.verdict import Finding

pytestmark = pytest.mark.judge("frr")

LEAF = """\
frr defaults datacenter
hostname leaf-1
router bgp 4200000001
 bgp router-id 10.0.0.1
 neighbor SPINES peer-group
 neighbor SPINES remote-as external
 neighbor Ethernet0 interface peer-group SPINES
 address-family ipv4 unicast
  network 10.0.0.1/32
 exit-address-family
exit
"""


def test_a_routing_configuration_is_accepted():
    assert frr.judge(LEAF) == ()


def test_a_misspelt_word_is_refused_with_its_line():
    assert frr.findings(LEAF.replace("remote-as", "remot-as")) == (
        Finding("line 6", "% Unknown command[25]:  neighbor SPINES remot-as external"),
    )
