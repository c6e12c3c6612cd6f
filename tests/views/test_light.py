"""Reach, loss and power of a port, with the numbers of the formula; what no source says reads unknown."""

from __future__ import annotations

from cases.repositories import base_with, compiled, shipped

from fabric.views.light import physical_values


def values(build, name, number=0):
    (design,) = build.designs.values()
    link = design.fabric.links_of[name][number]
    return {field: (value, origin) for field, value, origin in physical_values(design, name, link)}


def test_the_cage_gives_what_the_module_draws_or_says_that_nobody_knows():
    watts, origin = values(shipped("roce-256"), "spine1")["cage_power_w"]
    assert (watts, origin.arithmetic) == (18, "800G-2xDR4 draws at most 17 W, the cage gives 18 W")
    watts, origin = values(shipped("quickstart"), "pod1-leaf1")["cage_power_w"]
    assert (watts, origin.arithmetic) == (
        "unknown",
        "800G-2xDR4 draws at most 17 W, the cage gives unknown",
    )


def test_the_weaker_module_decides_the_reach():
    found = values(compiled(base_with()), "pod1-leaf1")
    assert found["reach_m"][0] == 500
    assert found["reach_m"][1].arithmetic == (
        "the least of 500 m of 400G-DR4, 500 m of 800G-2xDR4 over OS2; the cable has 10 m"
    )


def test_the_loss_counts_glass_connections_and_what_else_is_on_the_way():
    ups = "fibre: os2-mpo12-apc, length: 30 m"
    build = compiled(base_with((ups, f"{ups}, panels: 2, extra_loss: 0.5 dB")))
    value, origin = values(build, "spine1")["loss_db"]
    assert value == 3.512
    assert origin.arithmetic == (
        "0.4 dB/km x 0.03 km + 4 connections x 0.75 dB + 0.5 dB besides = 3.51 dB; "
        "800G-2xDR4 allows 3 dB (recalled)"
    )


def test_copper_has_power_and_no_light():
    uplinks = "both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m"
    build = compiled(base_with((uplinks, "both: 800G-CR8, length: 2 m, speed: 400G")))
    found = values(build, "spine1")
    assert found.keys() == {"cage_power_w"}
    assert found["cage_power_w"][1].arithmetic == "800G-CR8 draws at most 0.1 W, the cage gives 18 W"


def test_without_modules_nothing_is_said():
    uplinks = "both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m"
    assert values(compiled(base_with((uplinks, "length: 30 m, speed: 400G"))), "spine1") == {}
