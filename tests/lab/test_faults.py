"""Faults strike as often, as long and where they were ordered."""

import pytest

from fabric.lab.faults import Fault, FaultBook, Kind, fault_from_json


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def book(clock):
    return FaultBook(clock)


def test_a_strike_is_used_up_after_its_count(book):
    book.add("a", Fault(Kind.SLOW, count=2))
    struck = [book.take("a", "show version", Kind.SLOW) is not None for _ in range(3)]
    assert struck == [True, True, False]


def test_a_strike_waits_for_its_command(book):
    book.add("a", Fault(Kind.DROP_AFTER, match="commit"))
    assert book.take("a", "show version") is None
    assert book.take("a", "configure session x commit") is not None


def test_strikes_of_another_kind_or_device_stay(book):
    book.add("a", Fault(Kind.SLOW))
    assert book.take("a", "x", Kind.ERROR) is None
    assert book.take("b", "x", Kind.SLOW) is None
    assert book.ordered("a") == (Fault(Kind.SLOW),)


def test_strikes_come_in_the_order_they_were_given(book):
    book.add("a", Fault(Kind.SLOW, seconds=1))
    book.add("a", Fault(Kind.SLOW, seconds=2))
    assert [book.take("a", "x").seconds for _ in range(2)] == [1, 2]


def test_a_condition_holds_for_its_port_until_cleared(book):
    book.add("a", Fault(Kind.LINK_DOWN, port="p1"))
    assert book.holds("a", Kind.LINK_DOWN, "p1")
    assert not book.holds("a", Kind.LINK_DOWN, "p2")
    book.clear("a", Kind.LINK_DOWN)
    assert not book.holds("a", Kind.LINK_DOWN, "p1")


def test_a_condition_without_port_holds_for_every_port(book):
    book.add("a", Fault(Kind.LINK_DOWN))
    assert book.holds("a", Kind.LINK_DOWN, "p9")


def test_a_condition_with_a_time_ends_by_itself(book, clock):
    book.add("a", Fault(Kind.LINK_DOWN, port="p1", seconds=5))
    clock.now += 5
    assert not book.holds("a", Kind.LINK_DOWN, "p1")
    assert book.ordered("a") == ()


def test_the_time_a_condition_held_adds_up_over_clearing(book, clock):
    book.add("a", Fault(Kind.PFC_STORM, port="p1"))
    clock.now += 3
    book.clear("a")
    clock.now += 50
    book.add("a", Fault(Kind.PFC_STORM, port="p1", seconds=2))
    clock.now += 10
    assert book.lasted_s("a", Kind.PFC_STORM, "p1") == 5
    assert book.lasted_s("a", Kind.PFC_STORM, "p2") == 0


def test_beginnings_and_ends_of_a_condition_are_counted(book, clock):
    book.add("a", Fault(Kind.LINK_DOWN, port="p1", seconds=5))
    assert book.changes("a", Kind.LINK_DOWN, "p1") == 1
    clock.now += 5
    assert book.changes("a", Kind.LINK_DOWN, "p1") == 2
    book.clear("a")
    assert book.changes("a", Kind.LINK_DOWN, "p1") == 2


def test_clearing_one_kind_leaves_the_others(book):
    book.add("a", Fault(Kind.SLOW))
    book.add("a", Fault(Kind.DEAD))
    book.clear("a", Kind.SLOW)
    assert book.ordered("a") == (Fault(Kind.DEAD),)


def test_a_fault_is_read_from_json():
    assert fault_from_json({"kind": "slow", "seconds": 2, "count": 3}) == Fault(
        Kind.SLOW, count=3, seconds=2.0
    )


@pytest.mark.parametrize("raw", [{}, {"kind": "earthquake"}, {"kind": "slow", "colour": "red"}])
def test_what_is_no_fault_is_refused(raw):
    with pytest.raises(ValueError, match=r"kind is one of|unknown keys"):
        fault_from_json(raw)
