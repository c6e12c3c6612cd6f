"""`media: auto` takes what works and draws the least power, and says what it left."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from fabric.catalog import load_catalog
from fabric.physics.choice import Way, choose
from fabric.physics.sockets import host_socket, switch_socket

CATALOG = load_catalog()


class At(NamedTuple):
    """A port by its place."""

    cage: int
    lane: int
    lanes: int


def cage(model="nvidia-sn5600", lanes=4):
    return switch_socket(CATALOG.switch(model), At(1, 1, lanes))


def adapter(name="connectx-7", host=""):
    return host_socket(CATALOG, host, name)


CHOICES = {
    "copper of two metres": ((cage(), cage()), Way(400, 2), "800G-CR8"),
    "linear copper of five": ((cage(), cage()), Way(400, 5), "800G-LACC"),
    "multimode within what the maker supports": (
        (cage(), cage()), Way(400, 50), "800G-2xSR4 over om4-mpo12-apc"),
    "single-mode beyond it, of the longest reach": ((cage(), cage()), Way(400, 51), "800G-2xFR4 over os2-lc"),
    "single ports of adapters": (
        (adapter(), cage()), Way(400, 30), "400G-SR4 to 800G-2xSR4 over om4-mpo12-apc"),
    "twin ports of a DGX": (
        (adapter(host="dgx-h100"), cage()), Way(400, 30), "800G-2xSR4 over om4-mpo12-apc"),
    "the whole cage": ((cage(lanes=8), cage(lanes=8)), Way(800, 30), "800G-SR8 over om4-mpo16-apc"),
    "two panels, which plugs of two fibres bear": (
        (cage(), cage()), Way(400, 300, 2), "800G-2xFR4 over os2-lc"),
    "a splitter to adapters of half the speed": (
        (adapter(), cage(lanes=2)), Way(200, 30), "200G-SR2 to 800G-2xSR4 over om4-mpo12-apc-split"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHOICES)
def test_it_chooses(name):
    sockets, way, wanted = CHOICES[name]
    choice = choose(CATALOG, [sockets], way)
    assert choice.option is not None
    assert choice.option.name.startswith(wanted)


def test_one_choice_serves_every_pair_of_sockets():
    mixed = [(cage(), cage()), (cage(), cage("arista-7060x6-64de"))]  # a QSFP-DD800 at one end
    choice = choose(CATALOG, mixed, Way(400, 2))
    assert choice.option is not None
    assert choice.option.name == "800G-2xSR4 over om4-mpo12-apc"  # 800G-CR8 has no end of each form


def test_what_was_not_chosen_is_named_with_its_power_or_its_fault():
    why = choose(CATALOG, [(cage(), cage())], Way(400, 30)).why()
    assert why.startswith("15 W a link; then ")
    assert "800G-2xDR4 over os2-mpo12-apc 17 W" in why
    assert "OPT-016 `800G-2xDR4-LPO` is linear" in why


def test_what_draws_less_and_is_a_draft_comes_after_what_was_read():
    choice = choose(CATALOG, [(cage(), cage())], Way(400, 300, 2))
    drafts = [one.draft for one in (choice.option, *choice.others)]
    assert drafts == sorted(drafts)
    assert True in drafts


def test_where_nothing_works_the_nearest_miss_is_named_first():
    choice = choose(CATALOG, [(cage(), cage())], Way(400, 3000))
    assert choice.option is None
    name, reason = choice.rejected[0]
    assert name == "800G-2xLR4 over os2-lc"
    assert reason.startswith("OPT-015 NVIDIA supports 2000 m")


def test_the_order_of_the_ends_does_not_matter():
    ends = [(cage(), cage()), (cage(), cage("arista-7060x6-64pe"))]
    assert choose(CATALOG, ends, Way(400, 30)) == choose(CATALOG, ends[::-1], Way(400, 30))
