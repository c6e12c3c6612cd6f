"""The config updater: refusals, flaps, checkpoints, half-applied patches."""

from __future__ import annotations

import asyncio
import json

import pytest

from fabric.lab.faults import Kind

FLAP = [{"op": "replace", "path": "/PORT_QOS_MAP/Ethernet0/pfc_enable", "value": "3,4"}]

REFUSED = {
    "a pool": (
        [{"op": "replace", "path": "/BUFFER_POOL/ingress_lossless_pool/size", "value": "1"}],
        "rdma_config_update_validator returned False",
    ),
    "the first watchdog": (
        [
            {
                "op": "add",
                "path": "/PFC_WD",
                "value": {"Ethernet0": {"action": "drop", "detection_time": "200"}},
            }
        ],
        "rdma_config_update_validator returned False",
    ),
    "a table without model": (
        [{"op": "add", "path": "/ARS_PROFILE", "value": {"x": {"algorithm": "ewma"}}}],
        "tables without YANG models",
    ),
    "an empty table": ([{"op": "remove", "path": "/DSCP_TO_TC_MAP/AI"}], "EmptyTableError"),
    "a dangling reference": (
        [{"op": "replace", "path": "/PORT_QOS_MAP/Ethernet0/dscp_to_tc_map", "value": "NONE"}],
        "points to a non-existing leaf",
    ),
    "a value out of range": ([{"op": "replace", "path": "/PORT/Ethernet0/mtu", "value": "9999"}], "68..9216"),
    "a path that is not there": ([{"op": "remove", "path": "/PORT/Ethernet99"}], "can't apply"),
    "a profile's size": (
        [{"op": "replace", "path": "/BUFFER_PROFILE/lossy/size", "value": "1"}],
        "rdma_config_update_validator returned False",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_the_updater_refuses(on_bench, what):
    patch, reason = REFUSED[what]

    async def body(bench):
        bench.machine.load(
            {"BUFFER_PROFILE": {"lossy": {"pool": "ingress_lossless_pool", "size": "0", "dynamic_th": "0"}}},
            "x",
            "",
        )
        before = bench.machine.db.tables()
        await bench.put("/tmp/p", patch)
        done = await bench.run("sudo config apply-patch /tmp/p")
        assert done.code == 2
        assert reason in done.err
        assert bench.machine.db.tables() == before

    on_bench(body)


def test_a_bad_running_configuration_blocks_every_patch(on_bench):
    async def body(bench):
        bench.machine.load({"QUEUE": {"Ethernet0|3": {"scheduler": "NONE"}}}, "x", "")
        await bench.put("/tmp/p", [{"op": "replace", "path": "/PORT/Ethernet8/mtu", "value": "9000"}])
        assert "/QUEUE/Ethernet0|3/scheduler" in (await bench.run("sudo config apply-patch /tmp/p")).err

    on_bench(body)


def test_a_port_goes_down_and_up_around_a_change_of_its_qos(on_bench):
    async def body(bench):
        await bench.put("/tmp/fab_aa_1_1_1", FLAP)
        work = asyncio.ensure_future(bench.shell().run("sudo config apply-patch /tmp/fab_aa_1_1_1"))
        seen = []
        while not work.done():
            await bench.clock.advance(0.005)
            seen.append(bench.machine.db.get("PORT", "Ethernet0", "admin_status"))
        assert "down" in seen
        assert seen[-1] == "up"
        assert bench.machine.db.get("PORT_QOS_MAP", "Ethernet0", "pfc_enable") == "3,4"
        assert [(c.verb, c.token) for c in bench.commits()] == [("gcu", "fab_aa_1_1_1")] * 3

    on_bench(body)


def test_a_dry_run_changes_nothing(on_bench):
    async def body(bench):
        await bench.put("/tmp/p", FLAP)
        assert "DRY RUN" in await bench.ok("sudo config apply-patch -d /tmp/p")
        assert bench.verbs() == []

    on_bench(body)


def test_a_partial_patch_leaves_the_port_down_and_says_success(on_bench):
    async def body(bench):
        bench.fault(Kind.PARTIAL, match="apply-patch")
        await bench.put("/tmp/p", FLAP)
        assert "successfully" in await bench.ok("sudo config apply-patch /tmp/p")
        assert bench.machine.db.get("PORT", "Ethernet0", "admin_status") == "down"

    on_bench(body)


def test_a_patch_can_delete(on_bench):
    async def body(bench):
        bench.machine.load({"SCHEDULER": {"A": {"type": "STRICT"}, "B": {"type": "STRICT"}}}, "x", "")
        await bench.put("/tmp/p", [{"op": "remove", "path": "/SCHEDULER/A"}])
        await bench.ok("sudo config apply-patch /tmp/p")
        assert list(bench.machine.db.table("SCHEDULER")) == ["B"]

    on_bench(body)


def test_a_rollback_brings_a_checkpoint_back(on_bench):
    async def body(bench):
        before = bench.machine.db.tables()
        await bench.ok("sudo config checkpoint fab_aa_1_1_1")
        bench.machine.load(
            {"SCHEDULER": {"A": {"type": "STRICT"}}, "PORT": {"Ethernet0": {"mtu": "9000"}}}, "x", ""
        )
        await bench.ok("sudo config rollback fab_aa_1_1_1")
        assert bench.machine.db.tables() == before
        assert bench.verbs()[-1] == "rollback"

    on_bench(body)


def test_a_rollback_refuses_what_the_updater_refuses(on_bench):
    async def body(bench):
        await bench.ok("sudo config checkpoint c")
        bench.machine.load({"BUFFER_POOL": {"ingress_lossless_pool": {"size": "1"}}}, "x", "")
        done = await bench.run("sudo config rollback c")
        assert done.code == 2
        assert "Failed to rollback config" in done.err
        assert bench.machine.db.get("BUFFER_POOL", "ingress_lossless_pool", "size") == "1"

    on_bench(body)


def test_checkpoints_are_listed_and_deleted(on_bench):
    async def body(bench):
        await bench.ok(
            "sudo config checkpoint a && sudo config checkpoint b && sudo config delete-checkpoint a"
        )
        assert json.loads(await bench.ok("sudo config list-checkpoints")) == ["b"]
        assert (await bench.run("sudo config delete-checkpoint a")).code == 2
        assert (await bench.run("sudo config rollback a")).code == 2

    on_bench(body)


def test_replace_wants_the_whole_configuration(on_bench):
    async def body(bench):
        whole = bench.machine.db.tables()
        whole["PORT"]["Ethernet8"]["description"] = "new"
        await bench.put("/tmp/whole", whole)
        await bench.ok("sudo config replace /tmp/whole")
        assert bench.machine.db.tables() == whole
        await bench.put("/tmp/part", {"PORT": {"Ethernet8": {"description": "x"}}})
        assert (await bench.run("sudo config replace /tmp/part")).code == 2

    on_bench(body)


def test_an_old_release_changes_wred_of_one_profile_only(on_bench):
    async def body(bench):
        profile = {"ecn": "ecn_all", "green_min_threshold": "1000"}
        bench.machine.load({"WRED_PROFILE": {"AZURE_LOSSLESS": profile, "ROCE": dict(profile)}}, "x", "")
        for name, code in (("ROCE", 2), ("AZURE_LOSSLESS", 0)):
            path = f"/WRED_PROFILE/{name}/green_min_threshold"
            await bench.put("/tmp/p", [{"op": "replace", "path": path, "value": "2000"}])
            assert (await bench.run("sudo config apply-patch /tmp/p")).code == code

    on_bench(body, release="202411")
