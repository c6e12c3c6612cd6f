"""Management ports of a site's switches on its out-of-band fabric, from intent to cables and artifacts."""

from __future__ import annotations

from functools import cache

import yaml
from cases.repositories import ROOT, Layers, Texts, edited

from fabric.allocate import ledger_text
from fabric.analysis.cabling import runs
from fabric.analysis.orders import bill
from fabric.core.source import Folder
from fabric.pipeline import at, compile, registry, with_places  # noqa: A004 - the verb of that stage
from fabric.topology import MANAGEMENT
from fabric.views.explaining import explain
from fabric.views.verified_cables import Spot, cabling

INTENT = "intents/four-fabrics/site.yaml"
HOSTS = "inventory/four-fabrics/hosts.yaml"
LEDGER = "inventory/four-fabrics/allocations.yaml"


def compiled(*changes, ledger=None, hosts=None):
    held = {INTENT: edited((ROOT / INTENT).read_text(), *changes)}
    if ledger is not None:
        held[LEDGER] = ledger
    if hosts is not None:
        held[HOSTS] = hosts
    return compile(at(Layers((Texts(held), Folder(ROOT))), "intents/four-fabrics"), registry())


SAID = "    out_of_band: true\n    manages: [{}]\n"
MANAGED = ("    out_of_band: true                 ", SAID.format("all") + "   ")
LENGTH = (
    "        host-leaf: {length: 5 m}\n",
    "        host-leaf: {length: 5 m}\n        management: {length: 4 m}\n",
)


@cache
def managing():
    return compiled(MANAGED, LENGTH)


def artifact(build, name, of):
    unit = next(unit for _, unit in build.units() if unit.name == name)
    return next(one.text for one in build.artifacts(unit) if one.name == of)


def test_every_switch_of_the_other_fabrics_has_one_cable_to_an_out_of_band_leaf():
    build = managing()
    found = {link.a.device for link in build.designs["oob"].fabric.management}
    others = (design for name, design in build.designs.items() if name != "oob")
    assert found == {device.name for design in others for device in design.fabric.of_role("leaf", "spine")}


def test_the_ports_are_access_ports_and_say_who_is_there():
    port = yaml.safe_load(artifact(managing(), "oob-pod1-leaf1", "startup.yaml"))[1]["set"]["interface"][
        "swp44"
    ]
    assert port["bridge"]["domain"]["br_default"]["access"] == 10
    assert (port["description"], port["link"]["speed"]) == ("pod1-leaf1 Management1", "1G")


def test_nothing_else_of_any_unit_changes():
    plain, build = compiled(), managing()
    for _, unit in build.units():
        same = plain.artifacts(unit) == build.artifacts(unit)
        assert same == (unit.name != "oob-pod1-leaf1")


def test_links_sessions_and_what_a_failure_costs_stay_as_they_are():
    plain, build = compiled().designs["oob"], managing().designs["oob"]
    assert plain.fabric.links == build.fabric.links
    assert plain.fabric.devices == build.fabric.devices


def test_cables_and_their_lengths_are_listed_and_ordered():
    design = managing().designs["oob"]
    found = [run for run in runs(design) if run.kind == MANAGEMENT]
    assert (found[0].a.place, found[0].a.name, found[0].length_m) == ("pod1-leaf1:0/1", "Management1", 4)
    assert sum(item.count for item in bill(design) if item.form == "4 m") == len(found)


def test_patch_cords_that_the_intent_names_are_ordered_and_change_no_artifact():
    cord = (LENGTH[0], LENGTH[1].replace("{length", "{both: 1000BASE-T, length"))
    build, plain = compiled(MANAGED, cord), managing()
    cords = [item for item in bill(build.designs["oob"]) if item.model == "1000BASE-T"]
    assert [(item.name, item.count, item.power_w) for item in cords] == [
        ("1000BASE-T 4 m", 12, 0),
        ("1000BASE-T 5 m", 8, 0),
    ]
    assert all(build.artifacts(unit) == plain.artifacts(unit) for _, unit in build.units())


def test_a_port_is_explained_at_both_ends():
    build = managing()
    for subject in ("oob-pod1-leaf1:swp44", "pod1-leaf1:Management1", "fe-spine1:eth0"):
        (found,) = explain(build, subject)
        speed = next(value for value in found.values if value.field.startswith("speed"))
        assert (found.fabric, speed.origin.rule) == ("oob", "speed.of-management-port")
    (whole,) = explain(build, "pod1-leaf1")
    assert whole.ports[-1].peer == "oob-pod1-leaf1 swp44"


