"""A drained switch of every platform: what it says, what its judge says, how little the change disturbs."""

import pytest
from cases.repositories import everything, shipped
from judges.units import JUDGES, Rendered
from judges.verdict import listing

from fabric.pipeline import compile as compile_intent
from fabric.platforms.form import ChangeClass

INTENT = "clos3-64"
DRAINED = {"core1": "eos", "pod1-leaf2": "sonic", "pod1-spine1": "cumulus"}
SAID = {
    "eos.cfg": "set as-path prepend 4200000000 4200000000 4200000000",
    "frr.conf": "neighbor SPINES route-map FABRIC-DRAIN out",
    "startup.yaml": "last-as: 3",
}


def rendered(build):
    wanted = ((design, unit) for design, unit in build.units() if unit.name in DRAINED)
    return {unit.name: Rendered(build, design, unit) for design, unit in wanted}


@pytest.fixture(scope="module")
def drained():
    return rendered(compile_intent(shipped(INTENT).project, everything(), drained=DRAINED))


@pytest.fixture(scope="module")
def before():
    return rendered(shipped(INTENT))


@pytest.mark.parametrize("name", DRAINED)
def test_it_says_so_and_nothing_else(drained, before, name):
    for artifact, text in drained[name].artifacts.items():
        assert (SAID.get(artifact, "\0") in text) == (artifact in SAID)
        assert "FABRIC-DRAIN" not in before[name].artifacts[artifact]
        new = set(text.splitlines()) - set(before[name].artifacts[artifact].splitlines())
        assert len(new) <= 12, new


@pytest.mark.parametrize("name", DRAINED)
def test_draining_and_undraining_reset_no_session(drained, before, name):
    platform = everything().platforms[DRAINED[name]]
    trees = [platform.parse(each[name].artifacts) for each in (before, drained)]
    for old, new in (trees, trees[::-1]):
        patch = platform.patch(old, new)
        assert patch.edits
        assert patch.change_class is ChangeClass.TUNING, patch


@pytest.mark.parametrize(
    ("name", "artifact"),
    [
        pytest.param(name, artifact, marks=pytest.mark.judge(JUDGES[artifact][0]))
        for name, artifact in (
            ("core1", "eos.cfg"),
            ("pod1-leaf2", "frr.conf"),
            ("pod1-spine1", "startup.yaml"),
        )
    ],
)
def test_its_judge_has_no_objection(drained, name, artifact):
    assert listing(JUDGES[artifact][1](drained[name])) == ""
