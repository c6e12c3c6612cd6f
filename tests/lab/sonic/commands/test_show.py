"""What gates and operators read."""

from __future__ import annotations

import json

from fabric.lab.faults import Kind


def test_a_neighbour_is_seen_under_its_configured_name(on_bench):
    async def body(bench):
        found = json.loads(await bench.ok("docker exec lldp lldpctl -f json"))["lldp"]["interface"]
        assert list(found["Ethernet0"]["chassis"]) == ["leaf-2"]  # a lone neighbour is no list
        assert found["Ethernet0"]["port"]["id"]["value"] == "Ethernet0"
        bench.machine.world.nodes["leaf-2"].edit(
            '{"DEVICE_METADATA": {"localhost": {"hostname": "other"}}}', "human"
        )
        assert "other" in await bench.ok("show lldp table")

    on_bench(body)


def test_a_port_follows_both_ends_and_the_faults(on_bench):
    async def body(bench):
        def oper() -> str:
            return json.loads(status)["Ethernet0"]["Oper"]

        status = await bench.ok("intfutil -c status -j")
        assert oper() == "up"
        bench.machine.world.nodes["leaf-2"].edit('{"PORT": {"Ethernet0": {"admin_status": "down"}}}', "human")
        status = await bench.ok("intfutil -c status -j")
        assert oper() == "down"
        assert "Ethernet8" in await bench.ok("show interfaces status")

    on_bench(body)


def test_the_identity_is_the_fleets(on_bench):
    async def body(bench):
        summary = json.loads(await bench.ok("show platform summary --json"))
        assert (summary["serial"], summary["hwsku"]) == ("SN0001", "Arista-7060X6-64PE-O128")
        assert await bench.ok("sudo decode-syseeprom -s") == "SN0001\n"
        assert await bench.ok("sudo decode-syseeprom -m") == "00:1c:73:00:00:01\n"
        assert "SONiC Software Version: SONiC.202511" in await bench.ok("show version")

    on_bench(body)


def test_an_impostor_has_another_name_serial_and_mac(on_bench):
    async def body(bench):
        bench.fault(Kind.WRONG_IDENTITY)
        assert await bench.ok("hostname") == "impostor\n"
        assert "SN0001" not in await bench.ok("show platform syseeprom")

    on_bench(body)


def test_a_pfc_storm_is_counted_and_seen(on_bench):
    async def body(bench):
        bench.machine.load({"PFC_WD": {"Ethernet0": {"action": "drop", "detection_time": "200"}}}, "x", "")
        assert "operational" in await bench.ok("pfcwd show stats --check-storm")
        bench.fault(Kind.PFC_STORM, port="Ethernet0")
        await bench.clock.advance(2)
        done = await bench.run("pfcwd show stats --check-storm")
        assert done.code == 1
        assert "stormed" in done.out
        assert "20/19" in done.out

    on_bench(body)


def test_counters_are_json(on_bench):
    async def body(bench):
        assert json.loads(await bench.ok("portstat -j"))["Ethernet0"]["STATE"] == "U"
        fec = json.loads(await bench.ok("show interfaces counters fec-stats -j"))
        assert fec["Ethernet0"]["FEC_UNCORR"] == "0"

    on_bench(body)


def test_an_unknown_show_is_a_usage_error(on_bench):
    async def body(bench):
        assert (await bench.run("show me")).code == 2

    on_bench(body)
