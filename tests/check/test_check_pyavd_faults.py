"""The faults that pyavd was measured to let through: each is found, with file, line and both places."""

from __future__ import annotations

import pytest
from cases.repositories import LEDGER, SITE, base_text, edited, findings, with_texts
from cases.walks import changed

EOS = "eos.cfg"
EXPLICIT = """\
schema: fabric/1
name: small
fabric: {name: backend, transport: roce}
hosts:
  pod1: {count: 2, model: hgx-h200, nics: {backend: {model: connectx-7, count: 2}}}
topology:
  kind: explicit
  rails: 2
  switches:
    leaf1: {role: leaf, model: nvidia-sn5600, platform: cumulus, release: "5.16", rail: 1}
    leaf2: {role: leaf, model: nvidia-sn5600, platform: cumulus, release: "5.16", rail: 2}
    spine1: {role: spine, model: nvidia-sn5600, platform: cumulus, release: "5.16"}
  links:
    - {a: "pod1-host1:1", b: "leaf1:1/1"}
    - {a: "pod1-host1:2", b: "leaf2:1/1"}
    - {a: "pod1-host2:1", b: "leaf1:1/5"}
    - {a: "pod1-host2:2", b: "leaf2:1/5"}
    - {a: "leaf1:33/1", b: "spine1:1/1"}
    - {a: "leaf2:33/1", b: "spine1:1/5"}
"""


def of_intent(*changes, base=None):
    return findings(with_texts({SITE: edited(base or base_text(), *changes)}))


def of_ledger(*changes):
    return findings(with_texts({LEDGER: edited(base_text(LEDGER), *changes)}))


def told(found, code, *words):
    """Assert that a finding of the code has a place and names every place that disagrees."""
    one = next(
        (one for one in found if one.code == code and all(word in one.summary for word in words)), None
    )
    assert one is not None, [f"{f.code} {f.summary}" for f in found]
    assert one.severity == "error"
    assert one.place is not None
    assert one.place.line > 0
    return one


@pytest.mark.parametrize(
    ("change", "code", "word"),
    [
        (("length: 30 m", "length: 30 m, speed: 400g-3"), "INT-004", "400g-3"),
        (("length: 30 m", "length: 30 m, sped: 400G"), "INT-002", "sped"),
    ],
)
def test_a_speed_that_is_none_and_a_key_that_is_none(change, code, word):
    told(of_intent(change), code, word)


def test_a_profile_that_does_not_exist_on_the_links_of_the_fabric():
    found = changed(
        "quickstart", "pod1-leaf1", EOS, ("service-profile FABRIC-400G", "service-profile FABRIC")
    )
    told(found, "HOP-001", "pod1-leaf1", "gives a port no classes", "Ethernet[1-2]/1")
    told(of_intent(("ecn: auto", "ecn: sonic-th5")), "ECN-003", "sonic-th5")


def test_one_host_network_on_two_leaves():
    told(of_ledger(("pod1-leaf2: 2", "pod1-leaf2: 1")), "ALC-002", "`pod1-leaf1`", "`pod1-leaf2`")
    found = changed("quickstart", "pod1-leaf1", EOS, ("ip address 100.64.0.0/31", "ip address 100.64.1.0/31"))
    told(found, "HOP-001", "pod1-leaf1:Ethernet1/1", "100.64.1.0/31", "100.64.0.0/31")


def test_one_node_number_on_two_leaves():
    told(of_ledger(("pod1-leaf2: 2", "pod1-leaf2: 1")), "ALC-002", "number 1", "`pod1-leaf1`", "`pod1-leaf2`")
    found = changed("quickstart", "pod1-leaf1", EOS, ("router-id 10.0.0.1", "router-id 10.0.0.2"))
    told(found, "HOP-001", "pod1-leaf1", "10.0.0.2", "10.0.0.1")


def test_an_uplink_to_a_port_of_the_spine_that_cannot_exist():
    found = of_intent(('b: "spine1:1/5"', 'b: "spine1:999/1"'), base=EXPLICIT)
    assert [one for one in found if "999" in one.summary and "spine1" in one.summary], found
    told(found, next(one.code for one in found if "999" in one.summary), "spine1", "999")


def test_two_leaves_on_one_port_of_a_spine():
    found = of_intent(('b: "spine1:1/5"', 'b: "spine1:1/1"'), base=EXPLICIT)
    told(found, next(one.code for one in found if "spine1" in one.summary and "1/1" in one.summary), "1/1")


def test_one_as_on_a_leaf_and_its_spine():
    text = base_text() + "\naddressing: {first_leaf_asn: 65000, spine_asn: 65001}\n"
    told(findings(with_texts({SITE: text})), "ALC-006", "65001", "65000 to 65003")
    found = changed("quickstart", "pod1-leaf1", EOS, ("router bgp 4200000001", "router bgp 4200000000"))
    told(found, "HOP-001", "pod1-leaf1", "4200000000", "4200000001")
    told(found, "HOP-003", "pod1-leaf1")


def test_pauses_of_priority_3_while_roce_goes_into_class_4():
    moved = (
        "qos map dscp 24 25 26 27 28 29 30 31 to traffic-class 3",
        "qos map dscp 24 25 26 27 28 29 30 31 to traffic-class 4",
    )
    found = changed("quickstart", "pod1-leaf1", EOS, moved)
    told(found, "HOP-001", "pod1-leaf1", "into class 4", "the intent into 3")
    told(found, "HOP-002", "`pod1-leaf1`", "into class 4", "into 3")


def test_marking_that_ends_before_it_begins():
    told(of_intent(("ecn: auto", "ecn: {min: 4 MB, max: 1 MB}")), "QOS-007", "4,000,000", "1,000,000")


def test_shares_that_add_up_to_180():
    told(of_intent(("bandwidth: 20 %", "bandwidth: 100 %")), "QOS-004", "180 %")
