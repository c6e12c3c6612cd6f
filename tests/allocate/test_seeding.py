"""An existing network enters the ledger: numbers follow from what it has, and the rest is pinned."""

from __future__ import annotations

import pytest
from cases.fabrics import Plan, plans, site_of
from cases.shapes import Tree, trees
from hypothesis import given, settings
from hypothesis import strategies as st

from fabric.allocate import Ledger, allocate, ledger_text, read_seed, seeded
from fabric.catalog import load_catalog
from fabric.core.diagnostic import FabricError
from fabric.topology import Role, expand

SWITCHES = (Role.LEAF, Role.SPINE, Role.CORE)


def into(text, plan=None, ledger=None):
    site = site_of((plan or Plan()).text)
    fabric, intent = expand(site, "backend", load_catalog()), site.fabrics["backend"]
    made = seeded(fabric, intent, ledger or Ledger(), read_seed("seed.csv", text, ("backend",)))
    return fabric, intent, made


def lines(ledger):
    return [line.strip() for line in ledger_text(ledger).splitlines()[4:]]


def refused(text, **more):
    with pytest.raises(FabricError) as caught:
        into(text, **more)
    return [(one.code, one.place.line, one.place.column) for one in caught.value.diagnostics]


def test_a_number_follows_from_what_a_switch_has():
    _, _, ledger = into(
        "name,loopback,asn\n"
        "pod1-leaf1,10.0.0.7,4200000007\n"
        "pod1-leaf2,10.0.0.9,65102\n"
        "spine1,10.0.0.3,4200000000\n"
        "spine2,,65001\n"
    )
    assert lines(ledger) == [
        "pod1-leaf1: 7",
        "pod1-leaf2: {number: 9, asn: 65102}",
        "spine1: 3",
        "spine2: {number: 1, asn: 65001}",
    ]


def test_a_written_number_stays_and_the_rest_is_pinned():
    _, _, ledger = into("name,number,loopback,hosts\npod1-leaf1,5,10.0.0.9,100.64.4.0/24\n")
    assert lines(ledger) == ["pod1-leaf1: {number: 5, loopback: 10.0.0.9}"]


def test_a_value_too_far_for_the_pools_is_pinned_beside_a_low_number():
    _, _, ledger = into("name,loopback\npod1-leaf1,10.0.200.1\n")
    assert lines(ledger) == ["pod1-leaf1: {number: 1, loopback: 10.0.200.1}"]


def test_spines_of_a_pod_are_pinned_by_their_first():
    text = "name,asn\npod1-spine2,65200\npod1-spine1,65200\n"
    fabric, intent, ledger = into(text, Tree(((1, 2),)))
    assert lines(ledger) == ["pod1-spine1: {number: 4, asn: 65200}", "pod1-spine2: 5"]
    numbers = allocate(fabric, intent, ledger)
    assert numbers.asn(fabric.devices["pod1-spine2"]) == 65200


def test_seeding_twice_changes_nothing():
    text = "name,loopback,asn\npod1-leaf1,10.0.0.7,65101\nspine1,10.0.0.3,\n"
    _, _, once = into(text)
    _, _, twice = into(text, ledger=once)
    assert ledger_text(once) == ledger_text(twice)


def test_quotes_blanks_remarks_and_line_ends_of_spreadsheets_are_read():
    text = '\ufeffName , "Loopback"\r\n# ours\r\n\r\n "pod1-leaf1" ,10.0.0.7\r\n,,\r\n'
    _, _, ledger = into(text)
    assert lines(ledger) == ["pod1-leaf1: 7"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [("ALC-009", 1, 1)]),
        ("loopback\n", [("ALC-009", 1, 1)]),
        ("name,lopback\n", [("ALC-009", 1, 6)]),
        ("name,name\n", [("ALC-009", 1, 1)]),
        ("name,asn\npod1-leaf1,0\n", [("ALC-009", 2, 12)]),
        ("name,asn,loopback\npod1-leaf1,1,10.0.0\n", [("ALC-009", 2, 14)]),
        ("name,hosts\npod1-leaf1,10.0.0.1/24\n", [("ALC-009", 2, 12)]),
        ("name,number\nPod1,1\nspine1,-1\n", [("ALC-009", 2, 1), ("ALC-009", 3, 8)]),
        ("name,fabric\nspine1,storage\n", [("ALC-009", 2, 8)]),
        ("name,asn\nspine1,1\nspine1,1\n", [("ALC-009", 3, 1)]),
        ("name,asn\npod9-leaf1,1\n", [("ALC-010", 2, 1)]),
        ("name,number\nspine1,1\nspine2,1\n", [("ALC-010", 3, 8)]),
        ("name,loopback\nspine1,10.0.0.1\nspine2,10.0.0.1\n", [("ALC-007", 3, 1)]),
        ("name,loopback\nspine1,10.9.0.1\n", [("ALC-008", 2, 1)]),
        ("name,asn\npod1-leaf1,65101\npod1-leaf2,65101\n", [("ALC-007", 2, 1), ("ALC-007", 3, 1)]),
    ],
)
def test_rows_that_are_none_or_contradict_are_refused_at_their_cell(text, found):
    assert refused(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "name,number\npod1-leaf1,8\n",
        "name,loopback\npod1-leaf1,10.0.0.8\n",
        "name,asn\npod1-leaf1,65102\n",
        "name,hosts\npod1-leaf1,100.64.9.0/24\n",
    ],
)
def test_what_the_ledger_remembers_otherwise_is_refused(text):
    _, _, ledger = into("name,number,asn\npod1-leaf1,7,65101\n")
    assert refused(text, ledger=ledger) == [("ALC-010", 2, 12)]


def test_a_number_that_another_switch_has_in_the_ledger_is_refused():
    _, _, ledger = into("name,number\npod1-leaf1,7\n")
    assert refused("name,number\npod1-leaf2,7\n", ledger=ledger) == [("ALC-010", 2, 12)]


@st.composite
def networks(draw):
    """A fabric and what each of its switches has, as somebody else once gave it out."""
    plan = draw(st.one_of(plans(), trees()))
    site = site_of(plan.text)
    fabric = expand(site, "backend", load_catalog())
    switches = fabric.of_role(*SWITCHES)
    places = draw(
        st.lists(st.integers(1, 16000), min_size=len(switches), max_size=len(switches), unique=True)
    )
    first = draw(st.sampled_from([1000, 4200000001]))
    rows = {}
    for device, place in zip(switches, places, strict=True):
        own = draw(st.booleans())
        rows[device.name] = (
            f"10.0.{place // 256}.{place % 256}",
            # A spine of a pod has the AS of its number: a leaf with that of another would be no network.
            str(first + (place - 1 if own else len(rows) + 20000)) if device.role is Role.LEAF else "",
        )
    return plan, rows


@settings(max_examples=60, deadline=None)
@given(networks())
def test_every_switch_has_what_it_had_before(network):
    plan, rows = network
    text = "name,loopback,asn\n" + "".join(f"{name},{','.join(row)}\n" for name, row in rows.items())
    fabric, intent, ledger = into(text, plan)
    numbers = allocate(fabric, intent, ledger)
    assert numbers.missing == ()
    for name, (loopback, asn) in rows.items():
        assert str(numbers.loopback(name)) == loopback
        assert asn in {"", str(numbers.asn(fabric.devices[name]))}
