"""How much a change of EOS disturbs, and what is ours."""

from __future__ import annotations

import pytest

from fabric.core.tree import Edit, diff
from fabric.platforms.eos import PLATFORM
from fabric.platforms.form import ChangeClass

PORT = "interface Ethernet1/1"
PROFILE = "qos profile FABRIC-400G"
CASES = [
    ((PORT, "description"), "a", "b", ChangeClass.COSMETIC),
    ((PORT, "mtu"), "9000", "9214", ChangeClass.TUNING),
    ((PORT, "speed"), "400g-4", "800g-8", ChangeClass.LINK_FLAP),
    ((PORT, "ip address"), None, "10.0.0.0/31", ChangeClass.ADDITIVE),
    ((PORT, "ip address"), "10.0.0.0/31", None, ChangeClass.SESSION_RESET),
    ((PORT, "service-profile"), None, "FABRIC-400G", ChangeClass.BUFFER_REPROGRAM),
    ((PROFILE, "uc-tx-queue 3", "random-detect ecn minimum-threshold"), "a", "b", ChangeClass.TUNING),
    ((PROFILE, "priority-flow-control priority 3 no-drop"), "", None, ChangeClass.BUFFER_REPROGRAM),
    (("router bgp",), "65001", "65002", ChangeClass.IDENTITY),
    (("router bgp", "neighbor interface Ethernet1/1"), None, "peer-group S", ChangeClass.ADDITIVE),
    (("router bgp", "neighbor interface Ethernet1/1"), "a", "b", ChangeClass.SESSION_RESET),
    (("router bgp", "neighbor 10.0.0.1 remote-as"), "65100", "65200", ChangeClass.SESSION_RESET),
    (("interface Loopback0", "ip address"), "a", "b", ChangeClass.IDENTITY),
    (("hostname",), "a", "b", ChangeClass.IDENTITY),
    (("ntp server vrf MGMT 10.0.0.1",), None, "iburst", ChangeClass.ADDITIVE),
    (("qos map dscp 24",), "to traffic-class 3", "to traffic-class 0", ChangeClass.TUNING),
    (("nobody knows",), "", None, ChangeClass.TUNING),
]


@pytest.mark.parametrize(("path", "old", "new", "wanted"), CASES)
def test_an_edit_has_its_class(path, old, new, wanted):
    assert PLATFORM.classify(Edit(path, old, new)) is wanted


@pytest.mark.parametrize(
    "path",
    [
        ("interface Management1", "ip address"),
        (PORT, "ip access-group X"),
        ("ip prefix-list CUSTOMER",),
        ("qos profile SOMEBODYS", "qos trust"),
        ("router bgp", "neighbor 10.0.0.1", "remote-as"),
        ("router bgp", "vrf BLUE"),
        ("username admin", "!secret"),
        ("router ospf 1",),
    ],
)
def test_a_path_is_not_ours(path):
    assert not PLATFORM.owned(path)


@pytest.mark.parametrize(
    "path", [(PORT, "mtu"), (PROFILE, "qos trust"), ("router bgp", "router-id"), ("username admin",)]
)
def test_a_path_is_ours(path):
    assert PLATFORM.owned(path)


def test_a_public_key_hides_no_account_and_is_not_ours():
    account = "username admin privilege 15 role network-admin secret sha512 $6$x\n"
    ours = PLATFORM.parse({"eos.cfg": f"{account}end\n"})
    live = PLATFORM.parse({"eos.cfg": f"{account}username admin ssh-key ssh-rsa AAAA me@noc\nend\n"})
    assert list(diff(live, ours, PLATFORM.owned)) == []
