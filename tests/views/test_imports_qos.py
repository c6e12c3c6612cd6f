"""Classes that switches have in common."""

from __future__ import annotations

from dataclasses import replace

from cases.repositories import everything, shipped

from fabric.catalog import load_catalog
from fabric.device.hop import NOWHERE, Marks
from fabric.views.imports_qos import qos_section

CATALOG = load_catalog()


def ports(name="pod1-leaf2"):
    build = shipped("quickstart")
    _, unit = next(pair for pair in build.units() if pair[1].name == name)
    artifacts = {one.name: one.text for one in build.artifacts(unit)}
    return list(everything().platforms[unit.platform].hop(artifacts).ports.values())


def with_treatment(port, **fields):
    return replace(port, treatment=replace(port.treatment, **fields))


def test_the_classes_of_an_artifact_are_those_of_its_intent():
    made = qos_section(ports(), {0: "DEFAULT", 3: "RDMA_1", 6: "CNP"}, CATALOG)
    assert made == (
        "\nqos:\n  classes:\n"
        "    - {name: rdma-1, dscp: [24-31], traffic_class: 3, lossless: true, bandwidth: 80 %, ecn: auto}\n"
        "    - {name: cnp, dscp: [48], traffic_class: 6, strict: true}\n"
        "    - {name: default, dscp: rest, traffic_class: 0, bandwidth: 20 %}\n"
        "  pfc: {watchdog: {detect: 400 ms, restore: 400 ms, action: drop}}\n"
        "  headroom: auto\n"
        "  dcqcn: {enabled: true}\n"
    )


def test_names_come_from_what_classes_do_where_nobody_gives_one():
    made = qos_section(ports(), {}, CATALOG)
    assert [word in made for word in ("name: roce,", "name: cnp,", "name: default,")] == [True] * 3


def test_thresholds_of_no_rule_are_written_and_those_of_several_speeds_scaled():
    own = [with_treatment(ports()[0], marks=((3, Marks(1000, 2000, 50)),))]
    assert "ecn: {min: 1000 B, max: 2000 B, probability: 50 %}" in qos_section(own, {}, CATALOG)
    fast = replace(with_treatment(own[0], marks=((3, Marks(2000, 4000, 50)),)), speed_gbps=800)
    assert "min: 2000 B, max: 4000 B, probability: 50 %, at: 800G" in qos_section([*own, fast], {}, CATALOG)


def test_ports_without_classes_make_no_section():
    assert qos_section([replace(port, treatment=None) for port in ports()], {}, CATALOG) == ""
    unmapped = [with_treatment(ports()[0], dscp_to_class=(NOWHERE,) * 64)]
    assert qos_section(unmapped, {}, CATALOG) == ""


def test_the_watchdog_is_that_of_the_switch_that_says_most_of_it():
    storm = ports()[0].treatment.storm
    less = with_treatment(ports()[0], storm=replace(storm, restore_ms=None, action=None))
    made = qos_section([less, *ports()], {}, CATALOG)
    assert "watchdog: {detect: 400 ms, restore: 400 ms, action: drop}" in made
    assert "pfc" not in qos_section([with_treatment(ports()[0], storm=None)], {}, CATALOG)
