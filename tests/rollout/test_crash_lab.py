"""The crash matrix over the real drivers: EOS and SONiC doubles of the lab, real protocols, real kills."""

import pytest
from crash_points import matrix
from lab_fleet import LabHarness, fleet

from fabric.lab import control


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    control.up(folder, fleet())
    try:
        control.wait(folder)
        yield folder
    finally:
        control.down(folder)


@pytest.mark.parametrize("scenario", ["well", "gate fails"])
def test_a_killed_rollout_over_real_drivers_is_finished_by_the_next_process(lab, tmp_path, scenario) -> None:
    assert matrix(tmp_path, LabHarness(lab), scenario, step=9) > 30


@pytest.mark.proof
@pytest.mark.parametrize("scenario", ["well", "gate fails"])
def test_a_rollout_over_real_drivers_may_be_killed_at_any_point(lab, tmp_path, scenario) -> None:
    assert matrix(tmp_path, LabHarness(lab), scenario) > 30
