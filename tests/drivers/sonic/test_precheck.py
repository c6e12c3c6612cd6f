"""What would take the routing mode away at the next reload."""

from __future__ import annotations

import json

import pytest

from fabric.drivers.sonic.precheck import lost


def said(mode):
    row = {"docker_routing_config_mode": mode} if mode else {}
    return json.dumps({"DEVICE_METADATA": {"localhost": row}})


@pytest.mark.parametrize(
    ("running", "output", "why"),
    [
        ("unified", "\n", ""),
        ("", "minigraph\n\n", ""),
        ("unified", f"\n{said('unified')}", ""),
        ("unified", f"minigraph\n\n{said('unified')}", ""),
        ("split-unified", "minigraph\n\n", "does not say it, and there is `/etc/sonic/minigraph.xml`"),
        ("split-unified", f"\n{said('')}", "`/etc/sonic/golden_config_db.json` does not say it; write"),
        ("unified", f"minigraph\n\n{said('separated')}", "says `separated`, and there is"),
        ("unified", "\n[]", "does not say it"),
    ],
)
def test_the_golden_configuration_has_to_name_the_mode_where_there_is_a_source(running, output, why):
    found = lost({"config_db.json": said(running)}, output)
    assert why in found
    assert bool(found) == bool(why)


def test_a_golden_configuration_that_is_no_json_is_an_error():
    with pytest.raises(ValueError, match="Expecting"):
        lost({"config_db.json": said("unified")}, "\n{")
