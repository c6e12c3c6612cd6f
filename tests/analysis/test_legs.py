"""Optical circuit switches are ordered, cabled and drawn, and get no artifacts."""

from __future__ import annotations

from cases.explicit import beside, through_ocs
from cases.repositories import compiled, with_texts

from fabric.analysis.cabling import runs
from fabric.analysis.folding import fold
from fabric.analysis.orders import bill
from fabric.topology import Role
from fabric.views.drawing import picture
from fabric.views.exports_netbox import netbox


def build():
    return compiled(with_texts(beside(through_ocs())))


def design():
    return build().designs["backend"]


def test_both_cables_are_listed_with_the_ports_of_the_circuit_switch():
    found = [(run.a.device, run.a.name, run.b.device, run.b.name) for run in runs(design())]
    assert [row for row in found if "ocs1" in row] == [
        ("leaf1", "swp33s0", "ocs1", "1"),
        ("ocs1", "101", "spine1", "swp1s0"),
        ("leaf2", "swp33s0", "ocs1", "2"),
        ("ocs1", "102", "spine1", "swp1s1"),
    ]


def test_it_is_on_the_bill():
    items = {(item.kind, item.model): item.count for item in bill(design())}
    assert items["optical-circuit-switch", "google-palomar"] == 1


def test_it_is_no_unit():
    made = build()
    assert "ocs1" not in {unit.name for _, unit in made.units()}


def test_it_is_drawn_between_the_tiers_that_it_joins():
    folded = fold(design().fabric)
    assert [folded.boxes[row[0]].role for row in folded.rows] == [
        Role.SPINE,
        Role.CIRCUIT,
        Role.LEAF,
        Role.HOST,
    ]
    joined = {(folded.boxes[s.lower].names, folded.boxes[s.upper].names) for s in folded.strands}
    assert {(("leaf1",), ("ocs1",)), (("leaf2",), ("ocs1",)), (("ocs1",), ("spine1",))} <= joined
    assert (("leaf1",), ("spine1",)) not in joined
    assert "1 ocs" in picture([folded])


def test_netbox_has_it_and_its_cables():
    found = netbox("made", [design()])
    assert [row["device_type"] for row in found.devices if row["name"] == "ocs1"] == ["Palomar"]
    assert sum("ocs1" in (row["side_a_device"], row["side_b_device"]) for row in found.cables) == 4
