"""A rollout that is killed at any moment is finished by the next process, and no switch is changed twice.

Four switches, EOS and SONiC, real protocols, the command line in processes of its own (forked where all is
imported already: each moment costs two of them), SIGKILL. The log that is believed is the switches' own.
"""

import itertools

import pytest
from crash import STORIES, Matrix
from floor import ROOT, lay_out
from warm import Warm

SAMPLE = [
    *(("well", moment) for moment in (10, 60, 80)),
    ("reply to the commit lost", 30),
    ("reply to the confirm lost", 75),
    *((story, moment) for story in ("timers run out meanwhile", "the gate fails") for moment in (30, 65)),
]
"""Even over the rollout; `make proof` takes every moment."""
APART, APART_ON_THE_WIRE = 10, 30
"""Moments between two that one test takes, so that workers share them: its next one follows the first."""


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    """Four switches that run the shipped intent; nothing soaks or waits, so that only work takes time."""
    made = lay_out(tmp_path_factory.mktemp("floor"))
    made.edit("soak: 1 s", "soak: 0 s, gates: {within: 0 s}")
    made.warm = Warm(ROOT)
    made.boot()
    try:
        assert made.plan("--summary").code == 0
        assert made.apply().code == 0
        yield made
    finally:
        made.close()


@pytest.mark.parametrize(("story", "moment"), SAMPLE)
def test_a_killed_rollout_is_finished_by_the_next_process(floor, story, moment):
    assert Matrix(floor, STORIES[story]).kill(str(moment))


@pytest.mark.parametrize("moment", [40, 84])
def test_a_human_edit_while_nobody_watches_is_not_overwritten(floor, moment):
    assert Matrix(floor, STORIES["well"]).kill_and_edit(str(moment))


@pytest.mark.proof
@pytest.mark.parametrize("moment", range(1, 85, 3))
def test_a_human_edit_after_any_third_moment_is_not_overwritten(floor, moment):
    # From the last wave's confirm on, that switch is quarantined with its edit: nobody saw who wrote what.
    assert Matrix(floor, STORIES["well"]).kill_and_edit(str(moment))


@pytest.mark.proof
@pytest.mark.parametrize("first", range(1, APART + 1))
@pytest.mark.parametrize("story", STORIES)
def test_a_rollout_may_be_killed_after_any_record_and_any_call(floor, story, first):
    every = map(str, itertools.count(first, APART))
    assert Matrix(floor, STORIES[story]).kill_until_through(every) > 60 // APART


@pytest.mark.proof
@pytest.mark.parametrize("first", range(1, APART_ON_THE_WIRE + 1))
def test_a_rollout_may_be_killed_after_any_request_on_the_wire(floor, first):
    every = (f"{at}wire" for at in itertools.count(first, APART_ON_THE_WIRE))
    assert Matrix(floor, STORIES["well"]).kill_until_through(every) > 250 // APART_ON_THE_WIRE
