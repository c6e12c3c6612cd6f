"""The work between two cable lists: nothing is ordered that can move, nothing touched that can stay."""

from __future__ import annotations

from dataclasses import replace

from cases.repositories import base_with, compiled
from hypothesis import given
from hypothesis import strategies as st

from fabric.analysis.cabling import CableEnd, Run, runs
from fabric.analysis.recabling import laid, recabling


def runs_of(*changes):
    return [run for design in compiled(base_with(*changes)).designs.values() for run in runs(design)]


def run(lower: int, upper: int, medium: str = "fibre", order_m: float = 10) -> Run:
    a = CableEnd(f"host{lower}", 1, 1, "rail1", "")
    b = CableEnd("leaf1", upper, 1, f"Ethernet{upper}", "")
    return Run(a.place, "backend", "host-leaf", 1, 400, medium, order_m, order_m, a, b)


def test_equal_lists_are_no_work():
    found = recabling(runs_of(), runs_of())
    assert found.empty
    assert found.kept == 12


def test_more_hosts_are_cables_to_order_and_nothing_else():
    found = recabling(runs_of(), runs_of(("count: 2, model: hgx", "count: 5, model: hgx")))
    assert (len(found.order), found.move, found.retire, found.kept) == (6, (), (), 12)
    assert {cable.runs[0].a.device for cable in found.order} == {"pod1-host3", "pod1-host4", "pod1-host5"}


def test_fewer_hosts_free_their_cables():
    found = recabling(runs_of(("count: 2, model: hgx", "count: 5, model: hgx")), runs_of())
    assert (found.order, found.move, len(found.retire), found.kept) == ((), (), 6, 12)


def test_a_longer_way_needs_another_cable():
    found = recabling([run(1, 1)], [run(1, 1, order_m=15)])
    assert (len(found.order), len(found.retire), found.kept) == (1, 1, 0)


def test_a_cable_whose_one_end_stays_is_the_one_that_moves():
    old, new = [run(1, 1), run(2, 2)], [run(1, 4), run(2, 3)]
    found = recabling(old, new)
    assert [(move.old.name, move.new.name) for move in found.move] == [
        ("host1:1/1", "host1:1/1"),
        ("host2:1/1", "host2:1/1"),
    ]
    assert not found.order


def test_a_freed_cable_of_another_kind_is_not_moved():
    found = recabling([run(1, 1, "copper")], [run(1, 2)])
    assert (len(found.order), len(found.move), len(found.retire)) == (1, 0, 1)


def test_a_port_with_a_new_name_is_a_new_label():
    old = run(1, 1)
    found = recabling([old], [replace(old, b=replace(old.b, name="swp1"))])
    assert (len(found.relabel), found.kept, found.order) == (1, 1, ())


def test_a_splitter_is_ordered_once():
    two = [replace(run(1, 1), cable="leaf1:1"), replace(run(2, 1), cable="leaf1:1")]
    assert [len(cable.runs) for cable in laid(two)] == [2]
    assert len(recabling([], two).order) == 1


lists = st.lists(
    st.builds(run, st.integers(1, 6), st.integers(1, 6), st.sampled_from("xy")),
    unique_by=(lambda found: found.a.place, lambda found: found.b.place),
)


@given(lists, lists)
def test_every_cable_is_kept_moved_ordered_or_taken_out_exactly_once(old, new):
    found = recabling(old, new)
    assert found.kept + len(found.move) + len(found.order) == len(new)
    assert found.kept + len(found.move) + len(found.retire) == len(old)
    assert all(move.old.product == move.new.product for move in found.move)
    spare = {cable.product for cable in found.retire}
    assert spare.isdisjoint(cable.product for cable in found.order)
