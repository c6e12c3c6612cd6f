"""A whole fleet of mixed platforms in four waves, two in a hundred devices in trouble."""

from pathlib import Path

import pytest
from crowd import Crowd

from fabric.core.source import Folder
from fabric.drivers import Secrets, connect, entry_of
from fabric.inventory.reader import read_inventory
from fabric.rollout.states import State

KEPT = {State.DONE}
CLEAN = {State.ROLLED_BACK, State.REVERTED_BY_TIMER, State.FAILED_CLEAN, State.SKIPPED, State.DRIFT}
LARGEST_MIB = 300


def running(crowd):
    """Return what every switch runs, as its driver reads it."""
    rows = read_inventory(Folder(crowd.lab), "inventory").rows
    texts = {}
    for name, platform in crowd.platforms.items():
        driver = connect(
            entry_of(name, rows[name], platform, crowd.lab / "inventory"), Secrets({}, Path("/"))
        )
        try:
            texts[name] = driver.fetch()
        finally:
            driver.close()
    return texts


def play(folder, size):
    crowd = Crowd(folder, size)
    crowd.boot()
    try:
        crowd.plan(running(crowd))
        ended = crowd.roll_out()
        judge(crowd, ended)
    finally:
        crowd.close()
    return ended


def judge(crowd, ended):
    """Assert that every switch ended well or is said not to have, and that the lab's log agrees."""
    standings, verdicts = crowd.standings(), crowd.verdicts()
    assert set(standings) == set(crowd.platforms), ended
    assert set(standings.values()) <= KEPT | CLEAN | {State.QUARANTINED}, ended
    assert {n for n, state in standings.items() if state not in KEPT} <= set(crowd.troubled), ended
    for name, state in standings.items():
        trouble = crowd.troubled.get(name)
        if state in KEPT:
            assert verdicts[name] == "changed", (name, trouble)
        elif state in CLEAN and not (trouble and trouble.line):
            assert verdicts[name] == "base", (name, trouble)
    assert crowd.doubles() == []


def test_a_small_crowd_in_trouble(tmp_path, monkeypatch):
    monkeypatch.setattr("crowd.EVERY", 5)
    play(tmp_path, 36)


@pytest.mark.proof
def test_a_thousand_switches_two_in_a_hundred_in_trouble(tmp_path):
    ended = play(tmp_path, 1000)
    assert ended.peak_mib < LARGEST_MIB
