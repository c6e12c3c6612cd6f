"""What a running configuration of this platform says of its network."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Interface

import pytest

from fabric.device.facts import PortFacts, Reach
from fabric.platforms.cumulus.facts import facts, recognised

CURRENT = """\
- header: {model: SN5600, version: Cumulus Linux 5.16.1}
- set:
    system:
      hostname: spine1
      aaa:
        user: {cumulus: {role: x}, ops: {role: system-admin}, noc: {role: nvue-monitor}}
        tacacs: {server: {10.9.0.5: {port: 49}}}
      ntp: {server: {10.9.0.1: {iburst: enabled}}}
      dns: {domain: dc.example, server: {10.9.0.2: {vrf: mgmt}}}
      syslog: {server: {10.9.0.4: {port: 514}}}
    interface:
      eth0: {ipv4: {address: {10.1.0.9/24: {}}, gateway: {10.1.0.1: {}}}}
      lo: {ipv4: {address: {10.254.0.9/32: {}}}, ipv6: {address: {fc00::9/128: {}}}}
      bond1: {bond: {member: {swp2: {}}}, type: bond}
      swp1: {link: {breakout: {2x: {}}}}
      swp1s0-1: {description: leaf1, link: {speed: 400G}}
      swp2: {link: {speed: 1.6T}, ipv4: {address: {10.0.0.0/31: {}}}}
    router:
      bfd: {profile: {fabric: {detect-multiplier: 3, min-rx-interval: 300}}}
      bgp: {autonomous-system: 65100}
    vrf: {default: {router: {bgp: {neighbor: {swp1s0: {type: unnumbered}}}}}}
"""
LEGACY = """\
{"interface": {"lo": {"ip": {"address": {"10.0.0.1/32": {}}}}},
 "service": {"ntp": {"mgmt": {"server": {"10.9.0.1": {}}}}}}
"""


def test_a_startup_file_says_who_where_and_with_whom():
    found = facts({"startup.yaml": CURRENT})
    assert (found.hostname, found.model, found.release) == ("spine1", "SN5600", "5.16")
    assert (found.asn, found.loopback, found.bfd) == (65100, IPv4Address("10.254.0.9"), (300, 3))
    assert found.ports == {
        "swp1s0": PortFacts(gbps=400, description="leaf1", session=True),
        "swp1s1": PortFacts(gbps=400, description="leaf1"),
        "swp2": PortFacts(gbps=1600, address=IPv4Interface("10.0.0.0/31"), bundle="bond1"),
    }
    assert found.reach == Reach(
        management=IPv4Interface("10.1.0.9/24"), gateway=IPv4Address("10.1.0.1"), domain="dc.example",
        ntp=(IPv4Address("10.9.0.1"),), dns=(IPv4Address("10.9.0.2"),), syslog=(IPv4Address("10.9.0.4"),),
        users=("ops",), lesser=("noc",), tacacs=(IPv4Address("10.9.0.5"),),
    )  # fmt: skip


def test_the_object_of_rest_in_the_old_dialect_is_read_too():
    found = facts({"startup.yaml": LEGACY})
    assert (found.loopback, found.reach.ntp, found.model) == (
        IPv4Address("10.0.0.1"),
        (IPv4Address("10.9.0.1"),),
        "",
    )


def test_an_address_that_is_none_is_refused():
    with pytest.raises(ValueError, match=r"1\.2"):
        facts({"startup.yaml": '{"interface": {"lo": {"ip": {"address": {"1.2": {}}}}}}'})


@pytest.mark.parametrize(
    ("text", "artifact"),
    [(CURRENT, "startup.yaml"), (LEGACY, "startup.yaml"), ('{"PORT": {}}', None), ("hostname a\n", None)],
)
def test_a_text_is_known_by_what_only_this_platform_has(text, artifact):
    assert recognised(text) == artifact
