"""What OpenSM keeps silent about is found: members and roots that nobody is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from judges.subnets import TENANT, small_artifacts, small_subnet

from fabric.twin.netlist import netlist
from fabric.twin.opensm_partitions import lids, strange_roots
from fabric.twin.opensm_rehearsal import rehearse


def test_the_lid_of_a_port_is_read_from_its_own_line():
    line = '[1](3000) \t"S-0000000000002000"[1]\t\t# lid 17 lmc 0 "leaf1" lid 3 4xHDR\n'
    assert lids(line) == {0x3000: "17"}
    assert lids(netlist(small_subnet())) == {}


def test_a_root_that_is_no_switch_is_named():
    roots = "0x0000000000001000\n0x0000000000003000\n# 0x0000000000009999\n"
    assert [found.summary for found in strange_roots(roots, small_subnet())] == [
        "root 0x0000000000003000 in root_guid.conf is no switch of the subnet"
    ]


@pytest.mark.judge("opensm")
def test_a_member_that_nobody_is_is_named():
    stranger = replace(TENANT, members=(*TENANT.members, ("0x00000000deadbeef", "full")))
    config = replace(small_subnet(), partitions=(stranger,))
    assert [found.summary for found in rehearse(config, small_artifacts()).diagnostics] == [
        "partition `tenant1` has members that nobody is: 0x00000000deadbeef"
    ]
