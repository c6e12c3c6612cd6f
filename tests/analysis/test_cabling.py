"""Cables: what lies between two ports, how long one orders it, and which links share one."""

from __future__ import annotations

import pytest
from cases.repositories import SHIPPED, base_with, compiled, shipped

from fabric.analysis.cabling import COLOURS, orderable_m, runs
from fabric.catalog import load_catalog

HOSTS = "host-leaf: {host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m}"
COPPER = "host-leaf: {both: 800G-2x400G-DAC-OSFP, speed: 400G, length: 1.2 m}"


def runs_of(build):
    return [run for design in build.designs.values() for run in runs(design)]


@pytest.mark.parametrize("intent", SHIPPED)
def test_every_link_is_a_run_with_both_its_ends(intent):
    build = shipped(intent)
    links = [link for design in build.designs.values() for link in design.fabric.links]
    assert [(run.a.place, run.b.place) for run in runs_of(build)] == [
        (str(link.a), str(link.b)) for link in links
    ]


@pytest.mark.parametrize("intent", ["quickstart", "roce-256", "ib-b200-superpod"])
def test_a_patch_fibre_serves_one_link(intent):
    found = runs_of(shipped(intent))
    assert len({(run.fabric, run.cable) for run in found}) == len(found)


def test_ends_have_names_and_modules():
    run = runs_of(shipped("roce-256"))[0]
    assert (run.a.name, run.a.media, run.b.name, run.b.media) == (
        "rail1", "400G-DR4", "Ethernet1/1", "800G-2xDR4",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("medium", "way_m", "order_m"),
    [
        ("os2-mpo12-apc", 10, 10),
        ("os2-mpo12-apc", 10.2, 11),
        ("os2-mpo12-apc", 0, None),
        ("800G-2x400G-DAC-OSFP", 1.2, 1.5),
        ("800G-2x400G-DAC-OSFP", 3, 3),
        ("800G-2x400G-DAC-OSFP", 3.1, None),
        ("800G-4x200G-DAC", 1, None),
        ("", 10, None),
    ],
)
def test_a_length_is_rounded_up_to_one_that_can_be_ordered(medium, way_m, order_m):
    assert orderable_m(load_catalog(), medium, way_m) == order_m


def test_links_of_a_copper_splitter_share_a_cable_named_for_its_trunk():
    found = [run for run in runs_of(compiled(base_with((HOSTS, COPPER)))) if run.kind == "host-leaf"]
    assert {run.medium for run in found} == {"800G-2x400G-DAC-OSFP"}
    assert [run.cable for run in found] == ["pod1-leaf1:1", "pod1-leaf2:1"] * 2
    assert {run.order_m for run in found} == {1.5}


def test_the_colour_follows_the_rail():
    for run in runs_of(shipped("roce-256")):
        assert run.colour == COLOURS[run.rail - 1]


def test_a_cable_without_a_rail_has_the_colour_of_its_upper_device():
    managers = [run for run in runs_of(shipped("ib-b200-superpod")) if run.rail is None]
    assert managers
    assert all(run.colour == COLOURS[int(run.b.device[-1]) - 1] for run in managers)
