"""The order in which the updater changes things."""

from __future__ import annotations

from fabric.lab.sonic.gcu import Step, steps, touched_ports

BASE = {
    "PORT": {f"Ethernet{n}": {"lanes": str(n), "speed": "400000", "admin_status": "up"} for n in (0, 8)},
    "QUEUE": {f"Ethernet{n}|3": {"scheduler": "A"} for n in (0, 8)},
    "SCHEDULER": {"A": {"type": "STRICT"}},
    "BGP_NEIGHBOR": {f"10.0.0.{n}": {"asn": "65000"} for n in (1, 2)},
    "INTERFACE": {"Ethernet0": {}, "Ethernet0|10.0.0.0/31": {}},
}


def changed(**tables):
    return {**BASE, **tables}


def test_every_port_flaps_around_its_own_change_after_new_objects():
    target = changed(
        SCHEDULER={**BASE["SCHEDULER"], "B": {"type": "STRICT"}},
        QUEUE={key: {"scheduler": "B"} for key in BASE["QUEUE"]},
    )
    planned = steps(BASE, target)
    assert [(s.table, s.key) for s in planned] == [
        ("SCHEDULER", "B"),
        ("PORT", "Ethernet0"), ("QUEUE", "Ethernet0|3"), ("PORT", "Ethernet0"),
        ("PORT", "Ethernet8"), ("QUEUE", "Ethernet8|3"), ("PORT", "Ethernet8"),
    ]  # fmt: skip
    assert touched_ports(planned) == {"Ethernet0", "Ethernet8"}


def test_a_port_that_is_down_does_not_flap():
    down = {**BASE, "PORT": {p: {**row, "admin_status": "down"} for p, row in BASE["PORT"].items()}}
    target = {**down, "QUEUE": {key: {"scheduler": "B"} for key in BASE["QUEUE"]}}
    assert touched_ports(steps(down, target)) == frozenset()


def test_all_sessions_go_before_the_first_comes_back():
    target = changed(BGP_NEIGHBOR={peer: {"asn": "65001"} for peer in BASE["BGP_NEIGHBOR"]})
    assert [step.fields for step in steps(BASE, target)] == [None, None, {"asn": "65001"}, {"asn": "65001"}]


def test_an_address_is_removed_before_the_new_one_is_added():
    target = changed(INTERFACE={"Ethernet0": {}, "Ethernet0|10.0.1.0/31": {}})
    assert steps(BASE, target) == (
        Step("INTERFACE", "Ethernet0|10.0.0.0/31", None),
        Step("INTERFACE", "Ethernet0|10.0.1.0/31", {}),
    )


def test_nothing_differs_nothing_is_done():
    assert steps(BASE, BASE) == ()
