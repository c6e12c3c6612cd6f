"""The device as a whole, without a shell."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from fabric.lab.sonic.startup import read_startup

LENGTH = {"CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m"}}}


AGAIN = {"PORT": {"Ethernet0": {"speed": "400000"}}}


def test_a_loaded_cable_length_comes_back_with_a_profile_nobody_wrote(on_bench):
    async def body(bench):
        bench.machine.load(LENGTH, "admin", "")
        assert bench.machine.db.tables()["BUFFER_PG"] == {
            "Ethernet0|3": {"profile": "pg_lossless_400000_5m_profile"}
        }
        assert bench.commits()[-1].digest == bench.machine.digest()

    on_bench(body)


def test_what_nobody_wrote_stays_gone_until_its_port_is_written_again_or_swss_started(on_bench):
    async def body(bench):
        machine = bench.machine
        machine.load(LENGTH, "admin", "")
        before = machine.db.tables()["BUFFER_PG"]
        assert machine.delete("CABLE_LENGTH|AZURE", None, "admin", "")
        assert machine.db.tables()["BUFFER_PG"] == before
        machine.load(LENGTH, "admin", "")
        assert machine.delete("BUFFER_PG|Ethernet0|3", None, "admin", "")
        assert machine.delete("BUFFER_PROFILE|pg_lossless_400000_5m_profile", None, "admin", "")
        assert "BUFFER_PG" not in machine.db.tables()
        assert await bench.ok("sonic-db-cli APPL_DB KEYS 'BUFFER_PG_TABLE:*'") == ""
        assert machine.load(AGAIN, "admin", "")
        assert machine.db.tables()["BUFFER_PG"] == before
        assert not machine.load(AGAIN, "admin", "")
        assert machine.delete("BUFFER_PG|Ethernet0|3", None, "admin", "")
        await bench.ok("sudo systemctl restart swss")
        await bench.clock.advance(1000)
        assert await bench.ok("sonic-db-cli APPL_DB KEYS 'BUFFER_PG_TABLE:*'") == (
            "BUFFER_PG_TABLE:Ethernet0:3\n"
        )

    on_bench(body)


def test_the_view_changes_as_soon_as_the_configuration_does(on_bench):
    async def body(bench):
        assert bench.machine.view().enabled == {"Ethernet0", "Ethernet8"}
        bench.machine.edit('{"PORT": {"Ethernet8": {"admin_status": "down"}}}', "human")
        assert bench.machine.view().enabled == {"Ethernet0"}

    on_bench(body)


def test_an_edit_that_is_no_configuration_is_refused(on_bench):
    async def body(bench):
        with pytest.raises(ValueError, match="does not hold entries"):
            bench.machine.edit('{"PORT": 1}', "human")
        bench.machine.edit("", "human")
        assert bench.verbs() == ["edit"]

    on_bench(body)


def test_the_routing_mode_is_that_of_the_last_start(on_bench):
    async def body(bench):
        bench.machine.load(
            {"DEVICE_METADATA": {"localhost": {"docker_routing_config_mode": "separated"}}}, "x", ""
        )
        assert bench.machine.view().sessions
        await bench.ok("sudo config save -y && sudo config reload -y")
        await bench.clock.advance(1000)
        assert not bench.machine.view().sessions

    on_bench(body)


FRAMEWORK = {"docker_routing_config_mode": "unified", "frr_mgmt_framework_config": "true"}
TABLES = {
    "DEVICE_METADATA": {"localhost": FRAMEWORK},
    "BGP_GLOBALS": {"default": {"local_asn": "65001"}},
    "BGP_PEER_GROUP": {"default|SPINES": {}},
    "BGP_NEIGHBOR": {"default|Ethernet0": {"asn": "65002", "peer_group_name": "SPINES"}},
}


def test_tables_of_routing_are_what_they_were_when_their_container_started(on_bench):
    async def body(bench):
        machine = bench.machine
        machine.load(TABLES, "x", "")
        assert machine.view().asn == 65001
        await bench.ok("sudo systemctl restart bgp")
        assert not machine.view().sessions
        await bench.clock.advance(1000)
        assert set(machine.view().sessions) == {"Ethernet0"}
        more = {"BGP_NEIGHBOR": {"default|Ethernet8": {"asn": "65002", "peer_group_name": "SPINES"}}}
        machine.load(more | {"INTERFACE": {"Ethernet8": {"ipv6_use_link_local_only": "enable"}}}, "x", "")
        assert set(machine.view().sessions) == {"Ethernet0"}
        await bench.ok("sudo systemctl restart bgp snmp")
        await bench.clock.advance(1000)
        assert set(machine.view().sessions) == {"Ethernet0", "Ethernet8"}

    on_bench(body)


def test_a_container_is_not_started_for_ever(on_bench):
    async def body(bench):
        for _ in range(3):
            await bench.ok("sudo systemctl restart bgp")
        refused = await bench.run("sudo systemctl restart bgp")
        assert (refused.code, "start-limit-hit" in refused.err) == (1, True)
        await bench.ok("sudo systemctl reset-failed bgp")
        await bench.ok("sudo systemctl restart bgp")

    on_bench(body)


def test_a_second_power_cut_while_booting_changes_nothing(on_bench):
    async def body(bench):
        bench.machine.reboot()
        bench.machine.reboot()
        await bench.clock.advance(1000)
        assert bench.verbs() == ["reboot"]

    on_bench(body)


def test_a_device_boots_both_files_or_one_or_none(on_bench):
    async def body(bench):
        lab = bench.machine.lab
        both = read_startup(lab)
        assert both.frr.startswith("frr defaults")
        assert json.loads(both.config_db)["PORT"]
        alone = read_startup(replace(lab, startup=both.config_db))
        assert (json.loads(alone.config_db), alone.frr) == (json.loads(both.config_db), "")
        none = read_startup(replace(lab, startup=""))
        assert json.loads(none.config_db)["DEVICE_METADATA"]["localhost"]["hostname"] == "leaf-1"

    on_bench(body)
