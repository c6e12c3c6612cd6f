"""The engine killed with SIGKILL at its points, over fakes and over the lab, and started again."""

from contextlib import contextmanager

import pytest
from crash_points import NEVER, FakeHarness, again, judge, matrix, start
from lab_fleet import CUMULUS, EOS, MIXED, SONIC, UFM, LabHarness, fleet

from fabric.lab import control as lab_control
from fabric.lab.faults import Fault, Kind
from fabric.rollout import control

SCENARIOS = ("well", "timers fire", "gate fails", "gate fails and timers fire")
FLEETS = {"mixed": MIXED, "eos": EOS, "sonic": SONIC, "cumulus": CUMULUS, "ufm": UFM}
APART = 10
"""Points between two that one test takes, so that workers share them."""


@pytest.mark.proof
@pytest.mark.parametrize("atomic", [True, False])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_rollout_killed_at_any_point_is_finished_by_the_next_process(tmp_path, atomic, scenario) -> None:
    assert matrix(tmp_path, FakeHarness(atomic), scenario) > 40


def test_the_lease_of_a_killed_process_is_taken_over_at_once_and_its_fence_grows(tmp_path) -> None:
    harness = FakeHarness(atomic=True)
    harness.make(tmp_path)
    assert start(harness, tmp_path, 12) is None
    killed = control.status(tmp_path / "state")
    assert killed.lease is None, "a dead process holds nothing"
    before = max(r.record.fence for r in killed.records)
    assert again(harness, tmp_path) == 0
    fences = [r.record.fence for r in control.status(tmp_path / "state").records]
    assert max(fences) == before + 1
    assert fences == sorted(fences) or 0 in fences


@contextmanager
def served(folder, platforms):
    lab_control.up(folder, fleet(platforms))
    try:
        lab_control.wait(folder)
        yield LabHarness(folder, platforms)
    finally:
        lab_control.down(folder)


@pytest.fixture(scope="module")
def lab(request, tmp_path_factory):
    with served(tmp_path_factory.mktemp(request.param), FLEETS[request.param]) as harness:
        yield harness


@pytest.mark.parametrize(
    ("lab", "scenario"),
    [
        *(("mixed", scenario) for scenario in ("well", "gate fails")),
        *(("cumulus", scenario) for scenario in ("timers fire", "gate fails")),
        *(("ufm", scenario) for scenario in ("well", "gate fails")),
    ],
    indirect=["lab"],
)
def test_a_killed_rollout_over_real_drivers_is_finished_by_the_next_process(lab, tmp_path, scenario) -> None:
    assert matrix(tmp_path, lab, scenario, step=23) > 30


@pytest.mark.proof
@pytest.mark.parametrize("first", range(1, APART + 1))
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("lab", ["eos", "sonic", "cumulus", "ufm"], indirect=True)
def test_a_rollout_over_real_drivers_may_be_killed_at_any_point(lab, tmp_path, scenario, first) -> None:
    assert matrix(tmp_path, lab, scenario, APART, first) > 30


TROUBLE = {
    "an apply that sticks": (Fault(Kind.PARTIAL), 6),
    "a reboot in the middle of an apply": (Fault(Kind.REBOOT, match='"state-controls"'), 6),
    "a lost reply to an apply": (Fault(Kind.DROP_AFTER, match='"state-controls"'), 0),
    "an apply that never arrived": (Fault(Kind.DROP_BEFORE, match='"state-controls"'), 0),
    "a lost reply to a confirm": (Fault(Kind.DROP_AFTER, match='"confirm_yes"'), 0),
    "an invalid configuration": (Fault(Kind.ERROR, match='"state-controls"'), 6),
    "a slow switch": (Fault(Kind.SLOW, match='"state-controls"', seconds=1), 0),
}
SAMPLED = ("an apply that sticks", "a lost reply to an apply")
"""What every run asks; the rest is for the proof."""


@pytest.mark.parametrize("lab", ["cumulus"], indirect=True)
@pytest.mark.parametrize(
    "what", [pytest.param(w, marks=() if w in SAMPLED else pytest.mark.proof) for w in TROUBLE]
)
def test_trouble_of_a_cumulus_switch_ends_on_every_device_alike(lab, tmp_path, what) -> None:
    fault, wanted = TROUBLE[what]
    lab.make(tmp_path)
    lab_control.fault(lab.lab, "leaf-3", fault)
    judge(lab, tmp_path, start(lab, tmp_path, NEVER), wanted)


TROUBLE_OF_UFM = {
    "a part that is not told": (Fault(Kind.PARTIAL), 6),
    "a refused request": (Fault(Kind.ERROR, match="PUT /ufmRest/resources/pkeys/"), 6),
    "a lost reply to the marker": (Fault(Kind.DROP_AFTER, match="pkeys/add"), 6),
    "a marker that never arrived": (Fault(Kind.DROP_BEFORE, match="pkeys/add"), 6),
    "a lost reply to the change": (Fault(Kind.DROP_AFTER, match="PUT /ufmRest/resources/pkeys/"), 0),
    "a restart in the middle": (Fault(Kind.REBOOT, match="PUT /ufmRest/resources/pkeys/"), 0),
    "a lost reply to the confirm": (Fault(Kind.DROP_AFTER, match="DELETE /ufmRest/resources/pkeys/"), 0),
}


@pytest.mark.parametrize("lab", ["ufm"], indirect=True)
@pytest.mark.parametrize("what", TROUBLE_OF_UFM)
def test_trouble_of_a_ufm_ends_on_every_device_alike(lab, tmp_path, what) -> None:
    fault, wanted = TROUBLE_OF_UFM[what]
    lab.make(tmp_path)
    lab_control.fault(lab.lab, "leaf-3", fault)
    judge(lab, tmp_path, start(lab, tmp_path, NEVER), wanted)
