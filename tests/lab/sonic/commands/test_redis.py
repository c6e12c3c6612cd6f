"""`sonic-db-cli` and `sonic-cfggen`."""

from __future__ import annotations

import ast
import json


def test_a_field_is_set_and_deleted_and_the_last_one_takes_the_entry(on_bench):
    async def body(bench):
        assert await bench.ok("sonic-db-cli CONFIG_DB HSET 'SCHEDULER|A' type DWRR weight 10") == "2\n"
        assert bench.machine.db.table("SCHEDULER") == {"A": {"type": "DWRR", "weight": "10"}}
        assert await bench.ok("sonic-db-cli CONFIG_DB HDEL 'SCHEDULER|A' weight") == "1\n"
        assert await bench.ok("sonic-db-cli CONFIG_DB HDEL 'SCHEDULER|A' type") == "1\n"
        assert "SCHEDULER" not in bench.machine.db.tables()
        assert bench.verbs() == ["load", "delete", "delete"]

    on_bench(body)


def test_an_entry_is_deleted_once(on_bench):
    async def body(bench):
        assert await bench.ok("sonic-db-cli CONFIG_DB DEL 'DSCP_TO_TC_MAP|AI'") == "1\n"
        assert await bench.ok("sonic-db-cli CONFIG_DB DEL 'DSCP_TO_TC_MAP|AI'") == "0\n"
        assert bench.verbs() == ["delete"]

    on_bench(body)


def test_redis_holds_lists_with_an_at_sign_and_empty_entries_as_null(on_bench):
    async def body(bench):
        bench.machine.load(
            {"ACL_TABLE": {"T": {"ports": ["Ethernet0", "Ethernet8"]}}, "VRF": {"Vrf1": {}}}, "x", ""
        )
        row = ast.literal_eval(await bench.ok("sonic-db-cli CONFIG_DB HGETALL 'ACL_TABLE|T'"))
        assert row == {"ports@": "Ethernet0,Ethernet8"}
        assert await bench.ok("sonic-db-cli CONFIG_DB HGETALL 'VRF|Vrf1'") == "{'NULL': 'NULL'}\n"
        assert await bench.ok("sonic-db-cli CONFIG_DB HKEYS 'ACL_TABLE|T'") == "ports@\n"
        assert await bench.ok("sonic-db-cli CONFIG_DB HKEYS 'VRF|Vrf1'") == "NULL\n"
        assert await bench.ok("sonic-db-cli CONFIG_DB HKEYS 'VRF|Vrf2'") == "\n"
        assert await bench.ok("sonic-db-cli CONFIG_DB HEXISTS 'ACL_TABLE|T' 'ports@'") == "True\n"
        assert json.loads(await bench.ok("sonic-cfggen -d --var-json VRF")) == {"Vrf1": {}}
        assert bench.machine.db.tables()["ACL_TABLE"]["T"]["ports"] == ["Ethernet0", "Ethernet8"]

    on_bench(body)


def test_keys_are_found_by_wildcard(on_bench):
    async def body(bench):
        assert await bench.ok("sonic-db-cli CONFIG_DB KEYS 'PORT|*'") == "PORT|Ethernet0\nPORT|Ethernet8\n"

    on_bench(body)


def test_one_value_is_printed(on_bench):
    async def body(bench):
        assert await bench.ok("sonic-cfggen -d -v DEVICE_METADATA.localhost.hostname") == "leaf-1\n"
        assert await bench.ok("sonic-db-cli APPL_DB HGET PORT_TABLE:Ethernet0 oper_status") == "up\n"

    on_bench(body)
