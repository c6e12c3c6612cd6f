"""What traffic notices of a change."""

from __future__ import annotations

import pytest
from cases.repositories import everything, shipped

from fabric.core.tree import Edit
from fabric.plan.impact import NOTHING, impact_of
from fabric.platforms.form import ChangeClass, Patch


def impact(name, *edits, intent="roce-256"):
    build = shipped(intent)
    design = next(iter(build.designs.values()))
    platform = everything().platforms[design.device(name).platform]
    found = tuple(Edit(path, "1", "2") for path, _ in edits)
    kinds = tuple(kind for _, kind in edits)
    return impact_of(design, name, platform, Patch(found, (), max(kinds), kinds))


def port(name):
    return (f"interface {name}", "speed")


def test_a_threshold_disturbs_nobody():
    assert impact("pod1-leaf1", (port("Ethernet34/5"), ChangeClass.TUNING)) == NOTHING


def test_an_uplink_that_flaps_takes_its_session_and_a_share_of_the_uplinks():
    found = impact("pod1-leaf1", (port("Ethernet34/5"), ChangeClass.LINK_FLAP))
    assert (found.flaps, found.sessions, found.stalls) == (("Ethernet34/5",), ("Ethernet34/5",), ())
    assert (found.gpus, found.rails, found.capacity) == (32, (1,), pytest.approx(100 / 32))
    assert len(found.cables) == 1
    assert found.cables[0].startswith("pod1-leaf1 Ethernet34/5 - spine")


def test_a_port_of_a_host_that_flaps_has_its_gpu_behind_it_and_no_session():
    found = impact("pod1-leaf1", (port("Ethernet1/1"), ChangeClass.LINK_FLAP))
    assert (found.gpus, found.sessions, found.capacity) == (1, (), 0.0)


def test_buffers_of_the_whole_device_stall_every_port():
    found = impact("pod1-leaf1", (("qos profile FABRIC-400G",), ChangeClass.BUFFER_REPROGRAM))
    assert (len(found.stalls), found.flaps, found.sessions) == (64, (), ())
    assert (found.gpus, found.capacity) == (32, 0.0)


def test_a_restart_takes_every_port_whatever_port_it_speaks_of():
    found = impact("pod1-leaf7", (("PORT", "Ethernet0", "lanes"), ChangeClass.RESTART))
    assert len(found.flaps) == 64
    assert found.capacity == pytest.approx(100)


def test_a_spine_that_restarts_has_every_gpu_behind_it_and_an_eighth_of_the_uplinks():
    found = impact("spine1", (("system", "forwarding", "hash-seed"), ChangeClass.RESTART))
    assert (found.gpus, found.rails, found.capacity) == (256, tuple(range(1, 9)), pytest.approx(12.5))
    assert found.behind == {"pod1": 256}


def test_a_host_has_itself_behind_its_ports():
    found = impact("pod1-host1", (("nic.json", "host"), ChangeClass.LINK_FLAP))
    assert (found.gpus, found.sessions) == (8, ())


def test_a_subnet_manager_has_everybody_behind_it():
    found = impact(
        "ufm1", (("opensm.conf", "routing_engine"), ChangeClass.RESTART), intent="ib-b200-superpod"
    )
    assert found.gpus == sum(found.behind.values()) > 0


def test_a_leaf_of_several_rails_brings_them_all_along():
    found = impact("pod1-leaf1", (port("Ethernet33/1"), ChangeClass.LINK_FLAP), intent="clos3-64")
    assert found.cables[0].startswith("pod1-leaf1 Ethernet33/1 - pod1-spine")
    assert found.rails == (1, 2, 3, 4)
