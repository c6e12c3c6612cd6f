"""A switch that a site adds to the catalog is rendered with its own names, lanes and chip."""

from __future__ import annotations

import json

import pytest
import yaml
from cases.designs import LEAF
from cases.repositories import base_with, compiled

from fabric.catalog import load_catalog

MODEL = "own-7060x6"
EOS = f'leaf: {{model: {MODEL}, platform: eos, release: "4.34.1F", per: rail, uplinks: 4}}'
SONIC = (
    f'leaf: {{model: {MODEL}, platform: sonic, hwsku: Own-7060X6-O128, release: "202511", per: rail,'
    " uplinks: 4}"
)


def additions():
    """Return a catalog file with a 7060X6 whose ports and board are others than those of the shipped one."""
    shipped = load_catalog().switch("arista-7060x6-64pe").model_dump(mode="json", exclude_unset=True)
    board = {
        "platform": "x86_64-own_7060x6",
        "alias": {"whole": "port{cage}", "split": "port{cage}{letter}"},
        "first_lanes": [1001 + 8 * cage for cage in range(66)],
    }
    own = shipped | {
        "id": MODEL,
        "names": {
            "eos": {"whole": "Ethernet5/{cage}/1", "split": "Ethernet5/{cage}/{lane}"},
            "sonic": {"whole": "Ethernet{number}", "split": "Ethernet{number}"},
        },
        "sonic": board,
    }
    own["cages"][0]["sonic"] = {"first": 1, "step": 8}
    sku = {
        "hwsku": "Own-7060X6-O128",
        "switch": MODEL,
        "same_as": "Arista-7060X6-64PE-O128S2",
        "confidence": "high",
        "source": ["the site"],
    }
    return yaml.safe_dump({"switches": [own], "hwskus": [sku]})


@pytest.fixture(scope="module")
def artifacts():
    def of_leaf(words):
        source = base_with(
            (LEAF, words),
            ("routing:\n", "routing:\n  ecmp: {seed: equal}\n"),
            **{"inventory/catalog/own.yaml": additions()},
        )
        build = compiled(source)
        leaf = next(unit for _, unit in build.units() if unit.name == "pod1-leaf1")
        return {artifact.name: artifact.text for artifact in build.artifacts(leaf)}

    return of_leaf


def test_eos_names_the_ports_of_the_switch(artifacts):
    ports = [line for line in artifacts(EOS)["eos.cfg"].splitlines() if line.startswith("interface Eth")]
    assert ports[:2] == ["interface Ethernet5/1/1", "interface Ethernet5/1/5"]
    assert all(port.startswith("interface Ethernet5/") for port in ports)


def test_sonic_has_the_names_and_lanes_of_the_board(artifacts):
    database = json.loads(artifacts(SONIC)["config_db.json"])
    facts = {
        name: (row["lanes"], row["alias"])
        for name, row in database["PORT"].items()
        if name in {"Ethernet1", "Ethernet5", "Ethernet505"}
    }
    assert facts == {
        "Ethernet1": ("1001,1002,1003,1004", "port1a"),
        "Ethernet5": ("1005,1006,1007,1008", "port1b"),
        "Ethernet505": ("1505,1506,1507,1508", "port64a"),
    }
    assert len(database["PORT"]) == 128
    assert database["DEVICE_METADATA"]["localhost"]["platform"] == "x86_64-own_7060x6"


def test_frr_has_its_sessions_on_the_ports_of_the_switch(artifacts):
    sessions = artifacts(SONIC)["frr.conf"]
    assert " neighbor Ethernet257 interface" in sessions
    assert " neighbor Ethernet256 interface" not in sessions
