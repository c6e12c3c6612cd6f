"""Which SONiC hardware profiles would serve a switch whose own one does not."""

from __future__ import annotations

from cases.repositories import shipped

from fabric.device.profiles import that_do


def design():
    return next(iter(shipped("roce-256").designs.values()))


def leaf(made):
    return made.device("pod1-leaf7")  # SONiC


def test_profiles_of_the_model_come_first():
    made = design()
    found = that_do(made, leaf(made), "t0", ((400, 30),))
    assert found == "`Arista-7060X6-64PE-O128`, `Arista-7060X6-64PE-O128S2` of this model do"


def test_else_another_model_is_named_with_its_profile():
    made = design()
    found = that_do(made, leaf(made), "t0", ((400, 10), (800, 30)))
    assert found.startswith("none of this model does, `ACS-SN5600` of `nvidia-sn5600`")
    assert "nvidia-sn5400" not in found  # 400G at most


def test_no_advice_is_better_than_a_wrong_one():
    made = design()
    assert that_do(made, leaf(made), "t0", ((800, 90_000),)) == ""
