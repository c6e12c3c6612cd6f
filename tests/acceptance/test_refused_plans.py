"""A plan that is not what was planned, or does not fit any more, is refused and nothing is touched."""

import datetime as dt
from dataclasses import replace

import pytest

from fabric.lab import control
from fabric.lab.faults import Fault, Kind
from fabric.plan import read, save
from fabric.plan.make import TIME_FORMAT
from fabric.plan.model import sealed

STALE = 4
PLACES = 40
HUMAN = {
    "spine2": "interface Ethernet1/1\n mtu 4000",
    "pod1-leaf2": '{"PORT": {"Ethernet0": {"mtu": "4000"}}}',
}


@pytest.fixture
def floor(planned):
    """The floor with its plan as it was made, which no test may use up."""
    whole, logged = planned.plan_file.read_bytes(), len(planned.commits())
    yield planned
    planned.plan_file.write_bytes(whole)
    touched = {commit.verb for commit in planned.commits()[logged:]}
    assert touched <= {"edit"}
    assert nothing_began(planned)


def nothing_began(planned):
    return planned.here("rollout", "status", "--state", planned.state).code == 1


def test_a_plan_with_one_byte_changed_is_refused_wherever_the_byte_is(planned, tmp_path):
    whole = planned.plan_file.read_bytes()
    altered = tmp_path / "altered.plan"
    for number in range(PLACES):
        place = number * (len(whole) - 1) // (PLACES - 1)
        altered.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        ended = planned.here("apply", altered, *planned.devices)
        assert (ended.code, ended.out) == (STALE, ""), place
        assert len(ended.talk.splitlines()) == 1
    assert nothing_began(planned)


@pytest.mark.parametrize(
    "alter",
    [
        lambda whole: whole[:-1],
        lambda whole: whole + b"\n",
        lambda _whole: b"",
        lambda whole: whole[: len(whole) // 2],
        lambda whole: b"\xff\xfe" + whole,
        lambda _whole: b"[]",
        lambda whole: whole.replace(b"fabric-plan/1", b"fabric-plan/9"),
    ],
    ids=["shorter", "longer", "empty", "torn", "not text", "another form", "another version"],
)
def test_a_plan_that_is_not_whole_is_refused(floor, alter):
    floor.plan_file.write_bytes(alter(floor.plan_file.read_bytes()))
    ended = floor.here("apply", floor.plan_file, *floor.devices)
    assert ended.code == STALE
    assert len(ended.talk.splitlines()) == 1
    assert floor.here("show", floor.plan_file).code == STALE


def test_a_plan_that_is_not_there_is_refused(floor):
    ended = floor.here("apply", floor.root / "nowhere.plan", *floor.devices)
    assert ended.code == STALE
    assert "nowhere.plan" in ended.talk


def test_an_expired_plan_is_refused_and_can_still_be_shown(floor):
    yesterday = (dt.datetime.now(dt.UTC) - dt.timedelta(days=1)).strftime(TIME_FORMAT)
    save(sealed(replace(read(floor.plan_file), expires=yesterday)), floor.plan_file)
    ended = floor.here("apply", floor.plan_file, *floor.devices)
    assert ended.code == STALE
    assert "expired" in ended.talk
    assert floor.here("show", floor.plan_file).code == 0


def test_a_plan_for_another_inventory_is_refused(floor):
    ended = floor.here("apply", floor.plan_file, "--inventory", floor.root / "inventory/ib-b200-superpod")
    assert ended.code == 1
    assert ended.talk.count("error[") == 1
    assert "does not know `pod1-leaf1`" in ended.talk


def test_an_inventory_that_is_not_there_is_one_error(floor):
    ended = floor.here("apply", floor.plan_file, "--inventory", floor.root / "nowhere")
    assert ended.code == 1
    assert ended.talk.count("error[") == 1


@pytest.mark.parametrize("device", HUMAN)
def test_a_device_that_was_edited_after_the_plan_makes_it_stale(floor, device):
    control.edit(floor.lab, device, HUMAN[device])
    edited = floor.digests()
    ended = floor.here("apply", floor.plan_file, *floor.devices)
    assert ended.code == STALE
    assert f"`{device}`" in ended.talk
    assert "not run what the plan was made from: plan again" in ended.talk
    assert floor.digests() == edited


@pytest.mark.parametrize("device", ["spine1", "pod1-leaf2"])
def test_another_device_at_an_address_is_never_planned_for_and_never_changed(floor, device):
    control.fault(floor.lab, device, Fault(Kind.WRONG_IDENTITY))
    try:
        planning, applying = floor.plan(), floor.here("apply", floor.plan_file, *floor.devices)
    finally:
        control.clear(floor.lab, device)
    assert (planning.code, applying.code) == (1, 1)
    assert f"another device answers for `{device}`" in planning.talk
    assert f"`{device}` is not the device of the plan" in applying.talk
    assert applying.talk.count("error[") == planning.talk.count("error[") == 1


def test_a_plan_for_another_inventory_never_goes_to_the_devices_of_the_site(floor):
    ended = floor.here("apply", floor.plan_file, "--state", floor.state)
    assert ended.code == 1
    assert ended.talk.startswith("error[PRJ-006] the plan was made with the inventory")
    assert "hint: add `--inventory lab/inventory`" in ended.talk


def test_a_secret_that_nobody_gave_stops_the_rollout_before_it_begins(floor):
    ended = floor.here("apply", floor.plan_file, *floor.devices, FABRIC_ADMIN_HASH="")
    assert ended.code == 1
    assert ended.talk == (
        "error: the secret `secret:env/FABRIC_ADMIN_HASH` is empty or not there: export `FABRIC_ADMIN_HASH`\n"
    )


def test_a_plan_that_nobody_signed_is_refused_where_people_sign(floor):
    signers = floor.root / "allowed_signers"
    signers.write_text("")
    ended = floor.here("apply", floor.plan_file, *floor.devices, "--signers", signers)
    assert ended.code == STALE
    assert f"the plan is not signed, which `{signers}` asks for" in ended.talk


def test_a_plan_that_needs_approvals_is_refused_where_nobody_may_give_them(floor):
    save(sealed(replace(read(floor.plan_file), approvals=2)), floor.plan_file)
    ended = floor.here("apply", floor.plan_file, *floor.devices)
    assert ended.code == STALE
    assert "the plan needs 2 approvals, and no" in ended.talk


def test_a_key_that_is_not_there_signs_nothing(floor):
    ended = floor.here("sign", floor.plan_file, "--key", floor.root / "nobody")
    assert ended.code == STALE
    assert "did not sign" in ended.talk
