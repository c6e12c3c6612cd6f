"""Playbooks on simulated switches, begun from nothing: drained, brought back, replaced."""

import re

import pytest
from floor import rolled_out

from fabric.core.source import Folder
from fabric.drivers import Secrets, connect, entry_of
from fabric.inventory.reader import read_inventory

LEAF = "pod1-leaf1"
PAUSED = 8


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    with rolled_out(tmp_path_factory.mktemp("playbooks")) as found:
        yield found


def name_of(ended):
    return re.search(r"playbook ([0-9a-f]{8})", ended.talk)[1]


def texts_of(floor, name):
    row = read_inventory(Folder(floor.lab), "inventory").rows[name]
    platform = "eos" if "leaf" in name else "sonic"
    driver = connect(entry_of(name, row, platform, floor.inventory), Secrets({}, floor.root))
    try:
        return driver.fetch()
    finally:
        driver.close()


def running(floor):
    return "".join(texts_of(floor, LEAF).values())


def test_a_leaf_is_drained_signed_for_and_brought_back(floor):
    before = running(floor)
    begun = floor.here(
        "playbook",
        "run",
        floor.playbook("drain-undrain"),
        floor.intent,
        "--var",
        f"devices={LEAF}",
        *floor.devices,
    )
    assert begun.code == PAUSED, begun.talk
    name = name_of(begun)
    assert running(floor) != before
    status = floor.here("playbook", "status", name, "--state", floor.state)
    assert floor.here("playbook", "status", "--state", floor.state).out == status.out
    assert f"drained: {LEAF}" in status.out
    signed = floor.here("playbook", "sign", name, "--reason", "fan swapped", "--state", floor.state)
    assert signed.code == 0, signed.talk
    ended = floor.here("playbook", "resume", name, "--state", floor.state)
    assert ended.code == 0, ended.talk
    assert running(floor) == before
    assert floor.drift().code == 0
    assert floor.here("audit", "verify", "--state", floor.state).code == 0


@pytest.mark.parametrize("moment", [2, 9, 15])
def test_a_playbook_killed_in_the_middle_of_a_drain_goes_on(floor, moment):
    before, seen = running(floor), len(floor.commits())
    words = (
        "playbook",
        "run",
        floor.playbook("drain-undrain"),
        floor.intent,
        "--var",
        f"devices={LEAF}",
        *floor.devices,
    )
    killed = floor.run(*words, dying=str(moment))
    assert killed.killed, killed.talk
    name = name_of(killed)
    waiting = floor.here("playbook", "resume", name, "--state", floor.state)
    assert waiting.code == PAUSED, waiting.talk
    assert running(floor) != before
    tokens = [one.token for one in floor.commits()[seen:] if one.verb == "commit" and one.device == LEAF]
    assert len(tokens) == len(set(tokens))
    floor.here("playbook", "sign", name, "--reason", "done", "--state", floor.state)
    ended = floor.here("playbook", "resume", name, "--state", floor.state)
    assert ended.code == 0, ended.talk
    assert running(floor) == before
