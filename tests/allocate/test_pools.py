"""Pins: honoured wherever a value would be derived, kept apart from what follows from numbers."""

from __future__ import annotations

import pytest
from cases.fabrics import Plan, site_of
from cases.repositories import LEDGER, Texts, base_with, findings
from cases.shapes import Tree

from fabric.allocate import allocate, read_ledger
from fabric.catalog import load_catalog
from fabric.topology import Port, expand

BASE = "ledger: fabric/1\nbackend:\n"


def numbered(rows, plan=None):
    site = site_of((plan or Plan()).text)
    fabric = expand(site, "backend", load_catalog())
    ledger = read_ledger(Texts({"ledger.yaml": BASE + rows}), "ledger.yaml")
    return fabric, allocate(fabric, site.fabrics["backend"], ledger)


def test_a_pinned_switch_has_what_is_pinned_and_derives_the_rest():
    fabric, numbers = numbered(
        "  pod1-leaf1: {number: 7, asn: 65101, loopback: 10.0.9.9, hosts: 100.64.99.0/24}\n"
        "  pod1-leaf2: {number: 8, asn: 65102}\n"
    )
    assert str(numbers.loopback("pod1-leaf1")) == "10.0.9.9"
    assert numbers.asn(fabric.devices["pod1-leaf1"]) == 65101
    assert str(numbers.host_block("pod1-leaf1")) == "100.64.99.0/24"
    assert str(numbers.host_link("pod1-leaf1", Port(1, 1, 4))[1]) == "100.64.99.1/31"
    assert str(numbers.loopback("pod1-leaf2")) == "10.0.0.8"
    assert str(numbers.host_block("pod1-leaf2")) == "100.64.7.0/24"
    assert numbers.asn(fabric.devices["spine1"]) == 4200000000


def test_spines_of_a_pod_take_the_as_that_is_pinned_to_their_first():
    tree = Tree(((1, 2),))
    fabric, numbers = numbered("  pod1-spine1: {number: 5, asn: 65200}\n", tree)
    assert {numbers.asn(fabric.devices[name]) for name in ("pod1-spine1", "pod1-spine2")} == {65200}
    fabric, numbers = numbered("  pod1-spine2: {number: 5, asn: 65200}\n", tree)
    assert numbers.asn(fabric.devices["pod1-spine1"]) != 65200
    assert numbers.asn(fabric.devices["pod1-spine2"]) == 65200


def test_new_switches_keep_clear_of_what_is_pinned():
    _, numbers = numbered(
        "  pod1-leaf1: {number: 9, asn: 4200000001, loopback: 10.0.0.2, hosts: 100.64.2.0/24}\n"
    )
    assert sorted(number for name, number in numbers.of.items() if name != "pod1-leaf1") == [4, 5, 6]
    assert numbers.missing == ("pod1-leaf2", "spine1", "spine2")
    assert len({numbers.loopback(name) for name in numbers.of}) == len(numbers.of)


@pytest.mark.parametrize(
    ("rows", "codes"),
    [
        ("  pod1-leaf1: {number: 1, loopback: 10.0.0.2}\n  pod1-leaf2: 2\n", ["ALC-007"]),
        ("  pod1-leaf1: {number: 1, asn: 4200000002}\n  pod1-leaf2: 2\n", ["ALC-007"]),
        ("  pod1-leaf1: {number: 1, asn: 4200000000}\n", ["ALC-007"]),
        ("  spine1: {number: 1, asn: 4200000002}\n  pod1-leaf2: 2\n", ["ALC-007"]),
        ("  pod1-leaf1: {number: 1, hosts: 100.64.1.0/24}\n  pod1-leaf2: 2\n", ["ALC-007"]),
        ("  gone-leaf: {number: 1, loopback: 10.0.0.2}\n  pod1-leaf2: 2\n", ["ALC-007"]),
        ("  pod1-leaf1: {number: 1, loopback: 10.9.0.2}\n", ["ALC-008"]),
        ("  pod1-leaf1: {number: 1, hosts: 10.64.1.0/24}\n", ["ALC-008"]),
        ("  pod1-leaf1: {number: 1, hosts: 100.64.2.0/25}\n", ["ALC-008"]),
        ("  pod1-leaf1: {number: 70000, loopback: 10.0.0.2, hosts: 100.64.2.0/24}\n", []),
        ("  spine1: {number: 1, asn: 65100}\n  spine2: {number: 2, asn: 65100}\n", []),
    ],
)
def test_pins_that_meet_others_or_leave_their_pools_are_refused_at_their_line(rows, codes):
    found = [
        one for one in findings(base_with(**{LEDGER: BASE + rows})) if one.code in {"ALC-007", "ALC-008"}
    ]
    assert [one.code for one in found] == codes
    assert {one.place.file for one in found} <= {LEDGER}
