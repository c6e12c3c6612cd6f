"""The dead-man timer."""

from __future__ import annotations

import asyncio
import json

from fabric.lab.faults import Kind
from fabric.lab.sonic.record import transactions
from fabric.lab.sonic.shell import PowerLostError

NEW = {"PORT": {"Ethernet0": {"mtu": "9000"}}, "SCHEDULER": {"NEW": {"type": "STRICT"}}}
OLD = {"PORT": {"Ethernet0": {"mtu": "9100"}}}
TOKEN = "fab_0a1b2c3d_1_1_1"
UNDO = 'sonic-db-cli CONFIG_DB DEL "SCHEDULER|NEW"'
BACK = f"config load /etc/sonic/{TOKEN}.back.json -y && {UNDO} || config reload -y"
ARM = f"sudo systemd-run --unit={TOKEN} --on-active=120s /bin/sh -c '{BACK}'"


async def armed_and_loaded(bench) -> dict[str, object]:
    before = bench.machine.db.tables()
    await bench.put(f"/etc/sonic/{TOKEN}.back.json", OLD)
    await bench.put(f"/tmp/{TOKEN}.json", NEW)
    await bench.ok(ARM)
    await bench.ok(f"sudo config load /tmp/{TOKEN}.json -y")
    assert bench.machine.db.tables() != before
    return before


def test_a_dead_man_fires_and_rolls_back_by_itself(on_bench):
    async def body(bench):
        before = await armed_and_loaded(bench)
        await bench.clock.advance(119)
        assert bench.machine.db.tables() != before
        await bench.clock.advance(2)
        assert bench.machine.db.tables() == before
        verbs = ["arm", "load", "fire", "load", "delete"]
        assert bench.verbs() == verbs
        assert {c.token for c in bench.commits()} == {TOKEN}
        assert [c.user for c in bench.commits()][-2:] == ["root", "root"]

    on_bench(body)


def test_a_stopped_dead_man_does_nothing(on_bench):
    async def body(bench):
        before = await armed_and_loaded(bench)
        assert await bench.ok(f"systemctl is-active {TOKEN}.timer") == "active\n"
        await bench.ok(f"sudo systemctl stop {TOKEN}.timer")
        done = await bench.run(f"systemctl is-active {TOKEN}.timer")
        assert (done.code, done.out) == (3, "inactive\n")
        await bench.clock.advance(1000)
        assert bench.machine.db.tables() != before
        assert bench.verbs() == ["arm", "load", "disarm"]

    on_bench(body)


def test_a_timer_that_is_not_there_cannot_be_stopped(on_bench):
    async def body(bench):
        done = await bench.run("sudo systemctl stop fab_x.timer")
        assert (done.code, done.err) == (5, "Failed to stop fab_x.timer: Unit fab_x.timer not loaded.\n")

    on_bench(body)


def test_the_time_left_can_be_read(on_bench):
    async def body(bench):
        await bench.ok(ARM)
        await bench.clock.advance(20)
        shown = await bench.ok(f"systemctl show {TOKEN}.timer -p NextElapseUSecMonotonic,ActiveState")
        assert shown == "NextElapseUSecMonotonic=2min\nActiveState=active\n"
        assert (await bench.ok("cat /proc/uptime")).split()[0] == "20.00"
        assert "1min 40s left" in await bench.ok("systemctl list-timers --no-legend")
        assert json.loads(await bench.ok("systemctl list-timers -o json"))[0]["unit"] == f"{TOKEN}.timer"

    on_bench(body)


def test_a_unit_name_is_taken_once(on_bench):
    async def body(bench):
        await bench.ok(ARM)
        done = await bench.run(ARM)
        assert done.code == 1
        assert "already loaded" in done.err
        assert bench.verbs() == ["arm"]

    on_bench(body)


def test_arming_wants_root(on_bench):
    async def body(bench):
        assert (await bench.run(ARM.removeprefix("sudo "))).code == 1

    on_bench(body)


def test_a_timer_is_lost_with_the_power_and_the_saved_configuration_runs(on_bench):
    async def body(bench):
        before = await armed_and_loaded(bench)
        bench.machine.reboot()
        await bench.clock.advance(2000)
        assert bench.machine.db.tables() == before
        assert await bench.ok("systemctl list-timers --no-legend") == ""
        assert "fire" not in [c.verb for c in bench.commits() if c.user == "systemd"]

    on_bench(body)


def test_a_timer_outlives_a_config_reload(on_bench):
    async def body(bench):
        await bench.ok("sudo systemd-run --unit=fab_aa_1_1_1 --on-active=300s touch /etc/sonic/fired")
        await bench.ok("sudo config reload -y")
        await bench.clock.advance(400)
        assert bench.machine.files.is_file("/etc/sonic/fired")

    on_bench(body)


def test_a_rollback_that_fails_falls_through_to_the_next(on_bench):
    async def body(bench):
        before = await armed_and_loaded(bench)
        bench.fault(Kind.ERROR, match="config load")
        await bench.clock.advance(1000)
        assert bench.machine.db.tables() == before
        assert bench.verbs()[-2:] == ["fire", "reload"]

    on_bench(body)


def test_power_lost_after_a_command_leaves_the_rest_of_the_script_undone(on_bench):
    async def body(bench):
        bench.fault(Kind.REBOOT, match="config load")
        await bench.put("/etc/sonic/a.json", NEW)
        work = asyncio.ensure_future(
            bench.shell().run("sudo config load /etc/sonic/a.json -y; sudo touch /etc/sonic/x")
        )
        await bench.clock.advance(2000)
        assert isinstance(work.exception(), PowerLostError)
        assert not bench.machine.files.is_file("/etc/sonic/x")

    on_bench(body)


def test_transactions_count_the_first_change_after_each_arming(on_bench):
    async def body(bench):
        await armed_and_loaded(bench)
        await bench.ok("sonic-db-cli CONFIG_DB HDEL 'PORT|Ethernet8' mtu")
        assert transactions(bench.commits()) == {("leaf-1", TOKEN): 1}
        await bench.ok(f"sudo systemctl stop {TOKEN}.timer && {ARM}")
        await bench.ok("sonic-db-cli CONFIG_DB HSET 'PORT|Ethernet8' mtu 9100")
        assert transactions(bench.commits()) == {("leaf-1", TOKEN): 2}

    on_bench(body)


def test_timers_that_are_told_to_run_out_fire_now(on_bench):
    async def body(bench):
        before = await armed_and_loaded(bench)
        bench.machine.timers.run_out()
        await bench.clock.advance(0)
        assert bench.machine.db.tables() == before
        assert "fire" in bench.verbs()
        assert not bench.machine.timers.waiting()

    on_bench(body)
