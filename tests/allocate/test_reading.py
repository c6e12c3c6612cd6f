"""The ledger from its file: what is no line of one is told with its place."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network

import pytest
from cases.repositories import Texts

from fabric.allocate import Ledger, Pin, ledger_text, read_ledger
from fabric.core.diagnostic import FabricError


def read(text):
    return read_ledger(Texts({"ledger.yaml": text}), "ledger.yaml")


def test_a_ledger_that_is_not_there_is_empty():
    assert read_ledger(Texts({}), "ledger.yaml") == Ledger()


def test_a_fabric_without_lines_is_refused():
    with pytest.raises(FabricError, match="ALC-001"):
        read("ledger: fabric/1\nbackend: 4\n")


@pytest.mark.parametrize("number", ["0", "-1", "1.5", "one", "", "[1]", "٣", "'9999999999'"])
def test_a_number_that_is_none_is_refused(number):
    with pytest.raises(FabricError, match="ALC-001"):
        read(f"ledger: fabric/1\nbackend:\n  a: {number}\n")


def test_every_number_that_is_given_twice_is_told_with_its_holders():
    with pytest.raises(FabricError) as caught:
        read("ledger: fabric/1\nbackend:\n  a: 1\n  b: 1\n  c: 2\n  d: 02\nstorage:\n  a: 1\n")
    assert [(d.code, d.summary, d.place.line) for d in caught.value.diagnostics] == [
        ("ALC-002", "number 1 is given to `a` (line 3), `b` (line 4)", 4),
        ("ALC-002", "number 2 is given to `c` (line 5), `d` (line 6)", 6),
    ]


def test_a_pinned_line_is_read_and_written_alike():
    text = """\
ledger: fabric/1
backend:
  a: 1
  b: {number: 2, asn: 65101, loopback: 10.1.2.3, hosts: 100.64.9.0/24}
  c: {number: 3, asn: 65102}
"""
    found = read(text)
    assert dict(found.of("backend")) == {"a": 1, "b": 2, "c": 3}
    assert dict(found.pins_of("backend")) == {
        "b": Pin(65101, IPv4Address("10.1.2.3"), IPv4Network("100.64.9.0/24")),
        "c": Pin(65102),
    }
    assert ledger_text(found).endswith(text)
    assert found.place("backend", "b").line == 4


@pytest.mark.parametrize(
    ("row", "line"),
    [
        ("{}", 3),
        ("{asn: 65101}", 3),
        ("{number: 0}", 3),
        ("{number: 1, asn: 0}", 3),
        ("{number: 1, asn: 4294967295}", 3),
        ("{number: 1, asn: six}", 3),
        ("{number: 1, loopback: 10.0.0}", 3),
        ("{number: 1, loopback: 10.0.0.0/24}", 3),
        ("{number: 1, hosts: 10.0.0.1/24}", 3),
        ("{number: 1, hosts: 10.0.0.1}", 3),
        ("{number: 1, ans: 65101}", 3),
        ("{number: 1, asn: [65101]}", 3),
    ],
)
def test_a_pin_that_is_none_is_refused_at_its_place(row, line):
    with pytest.raises(FabricError) as refused:
        read(f"ledger: fabric/1\nbackend:\n  a: {row}\n")
    assert [(found.code, found.place.line) for found in refused.value.diagnostics] == [("ALC-001", line)]


def test_a_number_that_is_also_pinned_elsewhere_is_given_twice():
    with pytest.raises(FabricError, match="ALC-002 number 1 is given to `a`"):
        read("ledger: fabric/1\nbackend:\n  a: 1\n  b: {number: 1, asn: 65101}\n")


@pytest.mark.parametrize("name", ["a b", "'a: b'", "Leaf1", "-a", '"a\\nb"', "'#x'", '""', "a" * 62, "ä"])
def test_a_name_that_no_switch_can_have_is_refused_at_its_place(name):
    for text in (f"ledger: fabric/1\nbackend:\n  {name}: 1\n", f"ledger: fabric/1\n\n{name}: {{a: 1}}\n"):
        with pytest.raises(FabricError) as refused:
            read(text)
        (found,) = refused.value.diagnostics
        assert (found.code, found.place.line) == ("ALC-001", 3)
