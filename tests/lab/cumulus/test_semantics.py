"""What NVUE finds wrong with a whole configuration."""

from __future__ import annotations

import pytest

from fabric.lab.cumulus.semantics import complaints

BGP = {"state": "enabled", "autonomous-system": 65001, "router-id": "10.0.0.1"}


EMPTY = {"min-threshold": 2, "max-threshold": 2}


def vrf(**bgp):
    return {"vrf": {"default": {"router": {"bgp": {"state": "enabled", **bgp}}}}, "router": {"bgp": BGP}}


@pytest.mark.parametrize(
    ("tree", "place"),
    [
        ({"vrf": {"default": {"router": {"bgp": {"enable": "on"}}}}}, "vrf.default.router.bgp.enable"),
        (vrf(neighbor={"swp1": {"peer-group": "X", "remote-as": 1}}), "neighbor.swp1.peer-group"),
        (vrf(neighbor={"swp1": {}}), "neighbor.swp1.remote-as"),
        (vrf(neighbor={"10.0.0.2": {"remote-as": 1, "type": "unnumbered"}}), "neighbor.10.0.0.2.type"),
        (vrf(**{"address-family": {"redistribute": {"route-map": "GONE"}}}), "redistribute.route-map"),
        ({"interface": {"swp1s0": {}}}, "interface.swp1s0"),
        ({"interface": {"swp1": {"qos": {"pfc": {"profile": "x"}}}}}, "qos.pfc.profile"),
        ({"interface": {"swp1": {"qos": {"pfc-watchdog": {"state": "enable"}}}}}, "pfc-watchdog"),
        (
            {"interface": {"swp1": {"router": {"adaptive-routing": {"state": "enabled"}}}}},
            "router.adaptive-routing",
        ),
        (
            {"qos": {"egress-scheduler": {"p": {"traffic-class": {"0": {"bw-percent": 101}}}}}},
            "qos.egress-scheduler.p",
        ),
        ({"qos": {"traffic-pool": {"a": {"memory-percent": 101}}}}, "qos.traffic-pool"),
        (
            {"qos": {"congestion-control": {"p": {"traffic-class": {"3": EMPTY}}}}},
            "congestion-control.p.traffic-class.3",
        ),
    ],
)  # fmt: skip
def test_a_fault_is_found_at_its_place(tree, place):
    assert any(place in where for where, _ in complaints(tree))


def test_a_sound_configuration_has_none():
    tree = vrf(neighbor={"swp1s0": {"remote-as": "external", "type": "unnumbered"}})
    tree["interface"] = {"swp1": {"link": {"breakout": {"2x": {}}}}, "swp1s0": {}}
    assert list(complaints(tree)) == []
