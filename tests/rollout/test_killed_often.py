"""Rollouts killed several times with SIGKILL, amid lost replies and timers: the devices judge."""

import random
import shutil
import tempfile
from pathlib import Path

import pytest
from crash_points import FakeHarness, go_on, in_child, judge

MEMORY = Path("/dev/shm")  # a disk that is waited for tells nothing about a process that dies
EACH = 10
"""Rollouts of one test."""
DAILY, PROOF = range(150), range(150, 2150)
FAULTS = ("before", "after")
"""A reply is lost before or after the device did what it was asked."""


@pytest.fixture
def place():
    folder = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None, prefix="fabric-killed-"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module", autouse=True)
def warm(tmp_path_factory):
    """Roll out once here, so that no child does again what all of them need."""
    folder, harness = tmp_path_factory.mktemp("warm"), FakeHarness(atomic=True)
    harness.make(folder)
    assert go_on(harness, folder) == 0


def die_and_go_on(place, seed) -> None:
    """Roll out one fleet through two or three deaths, and judge what became of it."""
    chance, folder = random.Random(seed), place / str(seed)
    harness, sick = FakeHarness(atomic=chance.random() < 0.5), chance.random() < 0.4
    folder.mkdir()
    harness.make(folder)
    if sick:
        harness.make_sick(folder)
    for device in harness.fleet(folder).devices.values():
        lost = {chance.choice(("commit", "confirm", "abort", "restore", "probe")): [chance.choice(FAULTS)]}
        device.change(faults=lost if chance.random() < 0.2 else {})
    code = None
    for longest in (60, 30, 30)[: chance.choice((2, 2, 3))]:
        if code is None:
            at = chance.randint(1, longest)
            code = in_child(lambda at=at: go_on(harness, folder, at))
        if chance.random() < 0.2:
            harness.fire_timers(folder)
    judge(harness, folder, go_on(harness, folder) if code is None else code, 6 if sick else 0)


def runs(seeds, *marks):
    """Cut seeds into tests."""
    return [
        pytest.param(seeds[first : first + EACH], id=f"seed {seeds[first]}", marks=marks)
        for first in range(0, len(seeds), EACH)
    ]


@pytest.mark.parametrize("seeds", runs(DAILY) + runs(PROOF, pytest.mark.proof))
def test_a_rollout_killed_several_times_is_finished_in_the_end(place, seeds) -> None:
    for seed in seeds:
        die_and_go_on(place, seed)
