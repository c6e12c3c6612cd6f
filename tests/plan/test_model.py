"""A plan survives JSON, and its digest covers it."""

from dataclasses import replace

import pytest

from fabric.core.tree import Edit
from fabric.health import Expectation
from fabric.plan.constraints import PROFILES
from fabric.plan.model import (
    ExpectedIdentity,
    Plan,
    PlannedDevice,
    Wave,
    canonical,
    digest,
    from_json,
    sealed,
    to_json,
)
from fabric.platforms.form import ChangeClass, Patch, Step


def small_plan() -> Plan:
    device = PlannedDevice(
        name="leaf-1",
        platform="eos",
        role="leaf",
        pod="pod1",
        rail=1,
        group="pod1/leaf",
        inventory_key="leaf-1",
        identity=ExpectedIdentity("leaf-1", serial="SN1"),
        patch=Patch((Edit(("a", "b"), None, "1"),), (Step("session", "a\n b"),), ChangeClass.TUNING),
        base_fingerprint="b" * 64,
        target_fingerprint="c" * 64,
        artifacts_digest="d" * 64,
        expectation=Expectation(
            frozenset({"Ethernet2/1", "Ethernet1/1"}), {"Ethernet1/1": ("spine-1", "swp1")}, frozenset()
        ),
    )
    return sealed(
        Plan(
            digest="",
            site="dc1",
            fabric="backend",
            created="2026-12-01T08:00:00Z",
            expires="2026-12-02T08:00:00Z",
            intent_digest="e" * 64,
            waves=(Wave("canary", ("leaf-1",), 0),),
            devices={"leaf-1": device},
            constraints=PROFILES["lab"],
        )
    )


def test_a_plan_comes_back_from_json_as_it_was() -> None:
    plan = small_plan()
    assert from_json(to_json(plan)) == plan


def test_the_canonical_form_does_not_depend_on_the_order_of_devices() -> None:
    plan = small_plan()
    two = replace(plan, devices={"x": plan.devices["leaf-1"], "a": plan.devices["leaf-1"]})
    other = replace(plan, devices=dict(reversed(two.devices.items())))
    assert canonical(to_json(two)) == canonical(to_json(other))


def test_the_digest_covers_every_field_but_itself() -> None:
    plan = small_plan()
    assert digest(plan) == plan.digest
    assert digest(replace(plan, digest="sha256:other")) == plan.digest
    assert digest(replace(plan, expires="2027-01-01T00:00:00Z")) != plan.digest


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="fabric-plan/9"):
        from_json({**to_json(small_plan()), "format": "fabric-plan/9"})
