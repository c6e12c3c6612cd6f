"""An out-of-band network of SONiC switches: 1G on twisted pair, before SONiC's own models."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from judges import yang
from judges.units import Rendered

from fabric.pipeline import compile as compile_intent
from fabric.pipeline import open_project, registry

SITE = Path(__file__).parents[2] / "intents/four-fabrics/site.yaml"
CUMULUS = 'platform: cumulus, release: "5.16"'
SONIC = 'platform: sonic, hwsku: ACS-SN2201, release: "202511"'


@pytest.fixture(scope="module")
def databases(tmp_path_factory):
    folder = tmp_path_factory.mktemp("out-of-band")
    others, mark, last = SITE.read_text().partition("    out_of_band: true")
    assert last.count(CUMULUS) == 2
    (folder / "site.yaml").write_text(others + mark + last.replace(CUMULUS, SONIC))
    build = compile_intent(open_project(str(folder)), registry())
    units = (Rendered(build, design, unit) for design, unit in build.units())
    return {unit.name: unit.artifacts["config_db.json"] for unit in units if unit.name.startswith("oob-")}


def test_a_port_of_twisted_pair_has_its_speed_and_is_left_to_negotiate(databases):
    leaf = json.loads(databases["oob-pod1-leaf1"])
    pair, uplink = leaf["PORT"]["Ethernet1"], leaf["PORT"]["Ethernet48"]
    assert {name: pair.get(name) for name in ("speed", "lanes", "index", "alias", "autoneg", "fec")} == {
        "speed": "1000", "lanes": "4", "index": "2", "alias": "etp2", "autoneg": None, "fec": None,
    }  # fmt: skip
    assert {name: uplink.get(name) for name in ("speed", "lanes", "index", "alias", "autoneg", "fec")} == {
        "speed": "100000", "lanes": "192,193,194,195", "index": "49", "alias": "etp49",
        "autoneg": "off", "fec": "rs",
    }  # fmt: skip


def test_the_controllers_share_a_vlan_and_nothing_is_lossless(databases):
    leaf = json.loads(databases["oob-pod1-leaf1"])
    assert leaf["VLAN_INTERFACE"] == {"Vlan10": {}, "Vlan10|172.28.0.1/23": {}}
    assert {row["tagging_mode"] for row in leaf["VLAN_MEMBER"].values()} == {"untagged"}
    assert len(leaf["VLAN_MEMBER"]) == 8
    assert not {"BUFFER_PG", "PFC_WD", "PORT_QOS_MAP"} & set(leaf)


@pytest.mark.judge("yang")
def test_the_models_of_the_release_accept_all_of_it(databases, shared):
    assert shared.exists()
    assert len(databases) == 3
    assert {name: yang.judge(text, "202511") for name, text in databases.items()} == dict.fromkeys(
        databases, ()
    )
