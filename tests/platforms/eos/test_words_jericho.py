"""Fixed switches with virtual output queues: names, queues and what they are not told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from judges import eos, tally
from platforms import samples

from fabric.device.hop import meant
from fabric.platforms.eos import PLATFORM
from fabric.render import environment, render
from fabric.topology import Port

MODELS = [("arista-7280dr3-24", 24), ("arista-7280dr3a-36", 36)]


def text(model):
    """The whole configuration of a leaf of a model, each of whose cages is one port."""
    leaf = samples.watched(samples.leaf())
    cages = samples.of_model(model)["hardware"].cages[0].count
    ports = tuple(
        replace(interface, port=Port(cage, 1, 8))
        for cage, interface in enumerate((*leaf.interfaces[:4], *leaf.interfaces[-4:]), start=cages - 7)
    )
    sessions = tuple(
        replace(neighbor, port=interface.port)
        for neighbor, interface in zip(leaf.bgp.neighbors, ports[4:], strict=False)
    )
    bgp = replace(leaf.bgp, neighbors=sessions)
    qos = replace(leaf.qos, headroom=())
    config = replace(leaf, interfaces=ports, bgp=bgp, qos=qos, **samples.of_model(model))
    return config, render(PLATFORM, config, environment())[0].text


@pytest.mark.judge("eos")
@pytest.mark.parametrize(("model", "last"), MODELS)
def test_a_fixed_switch_of_jericho_is_named_and_queued_as_eos_does(model, last):
    config, found = text(model)
    assert f"interface Ethernet{last}/1\n" in found
    assert "speed 400g-8\n" in found
    assert "   tx-queue 3\n" in found
    assert "uc-tx-queue" not in found
    assert "weight" not in found
    assert "trident" not in found
    assert eos.judge(found) == ()
    tally.count("eos")
    ports = PLATFORM.hop({"eos.cfg": found}).ports
    assert {port.treatment for port in ports.values()} == {meant(config.qos, 400)}
