"""Modules: which ports share one, and in which form it is ordered."""

from __future__ import annotations

from cases.repositories import base_with, compiled, shipped

from fabric.analysis.modules import modules


def modules_of(build):
    (design,) = build.designs.values()
    return modules(design)


def test_a_module_has_the_form_of_the_cages():
    forms = {form for model, form in modules_of(shipped("ib-b200-superpod")) if model == "800G-2xDR4"}
    assert forms == {"OSFP", "OSFP-RHS", "OSFP or QSFP-DD800 or OSFP-RHS"}  # switches, hosts, managers


def test_where_the_host_leaves_the_choice_every_form_that_fits_is_named():
    assert ("400G-DR4", "QSFP112 or OSFP-RHS") in modules_of(shipped("roce-256"))


def test_a_twin_port_module_in_a_host_serves_two_of_its_ports():
    twin = compiled(base_with(("host: 400G-DR4", "host: 800G-2xDR4")))
    found = modules_of(twin)
    assert sum(count for count, _ in found.values()) == 2 + 10


def test_power_is_that_of_the_form():
    found = modules_of(shipped("roce-256"))
    assert found["800G-2xDR4", "OSFP"] == (384, 17)
