"""What the subnet manager of a torus is told of its grid."""

from __future__ import annotations

import pytest
from cases.designs import infiniband, of
from cases.webs import torus_repository


def grid(size, **options):
    return of(torus_repository(size, **options))["ufm1"].torus


def test_other_shapes_have_no_grid():
    assert infiniband()["ufm1"].torus is None


def test_a_ring_is_seeded_in_both_directions_and_a_pair_in_one():
    (seed,) = grid((4, 2)).seeds
    assert (seed.origin, seed.offset) == ("pod1-leaf1", (0, 0))
    assert seed.steps == ((0, 1, "pod1-leaf2"), (0, -1, "pod1-leaf4"), (1, 1, "pod2-leaf1"))


@pytest.mark.parametrize(
    ("size", "wrap", "rings"),
    [((4, 3), True, (True, True)), ((4, 3), False, (False, False)), ((2, 3, 4), True, (False, True, True))],
)
def test_a_dimension_of_two_is_no_ring(size, wrap, rings):
    assert grid(size, wrap=wrap).rings == rings


def test_a_second_seed_stands_in_the_middle_and_shares_no_switch():
    first, second = grid((4, 4)).seeds
    assert (second.origin, second.offset) == ("pod3-leaf3", (2, 2))
    assert not first.switches & second.switches


@pytest.mark.parametrize(("size", "wrap"), [((3, 3), True), ((5, 5), False)])
def test_a_small_or_open_grid_has_one_seed(size, wrap):
    assert len(grid(size, wrap=wrap).seeds) == 1


def test_a_torus_has_no_roots():
    assert of(torus_repository((3, 3)))["ufm1"].roots == ()
