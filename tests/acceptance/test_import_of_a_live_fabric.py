"""Devices of an inventory are read and become an intent with nothing to change; not a line of them moves."""

import json

from floor import lay_out


def test_a_live_fabric_is_imported_from_its_devices(tmp_path):
    made = lay_out(tmp_path / "floor")
    made.boot()
    try:
        assert made.plan().code == 0
        assert made.here("apply", made.plan_file, *made.devices).code == 0
        site = tmp_path / "new" / "intents" / "taken"
        (tmp_path / "new" / "inventory").mkdir(parents=True)
        words = ("--set", "host=hgx-h200", "--set", "nic=connectx-7")
        ended = made.here("import", "config", "--inventory", made.inventory, "-o", site, *words)
        assert (ended.code, ended.out.count("everything is managed")) == (0, 4), ended.out
        hosts = (tmp_path / "new" / "inventory" / "taken" / "hosts.yaml").read_text()
        assert hosts.count("serial: ") == 4
        drift = made.here("drift", site, "--inventory", made.inventory, "--format", "json")
        assert (drift.code, json.loads(drift.out)["groups"]) == (0, []), drift.talk
    finally:
        made.close()
