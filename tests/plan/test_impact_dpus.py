"""What a change of a DPU, of its leaf and of its host does to traffic."""

from __future__ import annotations

import pytest
from cases import dpus

from fabric.plan.changes import change_of
from fabric.plan.impact import impact_of
from fabric.plan.review import units_gone


def impact(name):
    """Return what a smaller MTU does when it reaches a unit."""
    made, smaller = dpus.built(), dpus.built(dpus.BEHIND_DPUS, ("mtu: 9100", "mtu: 9000"))
    platform = made.registry.platforms[dpus.units(made)[name].platform]
    patch = change_of(platform, dpus.texts(made, name), dpus.texts(smaller, name))
    (design,) = made.designs.values()
    return impact_of(design, name, platform, patch)


def test_behind_a_dpu_are_the_gpus_of_its_host():
    found = impact("pod1-dpu1")
    assert found.stalls == ("p0_if", "p1_if", "pf0hpf_if", "pf1hpf_if")
    assert (found.gpus, found.cables) == (8, ())


def test_a_port_of_a_host_behind_a_dpu_takes_no_cable_and_no_session_with_it():
    found = impact("pod1-host1")
    assert (found.flaps, found.sessions, found.cables) == (("frontend1", "frontend2"), (), ())


@pytest.mark.parametrize(("unit", "links"), [("pod1-dpu1", 2), ("pod1-host1", 2)])
def test_links_of_a_host_are_those_of_its_dpu_too(unit, links):
    made = dpus.built()
    assert units_gone(made)[unit].links == links
