"""The ledger: known names keep their number, others get the lowest free one, and nothing is freed."""

from __future__ import annotations

from types import MappingProxyType

from cases.repositories import Texts
from hypothesis import given
from hypothesis import strategies as st

from fabric.allocate import Ledger, Pin, extended, ledger_text, read_ledger, without

names = st.sets(st.from_regex(r"[a-z]{1,3}-leaf[1-9][0-9]?", fullmatch=True), max_size=12)


def ledger(**fabrics):
    return Ledger(MappingProxyType({name: MappingProxyType(rows) for name, rows in fabrics.items()}))


def read(text):
    return read_ledger(Texts({"ledger.yaml": text}), "ledger.yaml")


def plain(found):
    return {fabric: dict(rows) for fabric, rows in found.numbers.items()}


@given(names, names)
def test_what_is_written_is_read_again(first, second):
    whole = extended(extended(Ledger(), "backend", first), "storage", second)
    assert plain(read(ledger_text(whole))) == {name: rows for name, rows in plain(whole).items() if rows}


@given(names, names)
def test_numbers_are_distinct_and_without_holes_at_first(first, second):
    once = extended(Ledger(), "backend", first)
    assert sorted(once.of("backend").values()) == list(range(1, len(first) + 1))
    twice = extended(once, "backend", second)
    assert sorted(twice.of("backend").values()) == list(range(1, len(first | second) + 1))


@given(names, names)
def test_growth_keeps_every_number(first, second):
    before = extended(Ledger(), "backend", first)
    assert before.of("backend").items() <= extended(before, "backend", second).of("backend").items()


@given(names)
def test_the_order_of_names_means_nothing(found):
    assert extended(Ledger(), "b", sorted(found)) == extended(Ledger(), "b", sorted(found, reverse=True))


@given(names, st.data())
def test_a_removed_switch_keeps_its_number_and_frees_nothing(found, data):
    before = extended(Ledger(), "backend", found)
    left = {name for name in found if data.draw(st.booleans())}
    after = extended(before, "backend", left | {"new"})
    assert before.of("backend").items() <= after.of("backend").items()
    assert after.of("backend")["new"] not in before.of("backend").values()


def test_a_hole_is_filled_first():
    after = extended(ledger(backend={"a": 1, "b": 3}), "backend", ["c", "d"])
    assert dict(after.of("backend")) == {"a": 1, "b": 3, "c": 2, "d": 4}


def test_numbers_are_given_in_natural_order():
    found = extended(Ledger(), "backend", ["leaf10", "leaf2"]).of("backend")
    assert dict(found) == {"leaf2": 1, "leaf10": 2}


def test_a_fabric_does_not_disturb_another():
    after = extended(ledger(backend={"a": 1}), "storage", ["a", "b"])
    assert plain(after) == {"backend": {"a": 1}, "storage": {"a": 1, "b": 2}}


def test_the_committed_text_is_stable_and_in_natural_order():
    text = ledger_text(ledger(storage={"x": 1}, backend={"leaf10": 2, "leaf2": 1}))
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert lines == ["ledger: fabric/1", "backend:", "  leaf2: 1", "  leaf10: 2", "storage:", "  x: 1"]


def test_a_reserved_number_is_not_given():
    found = extended(Ledger(), "backend", ["a", "b"], frozenset({1, 3}))
    assert dict(found.of("backend")) == {"a": 2, "b": 4}


@given(names, st.data())
def test_what_is_pruned_is_free_and_the_rest_stays(found, data):
    before = extended(Ledger(), "backend", found)
    gone = {name for name in found if data.draw(st.booleans())}
    after = without(before, "backend", gone)
    assert after.of("backend").items() == {(n, k) for n, k in before.of("backend").items() if n not in gone}
    again = extended(after, "backend", found)
    assert set(again.of("backend").values()) == set(before.of("backend").values())


def test_pruning_takes_pins_along():
    pinned = Ledger(ledger(backend={"a": 1, "b": 2}).numbers, {"backend": {"a": Pin(65101), "b": Pin(65102)}})
    assert without(pinned, "backend", ["a"]).pins_of("backend") == {"b": Pin(65102)}
