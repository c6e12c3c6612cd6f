"""Devices in racks: each place follows from the device's own numbers, and lengths from both places."""

from __future__ import annotations

from cases.repositories import base_with, everything

from fabric.pipeline import at, expanded

OPEN = (
    ("os2-mpo12-apc, length: 10 m}", "os2-mpo12-apc}"),
    ("os2-mpo12-apc, length: 30 m}", "os2-mpo12-apc}"),
)
RACKS = """
racks:
  rows:
    - {name: "a", racks: 4}
    - {name: "n", racks: 1, place: 2}
  places:
    - {match: "pod*-host*", racks: "a*", step: 8, per_rack: 2, per_pod: 4}
    - {match: "pod*-leaf*", racks: "n-1", unit: 40, per_rack: 8, step: 2, per_pod: 2}
    - {match: "spine*", racks: "n-1", unit: 30, per_rack: 4, step: 2}
"""
AAA = '  aaa: {users: [{name: admin, password: "secret:env/ADMIN_HASH"}]}\n'
POD = "  pod1: {count: 2, model: hgx-h200, nics: {backend: {model: connectx-7, count: 2}}}\n"


def fabric_of(*changes, racks=RACKS):
    made = expanded(at(base_with(*OPEN, (AAA, AAA + racks), *changes), "site"), everything())
    return made.designs["backend"].fabric


def stands(fabric):
    return {device.name: (device.rack, device.unit) for device in fabric.devices.values()}


def test_places_follow_from_the_numbers_of_a_device():
    assert stands(fabric_of((POD, POD.replace("count: 2, model: hgx", "count: 3, model: hgx")))) == {
        "pod1-host1": ("a-1", 1),
        "pod1-host2": ("a-1", 9),
        "pod1-host3": ("a-2", 1),
        "pod1-leaf1": ("n-1", 40),
        "pod1-leaf2": ("n-1", 42),
        "spine1": ("n-1", 30),
        "spine2": ("n-1", 32),
    }


def test_another_host_and_another_pod_move_nothing():
    before = stands(fabric_of())
    more = POD.replace("count: 2, model: hgx", "count: 4, model: hgx")
    after = stands(fabric_of((POD, more + more.replace("pod1", "pod2"))))
    assert before.items() <= after.items()
    assert after["pod2-host1"] == ("a-3", 1)
    assert after["pod2-leaf1"] == ("n-1", 44)


def test_a_rule_counts_from_the_lowest_number_of_its_pattern():
    rule = '    - {match: "spine2", racks: "a-4", unit: 7}\n'
    assert stands(fabric_of(racks=RACKS + rule))["spine2"] == ("a-4", 7)
    ranges = RACKS.replace("spine*", "spine[2-9]") + '    - {match: "spine1", racks: "a-4"}\n'
    assert stands(fabric_of(racks=ranges))["spine2"] == ("n-1", 30)


def test_the_later_rule_wins():
    rule = '    - {match: "pod1-leaf2", racks: "a-3", unit: 20}\n'
    assert stands(fabric_of(racks=RACKS + rule))["pod1-leaf2"] == ("a-3", 20)


def test_a_length_is_that_of_the_way_rounded_up():
    lengths = {(link.a.device, link.b.device): link.length_m for link in fabric_of().links}
    # The middle of host 1 is 4 U above the floor, of leaf 1 40 U, of spine 1 30 U. Up and down 44 + 8 units,
    # twice 0.5 m to the tray, no rack along to the crossing, 3 m across, twice 0.5 m of slack: 7.31 m.
    assert lengths["pod1-host1", "pod1-leaf1"] == 8
    # In one rack: 10 units and the slack, 1.44 m.
    assert lengths["pod1-leaf1", "spine1"] == 2


def test_a_length_that_the_intent_says_stays():
    kept = (
        "both: 800G-2xDR4, fibre: os2-mpo12-apc}",
        "both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m}",
    )
    lengths = {(link.kind, link.length_m) for link in fabric_of(kept).links}
    assert lengths == {("host-leaf", 8), ("host-leaf", 7), ("leaf-spine", 30)}


def test_fibres_are_rounded_as_the_intent_says():
    racks = RACKS.replace("  rows:", "  rounding: 5 m\n  rows:")
    assert {link.kind: link.length_m for link in fabric_of(racks=racks).links} == {
        "host-leaf": 10,
        "leaf-spine": 5,
    }


def test_copper_comes_in_the_lengths_of_the_catalog():
    """Ways of 1.35 and 1.53 m."""
    copper = ("both: 800G-2xDR4, fibre: os2-mpo12-apc}", "both: 800G-CR8, speed: 400G}")
    found = {link.length_m for link in fabric_of(copper).links if link.kind == "leaf-spine"}
    assert found == {1.5, 2}


def test_a_thousand_racks_take_three_lines():
    racks = RACKS.replace('{name: "a", racks: 4}', '{name: "a[1-25]", racks: 40, place: 101}')
    assert stands(fabric_of(racks=racks))["pod1-host1"] == ("a1-1", 1)
