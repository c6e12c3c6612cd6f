"""Bills of materials: every part once, and nothing unknown counted as nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cases.repositories import SHIPPED, base_with, compiled, shipped

from fabric.analysis.orders import Kind, bill, power_w, rack_units, together
from fabric.topology import Fabric, Role

HOSTS = "host-leaf: {host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m}"
COPPER = "host-leaf: {both: 800G-2x400G-DAC-OSFP, speed: 400G, length: 1.2 m}"


def bill_of(build):
    (design,) = build.designs.values()
    return bill(design)


def counts(build):
    return {(item.kind, item.name): item.count for item in bill_of(build)}


def test_the_bill_of_a_small_fabric_is_counted_by_hand():
    # 2 hosts x 2 NICs; a leaf has 2 host ports in 1 cage and 4 uplinks in 2; a spine has 4 ports in 2 cages.
    assert counts(shipped_base()) == {
        ("switch", "nvidia-sn5600"): 4,
        ("nic", "connectx-7"): 4,
        ("module", "400G-DR4 QSFP112 or OSFP-RHS"): 4,
        ("module", "800G-2xDR4 OSFP"): 2 * (1 + 2) + 2 * 2,
        ("fibre", "os2-mpo12-apc 10 m"): 4,
        ("fibre", "os2-mpo12-apc 30 m"): 8,
    }


def shipped_base():
    return compiled(base_with())


def test_a_module_that_serves_two_ports_is_counted_once():
    found = counts(shipped("ib-b200-superpod"))
    # 1,016 NICs, 4 ports of subnet managers and both ends of 1,024 uplinks, two to a module. Four leaves of
    # the unit with 31 hosts have no manager: their last cage is half used.
    assert found["module", "800G-2xDR4 OSFP"] == (1016 + 4 + 2 * 1024 + 4) / 2
    assert found["nic", "connectx-7"] == 127 * 8
    assert found["module", "800G-2xDR4 OSFP-RHS"] == 127 * 8 / 2


def test_a_half_used_cage_has_a_whole_module():
    odd = compiled(base_with(("count: 2, model: hgx", "count: 3, model: hgx")))
    assert counts(odd)["module", "800G-2xDR4 OSFP"] == 2 * (2 + 2) + 2 * 2


def test_a_splitter_is_one_cable_and_needs_no_module():
    found = counts(compiled(base_with((HOSTS, COPPER))))
    assert found["cable", "800G-2x400G-DAC-OSFP 1.5 m"] == 2
    assert ("module", "400G-DR4 QSFP112 or OSFP-RHS") not in found


def test_the_power_of_copper_counts_every_plug():
    items = bill_of(compiled(base_with((HOSTS, COPPER))))
    (copper,) = (item for item in items if item.kind is Kind.CABLE)
    assert copper.power_w == pytest.approx(3 * 0.1)


def test_a_length_that_nobody_sells_is_said():
    unsold = "host-leaf: {both: 800G-4x200G-DAC, speed: 200G, length: 1.2 m}"
    (copper,) = (item for item in bill_of(compiled(base_with((HOSTS, unsold)))) if item.kind is Kind.CABLE)
    assert (copper.form, copper.note) == ("1.2 m", "length of the way; the catalog knows no orderable one")


@pytest.mark.parametrize("intent", SHIPPED)
def test_what_the_catalog_does_not_know_is_missing_and_not_nothing(intent):
    items = [item for design in shipped(intent).designs.values() for item in bill(design)]
    known = sum(item.power_w * item.count for item in items if item.power_w is not None)
    assert power_w(items).known == known
    assert set(power_w(items).missing) == {item.name for item in items if item.power_w is None}


def test_a_sum_without_gaps_is_complete():
    items = [replace(item, power_w=100.0, rack_units=2) for item in bill_of(shipped_base())]
    count = sum(item.count for item in items)
    assert power_w(items) == power_w(items).__class__(100.0 * count, ())
    assert rack_units(items).known == 2 * count


def test_two_fabrics_make_one_bill():
    one, other = bill_of(shipped("roce-256")), bill_of(shipped("quickstart"))
    whole = together([one, other])
    assert sum(item.count for item in whole) == sum(item.count for item in (*one, *other))
    keys = [(item.kind, item.name) for item in whole]
    assert len(set(keys)) == len(keys)
    assert [item.kind for item in whole] == sorted((item.kind for item in whole), key=list(Kind).index)


def test_a_nic_of_two_planes_is_one_card():
    (design,) = shipped_base().designs.values()
    leaves = {leaf.name: number for number, leaf in enumerate(design.fabric.of_role(Role.LEAF), 1)}
    planes = {n: replace(d, plane=leaves.get(n)) for n, d in design.fabric.devices.items()}
    split = replace(design, fabric=Fabric("backend", "roce", planes, design.fabric.links))
    (nic,) = (item for item in bill(split) if item.kind is Kind.NIC)
    assert (nic.count, nic.note) == (2, "each with 2 ports, one for each plane")
