"""What commands promise: status, lease, secrets, order of records."""

import dataclasses
import hashlib
import json

import pytest
from fake_fleet import memory_fleet, plan_for

from fabric.core.diagnostic import FabricError
from fabric.plan.model import Gates, sealed
from fabric.rollout import control, store
from fabric.rollout.backend import open_backend
from fabric.rollout.journal import Kind
from fabric.rollout.lease import TTL_S, me
from fabric.rollout.outcome import Outcome

SECRET = "hunter2-very-secret"
WAVES = (("leaf-1",), ("leaf-2",))


def run(tmp_path, plan=None, fleet=None, **world):
    fleet = fleet or memory_fleet(("leaf-1", "leaf-2"))
    return control.apply(
        plan or plan_for(WAVES), tmp_path / "state", fleet.world(clock=fleet.clock, **world), "me"
    )


def everything(folder):
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_no_secret_of_a_device_reaches_the_journal(tmp_path) -> None:
    fleet = memory_fleet(("leaf-1", "leaf-2"))
    device = fleet.devices["leaf-1"]

    class Leaks(type(device)):
        """Says a secret in its error, as a device does that repeats the line it refuses."""

        def confirm(self, _token):
            raise RuntimeError(f"cannot save `key {SECRET}`")

    fleet.devices["leaf-1"] = Leaks(device.box, device.clock)
    result = run(tmp_path, fleet=fleet, redact=lambda text: text.replace(SECRET, "***"))
    assert result.outcome is Outcome.ROLLED_BACK
    reasons = [item.record.reason for item in control.status(tmp_path / "state").records]
    assert any("***" in reason for reason in reasons)
    assert SECRET.encode() not in everything(tmp_path)


def test_status_tells_the_plan_the_devices_and_who_holds_the_lease(tmp_path) -> None:
    held = []
    result = run(tmp_path, told=lambda _: held.append(control.status(tmp_path / "state").lease))
    status = control.status(tmp_path / "state", result.rollout)
    assert status.plan == plan_for(WAVES)
    assert status.progress.outcome == "done"
    assert status.lease is None
    assert held[0] is not None


def test_every_record_is_told_and_the_chain_holds(tmp_path) -> None:
    told = []
    result = run(tmp_path, told=told.append)
    stored = [item.record for item in control.status(tmp_path / "state", result.rollout).records]
    assert sorted(map(repr, told)) == sorted(map(repr, stored))
    assert control.audit(tmp_path / "state").intact


def test_the_export_holds_the_chain(tmp_path) -> None:
    run(tmp_path)
    head = "0" * 64
    for line in control.lines(tmp_path / "state"):
        plain = json.loads(line)
        record = line.removeprefix(f'{{"hash":"{plain["hash"]}","record":').removesuffix("}")
        assert hashlib.sha256((head + record).encode()).hexdigest() == plain["hash"]
        head = plain["hash"]
    assert head == control.audit(tmp_path / "state").head
    assert control.contains(tmp_path / "state", head)
    assert not control.contains(tmp_path / "state", "f" * 64)


def test_an_intent_is_on_the_disk_before_the_device_hears_of_it(tmp_path) -> None:
    order = []
    run(tmp_path, after=order.append)
    for name in ("leaf-1", "leaf-2"):
        for intent, verb in (("staging", "stage"), ("committing", "commit"), ("confirming", "confirm")):
            assert order.index(f"journal {name} {intent}") < order.index(f"call {name} {verb}")


def test_the_base_is_kept_before_the_commit(tmp_path) -> None:
    result = run(tmp_path)
    for item in control.status(tmp_path / "state", result.rollout).records:
        if item.record.kind is Kind.DEVICE and item.record.state == "committing":
            kept = (tmp_path / "state" / "blobs" / item.record.text).read_text()
            assert "mtu 1500" in kept


def test_a_plan_with_unknown_gates_is_refused(tmp_path) -> None:
    plan = sealed(dataclasses.replace(plan_for(WAVES), gates=Gates(post=("moon",))))
    with pytest.raises(FabricError, match="ROL-001"):
        run(tmp_path, plan)


def test_an_unknown_rollout_is_said(tmp_path) -> None:
    with pytest.raises(FabricError, match="ROL-002"):
        control.status(tmp_path / "state", "00000000")


def test_a_lease_in_other_hands_locks(tmp_path) -> None:
    def taken_away(record):
        if record.state == "committed":
            control.store.change_lease(
                open_backend(tmp_path / "state").database,
                "dc1/backend",
                lambda found, _moment: dataclasses.replace(found, owner="x:1:1", fence=99),
            )

    fleet = memory_fleet(("leaf-1", "leaf-2"))
    result = run(tmp_path, fleet=fleet, told=taken_away)
    assert (result.outcome, result.exit_code) == (Outcome.LOCKED, 5)
    assert not [verb for verb, _ in fleet.devices["leaf-1"].log if verb == "confirm"]


def test_a_dead_process_holds_no_rollout(tmp_path) -> None:
    result = run(tmp_path)
    database = open_backend(tmp_path / "state").database
    dead = me().rpartition(":")[0] + ":1"

    def left(found, moment):
        return dataclasses.replace(found, owner=dead, expires=moment + TTL_S)

    store.change_lease(database, "dc1/backend", left)
    assert control.status(tmp_path / "state", result.rollout).lease is None
    store.change_lease(database, "dc1/backend", lambda found, _: dataclasses.replace(found, owner=me()))
    assert control.status(tmp_path / "state", result.rollout).lease is not None
    store.change_lease(
        database, "dc1/backend", lambda found, moment: dataclasses.replace(found, expires=moment)
    )
    assert control.status(tmp_path / "state", result.rollout).lease is None
