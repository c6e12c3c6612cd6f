"""`config load`, `save` and `reload`, with what they get wrong."""

from __future__ import annotations

import asyncio
import json

from fabric.lab.faults import Kind
from fabric.lab.sonic.record import token_in

MTU = {"PORT": {"Ethernet0": {"mtu": "9000"}}}


def test_load_merges_and_deletes_nothing(on_bench):
    async def body(bench):
        before = bench.machine.db.tables()
        await bench.put("/tmp/fab_aa_1_1_1.json", MTU)
        out = await bench.ok("sudo config load /tmp/fab_aa_1_1_1.json -y")
        assert out == "Running command: /usr/local/bin/sonic-cfggen -j /tmp/fab_aa_1_1_1.json --write-to-db\n"
        before["PORT"]["Ethernet0"]["mtu"] = "9000"
        assert bench.machine.db.tables() == before
        assert [(c.verb, c.token, c.user) for c in bench.commits()] == [("load", "fab_aa_1_1_1", "admin")]
        assert bench.commits()[0].digest == bench.machine.digest()

    on_bench(body)


def test_load_checks_nothing_and_makes_everything_text(on_bench):
    async def body(bench):
        await bench.put("/tmp/a", {"PORT": {"Ethernet0": {"mtu": 1}}, "NONSENSE": {"x": {}}, "EMPTY": {}})
        await bench.ok("sudo config load /tmp/a -y")
        tables = json.loads(await bench.ok("sonic-cfggen -d --print-data"))
        assert tables["PORT"]["Ethernet0"]["mtu"] == "1"
        assert tables["NONSENSE"] == {"x": {}}
        assert "EMPTY" not in tables

    on_bench(body)


def test_a_load_that_changes_nothing_is_no_entry_in_the_log(on_bench):
    async def body(bench):
        await bench.put("/tmp/a", {"PORT": {"Ethernet0": {"mtu": "9100"}}})
        await bench.ok("sudo config load /tmp/a -y")
        assert bench.verbs() == []

    on_bench(body)


def test_load_of_a_missing_file_says_so_and_ends_well(on_bench):
    async def body(bench):
        assert (
            await bench.ok("sudo config load /tmp/none -y") == "The config_db file /tmp/none doesn't exist\n"
        )

    on_bench(body)


def test_config_wants_root_and_a_yes(on_bench):
    async def body(bench):
        assert (await bench.run("config save -y")).err == "Root privileges are required for this operation\n"
        assert (await bench.run("sudo config save")).err == "Aborted!\n"

    on_bench(body)


def test_a_partial_load_keeps_half_and_does_not_say_so(on_bench):
    async def body(bench):
        bench.fault(Kind.PARTIAL, match="load")
        await bench.put("/tmp/a", {"PORT": {p: {"mtu": "9000"} for p in ("Ethernet0", "Ethernet8")}})
        await bench.ok("sudo config load /tmp/a -y")
        mtus = [row["mtu"] for row in bench.machine.db.table("PORT").values()]
        assert mtus == ["9000", "9100"]

    on_bench(body)


def test_a_saved_file_that_was_not_synced_is_lost_with_the_power(on_bench):
    async def body(bench):
        await bench.put("/tmp/a", MTU)
        await bench.ok("sudo config load /tmp/a -y && sudo config save -y")
        bench.machine.reboot()
        await bench.clock.advance(1000)
        assert bench.machine.db.get("PORT", "Ethernet0", "mtu") == "9100"

    on_bench(body)


def test_a_synced_file_is_what_boots(on_bench):
    async def body(bench):
        await bench.put("/tmp/a", MTU)
        await bench.ok("sudo config load /tmp/a -y && sudo config save -y && sync")
        bench.machine.reboot()
        assert not bench.machine.up
        await bench.clock.advance(1000)
        assert bench.machine.up
        assert bench.machine.db.get("PORT", "Ethernet0", "mtu") == "9000"
        assert bench.verbs() == ["load", "save", "reboot"]

    on_bench(body)


