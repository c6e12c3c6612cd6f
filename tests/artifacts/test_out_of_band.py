"""Out-of-band networks of each platform, 1G on twisted pair for controllers and switches, before judges."""

from __future__ import annotations

import json
from functools import cache

import pytest
import yaml
from cases.repositories import ROOT, Layers, Texts, edited
from judges.units import JUDGES, Rendered

from fabric.core.source import Folder
from fabric.pipeline import at, compile, registry  # noqa: A004 - the verb of that stage

INTENT = "intents/four-fabrics/site.yaml"
SHIPPED = 'model: nvidia-sn2201, platform: cumulus, release: "5.16"'
LEAVES = {
    "cumulus": SHIPPED,
    "sonic": 'model: nvidia-sn2201, platform: sonic, hwsku: ACS-SN2201, release: "202511"',
    "eos": 'model: own-7010tx, platform: eos, release: "4.34.1F"',
}
JACKS = {
    "id": "own-7010tx", "vendor": "Arista", "model": "7010TX-48", "asic": "TH5", "protocol": "ethernet",
    "radix": 52, "nos": ["EOS"],
    "names": {"eos": dict.fromkeys(("whole", "split", "single"), "Ethernet{cage}")},
    "cages": [
        {"count": 48, "form_factor": "RJ45", "lanes": 1, "lane_gbps": 1, "max_gbps": 1, "first": 1,
         "breakout": ["1x1000[100,10]"]},
        {"count": 4, "form_factor": "SFP28", "lanes": 1, "lane_gbps": 25, "max_gbps": 25, "first": 49,
         "breakout": ["1x25G[10G]"]},
    ],
    "confidence": "low",
    "source": ["netbox-community/devicetype-library@71b7f411 device-types/Arista/DCS-7010TX-48-F.yaml"],
}  # fmt: skip
"""A switch that a site adds, as the catalog has none of EOS with jacks; its ASIC is told nowhere."""


@cache
def units(platform):
    others, mark, last = (ROOT / INTENT).read_text().partition("    out_of_band: true")
    said = others + mark + edited(last, (SHIPPED, LEAVES[platform]))
    said = edited(said, (mark, f"    manages: [all]\n{mark}"))
    if platform == "eos":
        said = edited(said, ("{both: 100G-CR4, length: 3 m}", "{speed: 25G, length: 3 m}"))
    held = {INTENT: said, "inventory/catalog/jacks.yaml": yaml.safe_dump({"switches": [JACKS]})}
    build = compile(at(Layers((Texts(held), Folder(ROOT))), "intents/four-fabrics"), registry())
    made = ((design, unit) for design, unit in build.units() if unit.name.startswith("oob-"))
    return tuple(Rendered(build, design, unit) for design, unit in made)


def test_a_port_of_twisted_pair_has_its_speed_and_is_left_to_negotiate():
    leaf = json.loads(units("sonic")[0].artifacts["config_db.json"])
    pair, uplink = leaf["PORT"]["Ethernet1"], leaf["PORT"]["Ethernet48"]
    assert {name: pair.get(name) for name in ("speed", "lanes", "index", "alias", "autoneg", "fec")} == {
        "speed": "1000", "lanes": "4", "index": "2", "alias": "etp2", "autoneg": None, "fec": None,
    }  # fmt: skip
    assert {name: uplink.get(name) for name in ("speed", "lanes", "index", "alias", "autoneg", "fec")} == {
        "speed": "100000", "lanes": "192,193,194,195", "index": "49", "alias": "etp49",
        "autoneg": "off", "fec": "rs",
    }  # fmt: skip


def test_a_port_of_twisted_pair_negotiates_on_eos_too_and_has_no_fec():
    lines = units("eos")[0].artifacts["eos.cfg"].split("interface ")
    (port,) = (block.splitlines() for block in lines if block.startswith("Ethernet48\n"))
    assert port[1:4] == [
        "   description fe-pod1-leaf1 eth0",
        "   speed auto 1gfull",
        "   switchport access vlan 10",
    ]


def test_a_port_without_a_cable_is_shut():
    ports = {unit.name: json.loads(unit.artifacts["config_db.json"])["PORT"] for unit in units("sonic")}
    assert {len(rows) for rows in ports.values()} == {52}
    leaf = ports["oob-pod1-leaf1"]
    shown = ("admin_status", "speed", "lanes", "autoneg", "fec")
    assert [leaf["Ethernet35"].get(name) for name in shown] == ["down", "1000", "140", None, None]
    assert [leaf["Ethernet60"].get(name) for name in shown] == [
        "down", "100000", "204,205,206,207", "off", "rs",
    ]  # fmt: skip


def test_controllers_and_switches_share_a_vlan_and_nothing_is_lossless():
    leaf = json.loads(units("sonic")[0].artifacts["config_db.json"])
    assert leaf["VLAN_INTERFACE"] == {"Vlan10": {}, "Vlan10|172.28.0.1/23": {}}
    assert {row["tagging_mode"] for row in leaf["VLAN_MEMBER"].values()} == {"untagged"}
    assert len(leaf["VLAN_MEMBER"]) == 8 + 12
    assert not {"BUFFER_PG", "PFC_WD", "PORT_QOS_MAP"} & set(leaf)


BEFORE = (("cumulus", "startup.yaml"), ("sonic", "config_db.json"), ("sonic", "frr.conf"), ("eos", "eos.cfg"))


@pytest.mark.parametrize(
    ("platform", "artifact"),
    [pytest.param(*pair, marks=pytest.mark.judge(JUDGES[pair[1]][0])) for pair in BEFORE],
)
def test_the_judge_of_the_platform_accepts_all_of_it(platform, artifact):
    ask = JUDGES[artifact][1]
    assert len(units(platform)) == 3
    assert {unit.name: ask(unit) for unit in units(platform)} == {unit.name: () for unit in units(platform)}
