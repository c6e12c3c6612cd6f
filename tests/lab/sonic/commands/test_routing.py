"""FRR: files, checks, reloads and what they do to sessions."""

from __future__ import annotations

import json

from fabric.lab.faults import Kind
from fabric.lab.sonic.machine import FRR

RELOAD = "docker exec bgp /usr/lib/frr/frr-reload.py --reload /etc/frr/frr.conf"


def file_with(bench, old: str, new: str) -> str:
    text = bench.machine.files.text(FRR)
    assert old in text
    return text.replace(old, new)


def test_a_session_stands_when_both_ends_agree(on_bench):
    async def body(bench):
        summary = json.loads(await bench.ok("docker exec bgp vtysh -c 'show bgp summary json'"))[
            "ipv4Unicast"
        ]
        assert summary["as"] == 65001
        assert summary["peers"]["Ethernet0"]["state"] == "Established"
        assert summary["peers"]["Ethernet0"]["remoteAs"] == 65002
        inner = json.loads(await bench.ok("vtysh -c 'show bgp ipv4 unicast summary json'"))
        assert inner == summary

    on_bench(body)


def test_a_file_alone_changes_nothing_until_it_is_reloaded(on_bench):
    async def body(bench):
        await bench.put(FRR, file_with(bench, "remote-as external", "remote-as 64999"))
        assert bench.machine.world.established("leaf-1", "Ethernet0")
        await bench.ok(RELOAD)
        assert not bench.machine.world.established("leaf-1", "Ethernet0")
        assert bench.verbs() == ["frr"]

    on_bench(body)


def test_reload_removes_what_vtysh_b_only_adds_to(on_bench):
    async def body(bench):
        await bench.put(FRR, file_with(bench, "  network 10.0.0.1/32\n", "  network 10.0.0.2/32\n"))
        await bench.ok("docker exec bgp vtysh -b")
        shown = await bench.ok("vtysh -c 'show running-config'")
        assert "network 10.0.0.1/32" in shown
        assert "network 10.0.0.2/32" in shown
        await bench.ok(RELOAD)
        assert "network 10.0.0.1/32" not in await bench.ok("vtysh -c 'show running-config'")

    on_bench(body)


def test_a_check_finds_unknown_lines_and_changes_nothing(on_bench):
    async def body(bench):
        await bench.put("/tmp/frr.conf", "router bgp 65001\n neighbour x remote-as 1\n")
        done = await bench.run("vtysh -C -f /tmp/frr.conf")
        assert (done.code, done.err) == (2, "line 2: % Unknown command[2]: neighbour x remote-as 1\n")
        await bench.ok("docker exec bgp vtysh -C -f /etc/frr/frr.conf")
        assert bench.verbs() == []

    on_bench(body)


def test_a_reload_of_a_bad_file_applies_the_rest_and_fails(on_bench):
    async def body(bench):
        await bench.put(FRR, file_with(bench, "  network 10.0.0.1/32\n", "  netwrok 10.0.0.1/32\n"))
        done = await bench.run(RELOAD)
        assert done.code == 1
        assert "network 10.0.0.1/32" not in await bench.ok("vtysh -c 'show running-config'")

    on_bench(body)


def test_a_reload_of_an_empty_file_ends_all_routing(on_bench):
    async def body(bench):
        await bench.put(FRR, "")
        await bench.ok(RELOAD)
        assert await bench.ok("vtysh -c 'show bgp summary json'") == "{}\n"
        assert bench.machine.view().sessions == {}

    on_bench(body)


def test_a_reload_finds_a_peer_group_that_is_not_there(on_bench):
    async def body(bench):
        await bench.put(FRR, file_with(bench, " neighbor FABRIC peer-group\n", ""))
        await bench.ok("vtysh -C")
        assert (await bench.run(RELOAD)).code == 1

    on_bench(body)


def test_a_partial_reload_says_nothing(on_bench):
    async def body(bench):
        bench.fault(Kind.PARTIAL, match="frr-reload")
        await bench.put(FRR, file_with(bench, "10.0.0.1/32", "10.0.0.2/32"))
        await bench.ok(RELOAD)
        assert "10.0.0.2/32" not in await bench.ok("vtysh -c 'show running-config'")

    on_bench(body)


def test_a_test_run_shows_what_a_reload_would_do(on_bench):
    async def body(bench):
        await bench.put(FRR, file_with(bench, "10.0.0.1/32", "10.0.0.2/32"))
        out = await bench.ok(RELOAD.replace("--reload", "--test"))
        assert "Lines To Delete" in out
        assert "network 10.0.0.2/32" in out.partition("Lines To Add")[2]
        assert bench.verbs() == []

    on_bench(body)


def test_frr_tools_live_in_their_container(on_bench):
    async def body(bench):
        assert (await bench.run("docker exec swss vtysh -c 'show version'")).code == 127
        assert (await bench.run("docker exec nothing true")).code == 1

    on_bench(body)


def test_what_is_typed_in_configuration_mode_runs(on_bench):
    async def body(bench):
        typed = "-c 'configure terminal' -c 'router bgp 65001' -c 'neighbor Ethernet0 shutdown'"
        await bench.ok(f"vtysh {typed}")
        assert not bench.machine.world.established("leaf-1", "Ethernet0")
        await bench.ok(f"vtysh {typed.replace('neighbor', 'no neighbor')}")
        assert bench.machine.world.established("leaf-1", "Ethernet0")

    on_bench(body)


def test_a_reboot_runs_the_file(on_bench):
    async def body(bench):
        await bench.put(FRR, file_with(bench, "10.0.0.1/32", "10.0.0.2/32"))
        bench.machine.files.sync()
        bench.machine.reboot()
        await bench.clock.advance(1000)
        assert "10.0.0.2/32" in await bench.ok("vtysh -c 'show running-config'")

    on_bench(body)
