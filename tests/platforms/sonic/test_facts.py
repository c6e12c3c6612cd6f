"""What a running configuration of this platform says of its network."""

from __future__ import annotations

import json
from ipaddress import IPv4Address, IPv4Interface

import pytest

from fabric.device.facts import PortFacts, Reach
from fabric.platforms.sonic.facts import facts, recognised

TABLES = {
    "DEVICE_METADATA": {"localhost": {"hostname": "leaf2", "hwsku": "X-128", "bgp_asn": "65102"}},
    "VERSIONS": {"DATABASE": {"VERSION": "version_202511_01"}},
    "PORT": {
        "Ethernet0": {"admin_status": "up", "speed": "400000", "alias": "etp1a", "description": "gpu1 nic1"},
        "Ethernet4": {"admin_status": "down", "speed": "400000"},
        "Ethernet8": {"admin_status": "up"},
    },
    "INTERFACE": {"Ethernet0": {}, "Ethernet0|10.0.0.0/31": {}, "Ethernet0|fc00::1/126": {}},
    "LOOPBACK_INTERFACE": {"Loopback0": {}, "Loopback0|10.254.0.2/32": {}},
    "PORTCHANNEL_MEMBER": {"PortChannel1|Ethernet8": {}},
    "DEVICE_NEIGHBOR": {"Ethernet0": {"name": "gpu1", "port": "rail1"}, "Ethernet8": {"name": "x"}},
    "MGMT_INTERFACE": {"eth0|10.1.0.9/24": {"gwaddr": "10.1.0.1"}},
    "NTP_SERVER": {"10.9.0.1": {}, "pool.example": {}},
    "DNS_OPTIONS": {"GLOBAL": {"search": ["dc.example"]}},
    "QUEUE": {"Ethernet0|3": {"scheduler": "ROCE"}, "Ethernet0|0-2": {"scheduler": "REST"}},
}
FRR = """\
frr version 10.4
router bgp 65103
 neighbor Ethernet8 interface remote-as external
exit
bfd
 profile P
  detect-multiplier 4
  receive-interval 150
"""


def test_a_database_and_frr_say_who_where_and_with_whom():
    found = facts({"config_db.json": json.dumps(TABLES), "frr.conf": FRR})
    assert (found.hostname, found.hwsku, found.release) == ("leaf2", "X-128", "202511")
    assert (found.asn, found.loopback, found.bfd) == (65103, IPv4Address("10.254.0.2"), (150, 4))
    assert found.ports == {
        "Ethernet0": PortFacts(
            gbps=400, alias="etp1a", description="gpu1 nic1", address=IPv4Interface("10.0.0.0/31"),
            neighbor=("gpu1", "rail1"),
        ),
        "Ethernet8": PortFacts(session=True, bundle="PortChannel1"),
    }  # fmt: skip
    assert found.reach == Reach(
        management=IPv4Interface("10.1.0.9/24"), gateway=IPv4Address("10.1.0.1"), domain="dc.example",
        ntp=(IPv4Address("10.9.0.1"),),
    )  # fmt: skip
    assert found.queue_names == {3: "ROCE"}


def test_without_frr_the_database_knows_the_as():
    found = facts({"config_db.json": json.dumps({"DEVICE_METADATA": TABLES["DEVICE_METADATA"]})})
    assert (found.asn, found.loopback, found.bfd, found.reach) == (65102, None, None, Reach())


def test_a_value_that_is_none_is_refused():
    with pytest.raises(ValueError, match="row"):
        facts({"config_db.json": '{"PORT": []}'})


@pytest.mark.parametrize(
    ("text", "artifact"),
    [
        (json.dumps(TABLES), "config_db.json"),
        (FRR, "frr.conf"),
        ('{"system": {}}', None),
        ("hostname a\n", None),
    ],
)
def test_a_text_is_known_by_what_only_this_platform_has(text, artifact):
    assert recognised(text) == artifact
