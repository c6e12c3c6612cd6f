"""What the commands of the lab print."""

from __future__ import annotations

from fabric.cli.lab import order, standing
from fabric.lab.faults import Kind


def device(**changed):
    usual = {
        "platform": "eos",
        "address": "127.77.0.1",
        "answers": True,
        "ports_up": ["Ethernet1/1"],
        "ports": 2,
    }
    return usual | {"bgp": ["Ethernet1/1"], "faults": []} | changed


def test_the_state_of_a_fleet_is_a_line_for_each_device():
    found = {"leaf1": device(), "leaf10": device(platform="sonic", answers=False, faults=["dead"])}
    assert standing(found).splitlines() == [
        "leaf1   eos    127.77.0.1  answers          1 of 2 ports up  1 BGP session",
        "leaf10  sonic  127.77.0.1  does not answer  1 of 2 ports up  1 BGP session  dead",
    ]


def test_help_names_every_kind_of_fault():
    assert all(str(kind) in order.help for kind in Kind)
