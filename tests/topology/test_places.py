"""What people call a port: its place, or the name its platform gives it, gives the place back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.catalog import CatalogError, breakout_mode, load_catalog, port_name
from fabric.catalog.tables import SWITCHES
from fabric.topology import Port
from fabric.topology.places import port_at

CATALOG = load_catalog()
NAMED = [(switch, nos) for switch in CATALOG.named(SWITCHES).values() for nos in switch.names]


def natural(group, gbps):
    return -(-gbps // group.lane_gbps)


@given(st.sampled_from(NAMED), st.data())
def test_the_name_of_a_port_leads_back_to_it(named, data):
    switch, nos = named
    group = switch.cages[0]
    lanes = data.draw(st.sampled_from([n for n in (1, 2, 4, 8) if group.lanes % n == 0]))
    port = Port(
        data.draw(st.integers(1, group.count)),
        1 + lanes * data.draw(st.integers(0, group.lanes // lanes - 1)),
        lanes,
    )
    gbps = group.lane_gbps * lanes
    try:
        breakout_mode(switch, port, gbps)
        name = port_name(switch, nos, port)
    except CatalogError:
        return
    if not name.replace("/", "").isdigit() or name.count("/") > 1:
        assert port_at(switch, nos, name, gbps) == port
    assert port_at(switch, nos, f"{port.cage}/{port.lane}", gbps) == port


@pytest.mark.parametrize(
    ("model", "nos", "text", "gbps", "place"),
    [
        ("arista-7060x6-64pe", "eos", "17", 400, (17, 1, 8)),
        ("arista-7060x6-64pe", "eos", "17/5", 400, (17, 5, 4)),
        ("arista-7060x6-64pe", "eos", "Ethernet17/1", 400, (17, 1, 4)),
        ("arista-7060x6-64pe", "eos", "Ethernet17/1", 800, (17, 1, 8)),
        ("arista-7060x6-64pe", "sonic", "Ethernet128", 800, (17, 1, 8)),
        ("arista-7060x6-64pe", "sonic", "etp17b", 400, (17, 5, 4)),
        ("nvidia-sn5600", "cumulus", "swp17s1", 400, (17, 5, 4)),
        ("nvidia-sn5600", "cumulus", "swp17", 400, (17, 1, 8)),
        ("nvidia-sn5600", "cumulus", "swp65", 25, (65, 1, 1)),
        ("nvidia-qm9700", "ib", "1/17/2", 400, (17, 5, 4)),
    ],
)  # fmt: skip
def test_a_port_is_found_by_what_people_call_it(model, nos, text, gbps, place):
    assert port_at(CATALOG.switch(model), nos, text, gbps) == Port(*place)


@pytest.mark.parametrize("text", ["0", "66", "1/9", "1/2", "swp1", "Ethernet1/1/1"])
def test_a_port_that_is_not_there_is_refused(text):
    with pytest.raises(CatalogError):
        port_at(CATALOG.switch("arista-7060x6-64pe"), "eos", text, 400)
