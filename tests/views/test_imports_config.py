"""Files of running configurations: whose they are, and every mistake with its line."""

from __future__ import annotations

import json

import pytest
from cases.repositories import Texts, everything

from fabric.cli.import_live import hears
from fabric.core.diagnostic import FabricError
from fabric.views.imports_config import read_running
from fabric.views.imports_strangers import stranger

EOS = "! device: leaf1 (DCS-7060X6-64PE-F, EOS-4.34.1F)\n!\nhostname leaf1\n!\nno aaa root\n!\nend\n"
SONIC = json.dumps(
    {"DEVICE_METADATA": {"localhost": {"hostname": "leaf2", "hwsku": "X"}}, "PORT": {}}, indent=1
)
FRR = "frr version 10.4\nrouter bgp 65001\n bgp router-id 10.0.0.2\nexit\n"
NVUE = """\
- header:
    version: Cumulus Linux 5.16.1
    model: SN5600
- set:
    system: {hostname: spine1}
"""
LLDP = json.dumps(
    {
        "lldpNeighbors": {
            "Ethernet1/1": {
                "lldpNeighborInfo": [
                    {"systemName": "spine1", "neighborInterfaceInfo": {"interfaceId_v2": "swp1"}}
                ]
            }
        }
    }
)


def read(**files):
    held = {name.replace("__", "/").replace("_dot_", "."): text for name, text in files.items()}
    return read_running(Texts(held), everything().platforms, hears)


def refused(**files):
    with pytest.raises(FabricError) as failure:
        read(**files)
    return [f"{one.place}: [{one.code}] {one.summary}" for one in failure.value.diagnostics]


def test_a_folder_or_a_name_holds_the_files_of_a_device_whatever_they_are_called():
    found = read(a__running=EOS, leaf2_dot_config_db_dot_json=SONIC, leaf2_dot_frr=FRR, s_dot_yaml=NVUE)
    assert [(one.name, one.platform) for one in found] == [
        ("leaf1", "eos"), ("leaf2", "sonic"), ("spine1", "cumulus"),
    ]  # fmt: skip
    assert (found[0].facts.model, found[0].facts.release) == ("7060X6-64PE", "4.34.1F")
    assert (found[1].facts.asn, found[1].facts.hwsku) == (65001, "X")
    assert (found[2].facts.model, found[2].facts.release) == ("SN5600", "5.16")


def test_what_lldp_heard_stands_beside():
    found = read(leaf1_dot_cfg=EOS, leaf1_dot_lldp_dot_json=LLDP)
    assert found[0].heard == {"Ethernet1/1": ("spine1", "swp1")}
    assert refused(leaf1_dot_cfg=EOS, leaf1_dot_lldp_dot_json=LLDP[:-4]) == [
        "leaf1.lldp.json:1:134: [IMP-005] this is not JSON: expecting ',' delimiter"
    ]


def test_every_file_that_is_none_is_told_with_its_line():
    assert refused(
        a_dot_cfg=EOS, b_dot_json=SONIC[:60], c_dot_cfg="feature bgp\nhostname n9k\n", d_dot_txt="x"
    ) == [
        "b.json:4:16: [IMP-005] this is not JSON: unterminated string starting at",
        "c.cfg:1:1: [IMP-005] this is a configuration of Cisco NX-OS, which is not known here",
        "d.txt:1:1: [IMP-005] this is no configuration of a platform that is known here",
    ]


def test_a_yaml_that_breaks_off_is_told_where():
    assert refused(a_dot_yaml=NVUE.replace("{hostname: spine1}", "{hostname: [")) == [
        "a.yaml:6:1: [IMP-005] this cannot be read: did not find expected node content"
    ]


def test_two_devices_of_one_name_are_told_at_the_second():
    assert refused(
        a_dot_cfg=EOS, b_dot_cfg=EOS.replace("leaf1 (", "LEAF1 (").replace("e leaf1", "e LEAF1")
    ) == ["b.cfg:3:1: [IMP-006] two devices are called `LEAF1`"]


def test_a_device_has_the_files_of_one_platform_and_all_it_needs():
    assert refused(a__x=EOS, a__y=NVUE) == ["a/y:1:1: [IMP-005] `a/x` is there for this device already"]
    assert refused(a__frr=FRR) == ["a/frr:1:1: [IMP-005] `config_db.json` of this device is missing"]
    assert refused(a__db='{"PORT": {"Ethernet0": "up"}}') == [
        "a/db:1:2: [IMP-005] this cannot be read: table `PORT` is an object of rows, each an object of fields"
    ]


def test_a_value_that_is_none_is_told_where_it_stands():
    port = {"admin_status": "up", "speed": "fast"}
    slow = json.dumps(json.loads(SONIC) | {"PORT": {"Ethernet0": port}}, indent=1)
    assert refused(a__db=slow, a__frr=FRR) == [
        "a/db:11:13: [IMP-005] this cannot be read: `fast` is no number"
    ]
    assert refused(a_dot_cfg=EOS.replace("no aaa root", "router bgp fish")) == [
        "a.cfg:5:12: [IMP-005] this cannot be read: `fish` is no number"
    ]


def test_a_file_that_was_cut_is_told_once():
    assert refused(a_dot_cfg=EOS.removesuffix("end\n")) == [
        "a.cfg:7:1: [IMP-005] this cannot be read: it is cut, `end` is missing at line 7, column 1"
    ]
    assert refused(a__db='{"PORT": {', a__frr=FRR) == [
        "a/db:1:11: [IMP-005] this is not JSON: expecting property name enclosed in double quotes"
    ]


def test_an_empty_folder_is_told():
    assert refused() == ["None: [IMP-005] there is no configuration in `memory`"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("system {\n    host-name r1;\n}\n", "Juniper Junos"),
        ("set system host-name r1\n", "Juniper Junos"),
        ("hostname a\ninterface GigabitEthernet0/1\n", "Cisco IOS"),
        ("auto swp1\niface swp1\n", "Cumulus Linux before NVUE"),
        (EOS, ""), (FRR, ""), (NVUE, ""), (SONIC, ""),
    ],
)  # fmt: skip
def test_strangers_are_called_by_their_name(text, name):
    assert stranger(text) == name
