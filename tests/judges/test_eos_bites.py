"""pyavd refuses mutants of an eos.cfg; who survives is listed and read in review."""

from __future__ import annotations

from pathlib import Path

import pytest

from judges import eos
from judges.mutate import Mutant, hunt
from judges.mutate_lines import line_mutants

pytestmark = pytest.mark.judge("eos")

LEAF = (Path(__file__).parent / "samples/eos-leaf.cfg").read_text()
DEFINITIONS = (
    r"qos profile (\S+)",
    r"vrf instance (\S+)",
    r"ip prefix-list (\S+)",
    r"route-map (\S+) permit",
    r"   ssl profile (\S+)",
    r"   neighbor (\S+) peer group",
    r"platform trident mmu queue profile (\S+)$",
    r"aaa group server tacacs\+ (\S+)",
)


def overlaps():
    """One port described twice, one address on two ports, lanes of one cage used twice."""
    second = "interface Ethernet1/1\n   description again\n!\ninterface Loopback0\n"
    yield Mutant("overlap", "interface Ethernet1/1 twice", LEAF.replace("interface Loopback0\n", second))
    yield Mutant("overlap", "one address on two ports", LEAF.replace("100.64.1.2/31", "100.64.1.0/31"))
    yield Mutant("overlap", "lanes of Ethernet33/1 and 33/5", LEAF.replace("Ethernet33/5", "Ethernet33/3"))


def test_mutants_are_refused_but_for_the_listed(golden):
    mutants = (*line_mutants(LEAF, DEFINITIONS), *overlaps())
    golden("survivors/eos.txt", hunt("eos", mutants, lambda text: bool(eos.findings(text))))
