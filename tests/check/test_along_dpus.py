"""A DPU that differs from its leaf, its host or the intent is found, and one as it is made is not."""

from __future__ import annotations

from functools import cache

import pytest
from cases import dpus
from cases.repositories import edited

from fabric.pipeline.walking import judged, read_hop, read_hops, walks

CODES = {"HOP-013"}
PORT = "        type: swp\n      p1_if"
EXPORT = "outbound:\n                        route-map: FABRIC-CONNECTED"


@cache
def read():
    made = dpus.built()
    return made, read_hops(made)


def findings(unit, artifact, *changes):
    made, hops = read()
    texts = dpus.texts(made, unit)
    texts[artifact] = edited(texts[artifact], *changes)
    return judged(made, walks(made, {**hops, unit: read_hop(made, dpus.units(made)[unit], texts)}))


def test_dpus_as_they_are_made_agree_with_leaves_hosts_and_intent():
    made, hops = read()
    assert judged(made, walks(made, hops)) == ()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("autonomous-system: 4210000000", "autonomous-system: 4210000009"), "has the AS 4210000009"),
        (("router-id: 10.64.0.0", "router-id: 10.64.0.9"), "has the router id"),
        (("100.64.1.0/31: {}\n            type", "100.64.9.0/31: {}\n            type"), "announces"),
        (("remote-as: 4200000001", "remote-as: 4200000009"), "`p0_if` expects at its far end the AS"),
        ((EXPORT, "outbound: {}"), "`p1_if` lets out of it everything"),
        (
            (f"mtu: 9100\n{PORT}", f"mtu: 9000\n{PORT}"),
            "has an MTU of",
        ),
        (
            ("100.64.0.0/31: {}\n        link", "100.64.0.2/31: {}\n        link"),
            "has the address 100.64.0.2",
        ),
    ],
)
def test_a_changed_dpu_is_found(change, said):
    found = findings("pod1-dpu1", "startup.yaml", change)
    assert [one.summary for one in found if said in one.summary]
    assert {one.code for one in found} == {"HOP-013"}


def test_a_leaf_that_expects_another_dpu_is_found():
    found = findings("pod1-leaf1", "startup.yaml", ("remote-as: 4210000000", "remote-as: 4210000001"))
    assert [one.code for one in found if "is to its leaf the AS" in one.summary] == ["HOP-013"]
