"""Who a device is, and which gates are known."""

from dataclasses import replace

import pytest
from fake_fleet import plan_for

from fabric.drivers.contract import Identity
from fabric.health import Verdict
from fabric.plan.model import ExpectedIdentity, Gates
from fabric.rollout.gates import identity, unknown_gates

FOUND = Identity("leaf-1", "SN1", "00:1C:73:AA:BB:CC", "DCS-7060X6", "4.34.1F")


@pytest.mark.parametrize(
    ("expected", "verdict"),
    [
        (ExpectedIdentity("leaf-1", serial="SN1"), Verdict.PASS),
        (ExpectedIdentity("leaf-1", mac="001c.73aa.bbcc"), Verdict.PASS),
        (ExpectedIdentity("leaf-1", serial="SN2"), Verdict.FAIL),
        (ExpectedIdentity("leaf-2", serial="SN1"), Verdict.FAIL),
        (ExpectedIdentity("leaf-1", serial="SN1", mac="00:1c:73:aa:bb:cd"), Verdict.FAIL),
        (ExpectedIdentity("leaf-1", serial="SN1", release="4.33.0F"), Verdict.FAIL),
        (ExpectedIdentity("leaf-1"), Verdict.UNKNOWN),
    ],
)
def test_a_device_is_known_by_serial_or_mac_and_by_name(expected, verdict) -> None:
    assert identity(expected, FOUND).verdict is verdict


def test_a_device_that_tells_neither_serial_nor_mac_is_unknown() -> None:
    silent = replace(FOUND, serial="", mac="")
    assert identity(ExpectedIdentity("leaf-1", serial="SN1"), silent).verdict is Verdict.UNKNOWN


def test_gates_that_nobody_knows_are_named() -> None:
    plan = replace(plan_for((("leaf-1",),)), gates=Gates(("identity", "moon"), ("bgp",), ("tide",)))
    assert unknown_gates(plan) == ("moon", "tide")
