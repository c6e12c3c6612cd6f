"""The plan file."""

from __future__ import annotations

import hashlib
import json
import os
from datetime import timedelta

import pytest

from fabric.health.model import Expectation
from fabric.plan.file import LARGEST, Fault, PlanError, load, read, save
from fabric.plan.make import make_plan
from fabric.plan.model import canonical


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


def test_a_link_planted_beside_a_plan_is_not_followed(plan, tmp_path):
    (tmp_path / "victim").write_text("precious")
    (tmp_path / ".plan.draft").symlink_to(tmp_path / "victim")
    (tmp_path / "plan").symlink_to(tmp_path / "victim")
    save(plan, tmp_path / "plan")
    assert (tmp_path / "victim").read_text() == "precious"
    assert not (tmp_path / "plan").is_symlink()
    assert read(tmp_path / "plan") == plan


def test_a_plan_that_could_not_be_written_leaves_nothing_beside(plan, tmp_path):
    (tmp_path / "plan").mkdir()
    with pytest.raises(IsADirectoryError):
        save(plan, tmp_path / "plan")
    assert [entry.name for entry in tmp_path.iterdir()] == ["plan"]


def refused(path):
    with pytest.raises(PlanError) as error:
        read(path)
    assert error.value.kind is Fault.ALTERED
    return str(error.value)


def test_what_never_ends_is_no_plan(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    for name in ("pipe", "zero", "."):
        assert "no regular file" in refused(tmp_path / name)


def test_what_is_larger_than_any_plan_is_no_plan(tmp_path):
    with (tmp_path / "plan").open("wb") as file:
        file.truncate(LARGEST + 1)
    assert "larger than any plan" in refused(tmp_path / "plan")


@pytest.mark.parametrize("content", ["[" * 200_000, '{"a":' * 200_000, "9" * 5000, '"\\ud800"', "\ufeff{}"])
def test_what_json_cannot_take_is_no_plan(tmp_path, content):
    (tmp_path / "plan").write_text(content)
    assert "not one that was written here" in refused(tmp_path / "plan")


def forged(path, change):
    """Change a plan and give it the digest of what it became."""
    data = json.loads(path.read_text())
    change(data)
    whole = canonical({**data, "digest": ""})
    data["digest"] = "sha256:" + hashlib.sha256(whole.encode()).hexdigest()
    path.write_text(json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def test_a_forged_digest_is_the_right_one(path):
    forged(path, lambda data: data.update(source="elsewhere"))
    assert read(path).source == "elsewhere"


FORGERIES = {
    "a wave of nothing": lambda d: d.update(waves=[None]),
    "a wave of no device": lambda d: d["waves"][0].update(devices=[None]),
    "a wave as text": lambda d: d["waves"][0].update(devices="leaf1"),
    "soak in words": lambda d: d["waves"][0].update(soak_s="x"),
    "negative soak": lambda d: d["waves"][0].update(soak_s=-1),
    "endless soak": lambda d: d["waves"][0].update(soak_s=10**400),
    "negative timing": lambda d: d["timing"].update(check_s=-1),
    "nobody in flight": lambda d: d["constraints"].update(max_in_flight=0),
    "more than all may fail": lambda d: d["constraints"].update(failures_share=101),
    "share that is no number": lambda d: d["constraints"].update(group_share=float("nan")),
    "a name in numbers": lambda d: d["devices"]["leaf1"].update(role=7),
    "a step without body": lambda d: d["devices"]["leaf1"]["patch"].update(
        steps=[{"kind": "session", "body": None}]
    ),
    "an unknown class of change": lambda d: d["devices"]["leaf1"]["patch"].update(change_class=99),
    "a created time in numbers": lambda d: d.update(created=7),
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES)
def test_a_forged_plan_of_wrong_types_or_ranges_is_refused(path, forgery):
    forged(path, forgery)
    assert "not one that was written here" in refused(path)