def test_a_reload_takes_the_sessions_down_until_services_are_ready(on_bench):
    async def body(bench):
        world = bench.machine.world
        assert world.established("leaf-1", "Ethernet0")
        await bench.ok("sudo config reload -y")
        assert not world.established("leaf-1", "Ethernet0")
        assert (await bench.ok("show system-health sysready-status")).startswith("System is not ready")
        assert "not ready" in (await bench.run("sudo config reload -y")).out
        assert (await bench.run("docker exec bgp vtysh -c 'show bgp summary json'")).code == 1
        await bench.clock.advance(1000)
        assert world.established("leaf-1", "Ethernet0")
        assert (await bench.ok("show system-health sysready-status brief")) == "System is ready\n"

    on_bench(body)


def test_a_reload_brings_back_what_is_saved_and_deletes_the_rest(on_bench):
    async def body(bench):
        saved = bench.machine.db.tables()
        await bench.put("/tmp/a", {"SCHEDULER": {"X": {"type": "STRICT"}}})
        await bench.ok("sudo config load /tmp/a -y; sudo config reload -y")
        assert bench.machine.db.tables() == saved

    on_bench(body)


def test_the_fourth_restart_in_twenty_minutes_is_refused_and_a_reboot_helps(on_bench):
    async def body(bench):
        for _ in range(3):
            await bench.ok("sudo config reload -y")
            await bench.clock.advance(60)
        done = await bench.run("sudo config reload -y")
        assert (done.code, done.err) == (
            1,
            "Job for swss.service failed. Start request repeated too quickly.\n",
        )
        await bench.clock.advance(1000)
        assert not bench.machine.world.established("leaf-1", "Ethernet0")
        bench.machine.reboot()
        await bench.clock.advance(1000)
        assert bench.machine.world.established("leaf-1", "Ethernet0")

    on_bench(body)


def test_two_reloads_do_not_run_at_once(on_bench):
    async def body(bench):
        first = asyncio.ensure_future(bench.shell().run("sudo config reload -y"))
        await bench.clock.advance(0)
        done = await bench.run("sudo config reload -y -f")
        assert done.err == "Failed to acquire lock on /etc/sonic/reload.lock\n"
        await bench.clock.advance(10)
        assert first.result().code == 0

    on_bench(body)


def test_a_reload_of_a_file_with_an_unmodelled_table_is_refused_from_202505_on(on_bench):
    async def body(bench):
        whole = {**bench.machine.db.tables(), "WATERMARK_TABLE": {"TELEMETRY_INTERVAL": {"interval": "30"}}}
        await bench.put("/tmp/a", whole)
        done = await bench.run("sudo config reload -y /tmp/a")
        assert done.code == 2
        assert "WATERMARK_TABLE" in done.err
        assert bench.machine.ready

    on_bench(body)


def test_an_older_release_takes_a_file_with_an_unmodelled_table(on_bench):
    async def body(bench):
        whole = {**bench.machine.db.tables(), "WATERMARK_TABLE": {"TELEMETRY_INTERVAL": {"interval": "30"}}}
        await bench.put("/tmp/a", whole)
        await bench.ok("sudo config reload -y /tmp/a")

    on_bench(body, release="202411")


def test_the_token_comes_from_the_file_the_script_or_the_timer(on_bench):
    async def body(bench):
        await bench.put("/tmp/a", MTU)
        await bench.ok("sudo systemd-run --unit=fab_aa_1_2_3-rb --on-active=60s true")
        await bench.ok("sudo config load /tmp/a -y")
        await bench.ok("echo fab_bb_1_1_1; sonic-db-cli CONFIG_DB HSET 'PORT|Ethernet0' mtu 9100")
        shown = [(c.verb, c.token) for c in bench.commits()]
        assert shown == [("arm", "fab_aa_1_2_3"), ("load", "fab_aa_1_2_3"), ("load", "fab_bb_1_1_1")]

    on_bench(body)


def test_a_token_is_found_in_names_of_files_and_units():
    assert token_in("/tmp/fab_0a1b2c3d_12_3_4-inverse.json") == "fab_0a1b2c3d_12_3_4"
    assert token_in("fab_0a1b2c3d_12_3_4.timer") == "fab_0a1b2c3d_12_3_4"
    assert token_in("/etc/sonic/config_db.json") == ""
