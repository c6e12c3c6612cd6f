"""Lengths of cables, from what switches were told."""

from __future__ import annotations

from dataclasses import replace

from fabric.catalog import load_catalog
from fabric.device.hop import Hop, PortHop, Treatment
from fabric.physics.headroom import modelled_xoff_bytes
from fabric.views.imports import Sight, Spot
from fabric.views.imports_lengths import lengths

CATALOG = load_catalog()
MODEL = "arista-7060x6-64pe"
EQUAL = tuple(range(8))
TREATED = Treatment(
    trusts_dscp=True, dscp_to_class=(0,) * 64, class_to_queue=EQUAL, class_to_group=EQUAL,
    pause_to_queue=EQUAL, pauses=frozenset({3}), strict=frozenset(), shares=(), marks=(), storm=None,
)  # fmt: skip
PORT = PortHop(9214, 400, "rs", TREATED)
LINK = Sight(Spot("leaf", "p1"), Spot("spine", "p9"), 400)


def test_the_shorter_of_what_both_ends_provide_for_counts():
    hops = {
        "leaf": Hop(ports={"p1": replace(PORT, cable_m=40)}),
        "spine": Hop(ports={"p9": replace(PORT, cable_m=30)}),
    }
    assert lengths((LINK,), hops, {}, CATALOG) == {LINK: 30}
    assert lengths((LINK,), {"leaf": hops["leaf"]}, {}, CATALOG) == {LINK: 40}
    assert lengths((LINK,), {}, {}, CATALOG) == {}


def test_a_length_follows_from_the_headroom_of_a_model_or_none_does():
    made = modelled_xoff_bytes(CATALOG, "TH5", 400, 55)
    hop = Hop(ports={"p1": PORT}, headroom_bytes=made)
    assert lengths((LINK,), {"leaf": hop}, {"leaf": MODEL}, CATALOG) == {LINK: 55}
    for other in (replace(hop, headroom_bytes=made + 1), replace(hop, headroom_bytes=None)):
        assert lengths((LINK,), {"leaf": other}, {"leaf": MODEL}, CATALOG) == {}
    assert lengths((LINK,), {"leaf": hop}, {"leaf": "unheard-of"}, CATALOG) == {}
