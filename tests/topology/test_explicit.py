"""Networks as they are cabled: any other shape can be said so, and nothing follows from the order."""

from __future__ import annotations

from cases.explicit import ROWS, SWITCHES, by_hand, listed, written
from cases.fabrics import expanded, plans, site_of
from cases.shapes import trees
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from fabric.allocate import Ledger, allocate, extended
from fabric.catalog import load_catalog
from fabric.core.diagnostic import FabricError
from fabric.topology import Port, Role, expand

MOST_PLANES = 2
"""The switch has no 8x100G, which NICs of 400G in four planes would ask for."""


def fabric_of(text):
    return expand(site_of(text), "backend", load_catalog())


def essence(fabric):
    """What a fabric is, whatever words made it."""
    devices = {(d.name, d.role, d.model, d.platform, d.release, d.pod) for d in fabric.devices.values()}
    links = {(link.a, link.b, link.speed_gbps, link.kind) for link in fabric.links}
    return devices, links


@settings(max_examples=30)
@given(plans() | trees().filter(lambda tree: tree.planes <= MOST_PLANES))
def test_every_shape_can_be_written_by_hand(plan):
    try:
        fabric = expanded(plan)
    except FabricError:  # too large for its switches
        reject()
    again = fabric_of(written(fabric, plan.text))
    assert essence(again) == essence(fabric)


@settings(max_examples=30)
@given(st.permutations(ROWS), st.permutations(SWITCHES.splitlines(keepends=True)), st.sets(st.integers(0, 5)))
def test_nothing_follows_from_the_order(rows, switches, turned):
    rows = [row[::-1] if number in turned else row for number, row in enumerate(rows)]
    text = by_hand(links=listed(rows), switches="".join(switches))
    first, other = fabric_of(by_hand()), fabric_of(text)
    assert [*first.devices] == [*other.devices]
    assert [(a.a, a.b, a.rail) for a in first.links] == [(b.a, b.b, b.rail) for b in other.links]


def test_more_switches_and_links_move_no_port_and_no_number():
    more = SWITCHES + "    spine2: {role: spine, model: nvidia-sn5600, platform: cumulus, release: '5.16'}\n"
    rows = (*ROWS, ("leaf1:34", "spine2:1"), ("leaf2:34", "spine2:2"))
    small, large = site_of(by_hand()), site_of(by_hand(links=listed(rows), switches=more))
    ledger, found = Ledger(), []
    for site in (small, large):
        fabric = expand(site, "backend", load_catalog())
        numbers = allocate(fabric, site.fabrics["backend"], ledger)
        ledger = extended(ledger, "backend", numbers.of)
        found.append((set(numbers.of.items()), {(link.a, link.b) for link in fabric.links}))
    assert found[0][0] < found[1][0]
    assert found[0][1] < found[1][1]


def test_rails_are_numbers_of_nics_or_those_of_leaves():
    counted = fabric_of(by_hand((", rail: 1", ""), (", rail: 2", "")))
    served = fabric_of(by_hand(("  rails: 2\n", "")))
    assert [link.rail for link in counted.links] == [1, 2, 1, 2, None, None]
    assert [link.rail for link in served.links] == [1, 2, 1, 2, 1, 2]


def test_a_cage_alone_is_all_of_it_whatever_the_speed():
    text = by_hand(("leaf1:33/1", "leaf1:33"), ("spine1:1/1", "spine1:2"))
    link = fabric_of(text).links_of["leaf1"][-1]
    assert (link.a.port, link.b.port, link.speed_gbps) == (Port(33, 1, 8), Port(2, 1, 8), 400)


def test_a_link_says_itself_what_its_class_does_not():
    own = "speed: 800G, media: 800G-DR8, fibre: os2-mpo16-apc, length: 7 m"
    text = by_hand(('a: "leaf1:33/1", b: "spine1:1/1"', f'a: "leaf1:33", b: "spine1:2", {own}'))
    link = fabric_of(text).links_of["leaf1"][-1]
    assert (link.speed_gbps, link.media_a, link.media_b, link.length_m) == (800, "800G-DR8", "800G-DR8", 7.0)
    assert link.path[-1] == 4


def test_modules_stay_at_their_ends_when_ends_are_turned():
    class_of = "physical: {links: {leaf-spine: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 3 m}}}\n"
    one = 'a: "spine1:1/1", b: "leaf1:33/1", media_a: 800G-2xDR4, media_b: 400G-DR4'
    text = by_hand(('a: "leaf1:33/1", b: "spine1:1/1"', one)) + class_of
    link = fabric_of(text).links_of["leaf1"][-1]
    assert (link.a.device, link.media_a, link.media_b) == ("leaf1", "400G-DR4", "800G-2xDR4")


def test_links_between_equals_name_the_first_first():
    rows = (*ROWS, ("leaf2:60", "leaf1:60"))
    link = fabric_of(by_hand(links=listed(rows))).links_of["leaf1"][-1]
    assert (link.kind, link.a.device, link.b.device) == ("leaf-leaf", "leaf1", "leaf2")


IB = (
    ("platform: cumulus, release: '5.16'", "platform: unmanaged"),
    ("nvidia-sn5600", "nvidia-qm9700"),
    ("transport: roce", "transport: infiniband"),
)


def test_subnet_managers_are_where_their_links_say():
    rows = (*ROWS, ("ufm1:1", "leaf1:20/1"), ("ufm1:2", "leaf2:19/5"), ("ufm2:1", "leaf2:1/20/1"))
    text = by_hand(*IB, (":33/1", ":30/1"), links=listed(rows)) + "subnet: {release: '6.19', ports: 3}\n"
    fabric = fabric_of(text)
    assert [device.name for device in fabric.of_role(Role.MANAGER)] == ["ufm1", "ufm2"]
    assert [str(link.b) for link in fabric.links_of["ufm1"]] == ["leaf1:20/1", "leaf2:19/5"]
    assert [str(link.b) for link in fabric.links_of["ufm2"]] == ["leaf2:20/1"]
