"""Edits that say the same of many ports, on one line."""

from __future__ import annotations

from fabric.core.tree import Edit
from fabric.plan.groups import Shown
from fabric.platforms.form import ChangeClass
from fabric.views.review_ports import edit_lines


def shown(*path, old="30m", new="40m", outside=False):
    return Shown(Edit(path, old, new), ChangeClass.TUNING, outside)


def words(*edits):
    return [text for _, text in edit_lines(edits)]


def test_equal_edits_of_many_ports_are_one_line_with_both_ends_and_their_number():
    ports = [shown("CABLE_LENGTH", "AZURE", f"Ethernet{number}") for number in (8, 0, 16, 512)]
    assert words(*ports) == ["~ CABLE_LENGTH > AZURE > Ethernet0 ... Ethernet512 (4): 30m -> 40m"]
    assert [one for one, _ in edit_lines(ports)] == [ports[0]]


def test_what_stands_below_a_port_stays_beside_it():
    ports = [shown(f"interface Ethernet{n}/1", "mtu", old="1500", new="9214") for n in range(1, 65)]
    (line,) = words(*ports)
    assert line == "~ interface Ethernet1/1 ... interface Ethernet64/1 (64) > mtu: 1500 -> 9214"


def test_another_value_is_a_line_of_its_own():
    ports = [shown("PORT", f"Ethernet{number}") for number in range(4)]
    odd = shown("PORT", "Ethernet4", new="50m")
    assert words(*ports, odd) == [
        "~ PORT > Ethernet0 ... Ethernet3 (4): 30m -> 40m",
        "~ PORT > Ethernet4: 30m -> 50m",
    ]


def test_few_edits_and_those_that_differ_in_two_places_stay_apart():
    assert len(words(*(shown("PORT", f"Ethernet{n}") for n in range(3)))) == 3
    assert len(words(*(shown(f"vlan {n}", f"Ethernet{n}") for n in range(5)))) == 5


def test_what_somebody_else_changed_is_not_mixed_with_the_rest():
    mine = [shown("PORT", f"Ethernet{number}") for number in range(4)]
    theirs = [shown("PORT", f"Ethernet{number}", outside=True) for number in range(4, 8)]
    assert [one.outside for one, _ in edit_lines([*mine, *theirs])] == [False, True]
