"""The plan file."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from fabric.health.model import Expectation
from fabric.plan.file import Fault, PlanError, load, read, save
from fabric.plan.make import make_plan


@pytest.fixture
def plan(terms, target):
    expectation = Expectation(
        bgp=frozenset({"Ethernet2", "Ethernet1"}),
        lldp={"Ethernet1": ("spine1", "swp1")},
        oper_up=frozenset({"Ethernet1"}),
        peers={"Ethernet1": "spine1"},
    )
    return make_plan(terms, [target(f"leaf{n}", expectation=expectation, rail=n) for n in (1, 2)])


@pytest.fixture
def path(plan, tmp_path):
    save(plan, tmp_path / "plan")
    return tmp_path / "plan"


def test_a_saved_plan_comes_back_equal(plan, path, now):
    assert load(path, now) == plan


def test_the_same_plan_gives_the_same_bytes(plan, path, tmp_path):
    save(plan, tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == path.read_bytes()


def test_only_its_owner_may_read_a_plan(path):
    assert path.stat().st_mode & 0o777 == 0o600


def test_one_changed_byte_anywhere_is_refused(path, now):
    raw = path.read_bytes()
    for place in range(0, len(raw), 7):
        path.write_bytes(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :])
        with pytest.raises(PlanError) as refused:
            load(path, now)
        assert refused.value.kind in {Fault.ALTERED, Fault.VERSION}


def test_a_device_added_by_hand_is_refused(path, now):
    data = json.loads(path.read_text())
    data["devices"]["leaf3"] = data["devices"]["leaf1"]
    path.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n")
    with pytest.raises(PlanError, match="altered after it was made") as refused:
        load(path, now)
    assert refused.value.kind is Fault.ALTERED


def test_another_format_is_named(path, now):
    path.write_text(path.read_text().replace("fabric-plan/1", "fabric-plan/2"))
    with pytest.raises(PlanError, match=r"`fabric-plan/2`.*`fabric-plan/1`") as refused:
        load(path, now)
    assert refused.value.kind is Fault.VERSION


def test_an_expired_plan_is_shown_and_not_applied(plan, path, now):
    assert load(path, now + timedelta(hours=23, minutes=59)) == plan
    with pytest.raises(PlanError, match="2026-12-02T08:00:00Z") as refused:
        load(path, now + timedelta(hours=24))
    assert refused.value.kind is Fault.EXPIRED
    assert read(path) == plan


@pytest.mark.parametrize("content", ["", "[]", "{}", "null", '{"format": 1}', "not json"])
def test_what_is_no_plan_is_refused(path, now, content):
    path.write_text(content)
    with pytest.raises(PlanError) as refused:
        load(path, now)
    assert refused.value.kind is Fault.ALTERED


def test_a_missing_plan_is_missing(tmp_path, now):
    with pytest.raises(PlanError) as refused:
        load(tmp_path / "nothing", now)
    assert refused.value.kind is Fault.MISSING
