"""The shipped playbooks, each played to its end on simulated switches."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from floor import rolled_out

from fabric.lab import control

LEAF, SPINE = "pod1-leaf1", "spine1"
PAUSED, REFUSED, ROLLED_BACK = 8, 1, 6
OLD, NEW = "ecn: auto", "ecn: {min: 1 MB, max: 2 MB, probability: 5 %}"


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    with rolled_out(tmp_path_factory.mktemp("shipped")) as found:
        yield found


def run(floor, file, **given):
    words = [part for name, value in given.items() for part in ("--var", f"{name}={value}")]
    return floor.here("playbook", "run", file, floor.intent, *words, *floor.devices)


def name_of(ended):
    return re.search(r"playbook ([0-9a-f]{8})", ended.talk)[1]


def sign(floor, name, who="boss"):
    return floor.here("playbook", "sign", name, "--reason", "seen", "--state", floor.state, FABRIC_ACTOR=who)


def resume(floor, name):
    return floor.here("playbook", "resume", name, "--state", floor.state)


def signed(floor, name):
    assert sign(floor, name).code == 0
    return resume(floor, name)


def running(floor, name=LEAF):
    return control.running(floor.lab, name)


def last_rollout(floor):
    found = floor.here("rollout", "status", "--state", floor.state, "--format", "json")
    return yaml.safe_load(found.out)["rollout"]


def test_a_canary_is_watched_and_approved_before_the_others_and_the_whole_is_rolled_back(floor):
    before = floor.digests()
    floor.edit(OLD, NEW)
    begun = run(floor, floor.playbook("canary"), first=LEAF, rest="pod1-leaf2,spine*", soak="marks")
    assert begun.code == PAUSED, begun.talk
    name = name_of(begun)
    changed = {one for one, digest in floor.digests().items() if digest != before[one]}
    assert changed == {LEAF}
    canary = last_rollout(floor)
    assert sign(floor, name, who="").code == REFUSED, "whoever began it approves nothing"
    ended = signed(floor, name)
    assert ended.code == 0, ended.talk
    assert floor.drift().code == 0
    rest = last_rollout(floor)
    assert rest != canary
    floor.edit(NEW, OLD)
    for rollout, devices in ((rest, "pod1-leaf2,spine*"), (canary, LEAF)):
        asked = run(floor, floor.playbook("rollback"), rollout=rollout, devices=devices)
        assert asked.code == PAUSED, asked.talk
        back = signed(floor, name_of(asked))
        assert back.code == 0, back.talk
    assert floor.digests() == before
    assert floor.drift().code == 0
    assert floor.here("audit", "verify", "--state", floor.state).code == 0


def test_another_release_comes_in_while_others_go_around_the_switch(floor, tmp_path):
    """The upgrade itself is a command of the user's: here one that boots the double with the new release."""
    text = floor.playbook("nos-upgrade").read_text()
    stand_in = tmp_path / "installed"
    upgrade = f'  - run: {{command: ["touch", "{stand_in}"]}}\n  - manual'
    file = floor.root / "upgrade.yaml"
    file.write_text(text.replace("  - manual", upgrade, 1))
    steady = running(floor, SPINE)
    begun = run(floor, file, device=SPINE, release="4.35.0F")
    assert begun.code == PAUSED, begun.talk
    assert stand_in.exists()
    drained = running(floor, SPINE)
    assert drained != steady
    name = name_of(begun)
    early = signed(floor, name)
    assert early.code == 0, early.talk
    assert running(floor, SPINE) == steady


def test_an_upgrade_that_is_not_there_yet_is_waited_for(floor):
    begun = run(floor, floor.playbook("nos-upgrade"), device=SPINE, release="4.35.0F")
    assert begun.code == PAUSED, begun.talk
    name = name_of(begun)
    spine = "spine: {count: 2, model: arista-7060x6-64pe, platform: eos, release: "
    override = '    - {match: spine1, release: "4.35.0F"}\n'
    hwsku = "    - {match: pod1-leaf2, platform: sonic"
    floor.edit(hwsku, override + hwsku)
    waiting = signed(floor, name)
    assert waiting.code == PAUSED, waiting.talk
    assert "runs release `4.34.1F`, the intent says `4.35.0F`" in waiting.talk
    floor.edit(override, "")
    assert spine in (Path(floor.intent) / "site.yaml").read_text()
    ended = resume(floor, name)
    assert ended.code == 0, ended.talk
    assert floor.drift().code == 0