def test_another_managed_fabric_moves_no_cable():
    some = compiled((MANAGED[0], SAID.format("storage") + "   "), LENGTH)
    ledger = ledger_text(with_places(some, some.ledger))
    more = compiled(MANAGED, LENGTH, ledger=ledger).designs["oob"].fabric.management
    before = some.designs["oob"].fabric.management
    assert len(before) < len(more)
    assert set(before) <= set(more)


def test_switches_that_the_ledger_does_not_know_are_told():
    found = [one for one in managing().diagnostics if one.code == "ALC-005"]
    assert "`fe-spine[1-2]`" in found[0].summary
    ledger = ledger_text(with_places(managing(), managing().ledger))
    assert not [one for one in compiled(MANAGED, LENGTH, ledger=ledger).diagnostics if one.code == "ALC-005"]


OWN = ("pod1-leaf1", "pod1-leaf2", "spine1", "spine2")
RACKS = """racks:
  rows: [{name: a, racks: 8}, {name: n, racks: 4, place: 2}]
  places:
    - {match: "pod*-host*", racks: "a-*", step: 8, per_rack: 4}
    - {match: "oob-pod1-leaf1", racks: "n-1", unit: 40}
    - {match: "oob-pod1-leaf2", racks: "n-4", unit: 40}
    - {match: "oob-spine*", racks: "n-[1-2]", unit: 38}
"""
PLACE = '    - {{match: "{0}pod1-leaf*", racks: "n-[1-2]", unit: {1}}}\n'
PLACE += '    - {{match: "{0}spine*", racks: "n-[3-4]", unit: {1}}}\n'
PLACES = "".join(PLACE.format(name, unit) for name, unit in (("", 1), ("st-", 5), ("fe-", 9)))
TWO_LEAVES = ('release: "5.16", count: 1, uplinks: 2', 'release: "5.16", count: 2, uplinks: 2')


def test_cables_of_racks_go_to_the_nearest_leaf_and_are_as_long_as_the_way():
    design = compiled(MANAGED, ("services:\n", RACKS + PLACES + "services:\n"), TWO_LEAVES).designs["oob"]
    found = {run.a.device: run for run in runs(design) if run.kind == MANAGEMENT}
    assert {name: (run.a.stand, run.b.stand, run.length_m) for name, run in found.items() if name in OWN} == {
        "pod1-leaf1": ("n-1 U1", "n-1 U40", 3),
        "pod1-leaf2": ("n-2 U1", "n-1 U40", 6),
        "spine1": ("n-3 U1", "n-4 U40", 6),
        "spine2": ("n-4 U1", "n-4 U40", 3),
    }
    near = {"n-1": "n-1", "n-2": "n-1", "n-3": "n-4", "n-4": "n-4"}
    assert all(near[run.a.rack] == run.b.rack for run in found.values())


def test_lldp_is_judged_on_management_ports_too():
    found = cabling(managing().designs.values(), {})
    assert found.wanted[Spot("oob-pod1-leaf1", "swp44")] == Spot("pod1-leaf1", "Management1")


def test_the_leaf_is_the_gateway_of_a_switch_that_has_an_address_of_its_block():
    services = (
        "network: 172.27.0.0/24, gateway: 172.27.0.1}",
        "network: 172.28.0.0/16, gateway: 172.28.9.1}",
    )
    rows = edited((ROOT / HOSTS).read_text(), ("172.27.0.11/24", "172.28.1.90/23"))
    build = compiled(MANAGED, LENGTH, services, hosts=rows)
    assert "ip route vrf MGMT 0.0.0.0/0 172.28.0.1" in artifact(build, "pod1-leaf1", "eos.cfg")
    assert "ip route vrf MGMT 0.0.0.0/0 172.28.9.1" in artifact(build, "pod1-leaf2", "eos.cfg")
    (told,) = (one for one in build.diagnostics if one.code == "INV-011")
    assert "outside 172.28.0.0/23, the VLAN of `oob-pod1-leaf1`" in told.summary
    assert "`pod1-leaf1`" not in told.summary
    assert told.hint == "each may have that of its port there, such as 172.28.1.82/23 for `pod1-leaf2`"
