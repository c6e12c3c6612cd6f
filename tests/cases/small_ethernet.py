"""Small Ethernet fabrics to run on FRR, of one vendor or of all."""

from __future__ import annotations

from cases.designs import LEAF, SONIC_LEAF
from cases.repositories import base_with, everything
from judges import routing_eos, routing_nvue

from fabric.pipeline import at, compile, registry  # noqa: A004 - the verb of that stage

SPINE = '  spine: {count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.16"}\n'
AS_SONIC = 'platform: sonic, hwsku: Arista-7060X6-64PE-O128, release: "202511"'
SONIC_SPINE = f"  spine: {{count: 2, model: arista-7060x6-64pe, {AS_SONIC}}}\n"
EOS_LEAF = 'leaf: {model: arista-7060x6-64pe, platform: eos, release: "4.34.1F", per: rail, uplinks: 4}'
MIXED = f"""\
  overrides:
    - {{match: pod1-leaf2, {AS_SONIC}}}
    - {{match: spine2, release: "5.11"}}
"""
ONE_SEED = ("routing:\n", "routing:\n  ecmp: {seed: equal}\n")
ALL_SONIC = ((LEAF, SONIC_LEAF), (SPINE, SONIC_SPINE), ONE_SEED)
UNIFIED = ", routing_mode: unified}"
OF_TABLES = ((LEAF, SONIC_LEAF.replace("}", UNIFIED)), (SPINE, SONIC_SPINE.replace("}", UNIFIED)), ONE_SEED)
"""SONiC whose image makes FRR's file of tables."""
ALL_VENDORS = ((LEAF, EOS_LEAF), (SPINE, SPINE + MIXED), ONE_SEED)


def readers():
    """Return what says, by platform, how a unit routes: ours, and those of the tests for other words."""
    own = {name: platform.router for name, platform in everything().platforms.items() if platform.router}
    nvue = dict.fromkeys(("cumulus", "bluefield"), routing_nvue.router)
    return own | nvue | {"eos": routing_eos.router}


def rendered(source):
    """Return the one design of a source, and the artifacts of its units by unit."""
    made = compile(at(source, "site"), registry(checks=()))
    (design,) = made.designs.values()
    artifacts = {unit.name: {one.name: one.text for one in made.artifacts(unit)} for _, unit in made.units()}
    return design, artifacts


def small(*changes):
    """Return the base, two leaves and two spines with two links between any, after changes."""
    return rendered(base_with(*changes))
