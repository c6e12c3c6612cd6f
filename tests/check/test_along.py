"""Rules along a path find what one changed artifact breaks, and nothing in what is shipped."""

from __future__ import annotations

import re

import pytest
from cases.repositories import ROOT
from cases.walks import changed, unchanged
from check.test_along_dpus import CODES as OF_DPUS

from fabric.check.along import RULES

SMALL, LARGE = "quickstart", "clos3-64"
EOS, SONIC, FRR, NVUE, NIC = "eos.cfg", "config_db.json", "frr.conf", "startup.yaml", "apply.sh"
MAP = '"24": "3",'


@pytest.mark.parametrize("intent", [SMALL, "roce-256", LARGE, "planes-32", "mesh-64"])
def test_artifacts_of_a_shipped_intent_agree_with_each_other_and_with_the_intent(intent):
    assert unchanged(intent) == ()


def test_nics_that_no_tool_is_known_for_are_named():
    found = unchanged("mixed-400-800")
    assert {(one.code, one.severity) for one in found} == {("HOP-012", "warning")}
    assert all("set no classes on its NICs" in one.summary for one in found)


def line(key, old, new):
    return (f"{key}{old}", f"{key}{new}")


# ruff: noqa: E501 - a fault is a row of this table
FAULTS = [
    ("HOP-001", SMALL, "pod1-leaf1", EOS, line("qos trust ", "dscp", "cos"), "does not trust"),
    ("HOP-001", SMALL, "spine1", EOS, line("minimum-threshold ", "150000", "15000"), "marks queue 3 from 15000"),
    ("HOP-001", SMALL, "pod1-leaf1", EOS, line("ingress headroom ", "", "1"), "has headroom of"),
    ("HOP-001", SMALL, "spine1", EOS, line("bandwidth percent ", "80", "60"), "gives queues the shares"),
    ("HOP-001", SMALL, "pod1-leaf2", FRR, line("remote-as ", "4200000000", "4200000009"), "expects at its far"),
    ("HOP-001", LARGE, "pod1-spine1", NVUE, line("hash-seed: ", "22", "11"), "has the hash seed 11"),
    ("HOP-001", LARGE, "pod1-spine1", NVUE, line("robustness: ", "2", "9"), "calls a pause of"),
    ("HOP-001", LARGE, "pod1-spine1", NVUE, line("source-port: ", "enabled", "disabled"), "hashes over"),
    ("HOP-002", SMALL, "pod1-leaf2", SONIC, (MAP, '"24": "0",'), "class 0, `"),
    ("HOP-002", SMALL, "pod1-leaf2", SONIC, (MAP, ""), "the map is not total"),
    ("HOP-003", SMALL, "pod1-leaf1", EOS, line("mtu ", "9214", "9000"), "at the other end"),
    ("HOP-010", SMALL, "pod1-host1", NIC, ("--pfc 0,0,0,1", "--pfc 0,0,0,0"), "disagree on the priorities"),
    ("HOP-003", SMALL, "pod1-leaf1", EOS, line("priority-flow-control priority ", "3", "4"), "pauses priorities [4]"),
    ("HOP-004", SMALL, "pod1-leaf2", SONIC, line('"Ethernet256": "', "40m", "5m"), "takes headroom for 5 m"),
    ("HOP-004", LARGE, "pod1-spine1", NVUE, line("cable-length: ", "100", "30"), "takes headroom for 30 m"),
    ("HOP-005", SMALL, "pod1-leaf2", SONIC, ('"pfc_to_queue_map": "FABRIC"', '"pfc_to_queue_map": "NONE"'), "stops queue -1"),
    ("HOP-005", LARGE, "pod1-spine1", NVUE, line("traffic-class: ", "6", "3"), "of lossless class 3"),
    ("HOP-005", SMALL, "pod1-leaf1", EOS, ("Ethernet33/1\n", "Ethernet33/1\n   flowcontrol receive on\n"), "pauses whole links"),
    ("HOP-005", SMALL, "pod1-host1", NIC, ("rx off tx off\n", "rx on tx on\n"), "pauses whole links"),
    ("HOP-011", SMALL, "pod1-host1", NIC, line('cma_roce_tos -d "$rdma" -t ', "106", "104"), "heeds no marks"),
    ("HOP-011", SMALL, "pod1-host1", NIC, line('cma_roce_tos -d "$rdma" -t ', "106", "42"), "which is in lossy class 0"),
    ("HOP-011", SMALL, "pod1-host1", NIC, line('roce_np/cnp_dscp" ', "48", "26"), "which is in a lossless class"),
    ("HOP-006", SMALL, "pod1-leaf2", SONIC, ('"POLL_INTERVAL": "200"', '"POLL_INTERVAL": "800"'), "polls every 800 ms"),
    ("HOP-007", SMALL, "spine1", EOS, line("ingress headroom ", "", "1"), "of the same kind"),
    ("HOP-007", LARGE, "pod1-spine1", NVUE, line("detect-multiplier: ", "3", "4"), "of the same kind"),
    ("HOP-008", SMALL, "pod1-leaf1", EOS, ("Ethernet33/1\n", "Ethernet33/1\n   shutdown\n"), "of the same kind"),
    ("HOP-009", SMALL, "pod1-leaf2", FRR, line(" ge ", "31", "30"), "from /30 to /31"),
    ("HOP-009", SMALL, "pod1-leaf1", EOS, ("redistribute connected route-map", "redistribute static route-map"), "leaves out"),
    ("HOP-010", SMALL, "spine1", EOS, line("mtu ", "9214", "large"), "cannot be read back"),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault[0]} {fault[-1]}")
def test_a_changed_artifact_is_found(fault):
    code, intent, unit, artifact, change, said = fault
    findings = changed(intent, unit, artifact, change)
    assert [one for one in findings if one.code == code and said in one.summary], [
        f"{one.code} {one.summary}" for one in findings
    ]
    assert all(unit in one.summary for one in findings)


def test_every_rule_is_shown_to_find_something():
    files = [*(ROOT / "fabric/check/along").glob("*.py"), ROOT / "fabric/pipeline/walking.py"]
    codes = {code for file in files for code in re.findall(r'"(HOP-\d{3})"', file.read_text())}
    assert codes == {code for code, *_ in FAULTS} | {"HOP-012", *OF_DPUS}


def test_every_rule_opens_with_its_code():
    assert [rule.__name__ for rule in RULES if not re.match(r"HOP-\d{3}: ", rule.__doc__ or "")] == []
