"""How much a change of SONiC disturbs, and what is ours."""

from __future__ import annotations

import pytest

from fabric.core.tree import Edit
from fabric.platforms.form import ChangeClass
from fabric.platforms.sonic import PLATFORM

CASES = [
    (("PORT", "Ethernet0", "description"), "a", "b", ChangeClass.COSMETIC),
    (("PORT", "Ethernet0", "mtu"), "a", "b", ChangeClass.TUNING),
    (("PORT", "Ethernet0", "speed"), "a", "b", ChangeClass.LINK_FLAP),
    (("PORT", "Ethernet0", "lanes"), "a", "b", ChangeClass.RESTART),
    (("BUFFER_POOL", "ingress_lossless_pool", "size"), "a", "b", ChangeClass.RESTART),
    (("PORT_QOS_MAP", "Ethernet0", "pfc_enable", "3"), "", None, ChangeClass.BUFFER_REPROGRAM),
    (("WRED_PROFILE", "ROCE", "green_min_threshold"), "a", "b", ChangeClass.TUNING),
    (("INTERFACE", "Ethernet0|10.0.0.0/31"), None, "", ChangeClass.ADDITIVE),
    (("INTERFACE", "Ethernet0|10.0.0.0/31"), "", None, ChangeClass.SESSION_RESET),
    (("DEVICE_METADATA", "localhost", "suppress-fib-pending"), None, "enabled", ChangeClass.RESTART),
    (("DEVICE_METADATA", "localhost", "hostname"), "a", "b", ChangeClass.IDENTITY),
    (("DEVICE_METADATA", "localhost", "buffer_model"), "a", "b", ChangeClass.RESTART),
    (("NTP_SERVER", "10.0.0.1"), None, "", ChangeClass.ADDITIVE),
    (("frr.conf", "router bgp"), "1", "2", ChangeClass.IDENTITY),
    (("frr.conf", "router bgp", "neighbor Ethernet0 remote-as"), "1", "2", ChangeClass.SESSION_RESET),
    (("frr.conf", "router bgp", "neighbor Ethernet0 remote-as"), None, "2", ChangeClass.ADDITIVE),
    (("frr.conf", "router bgp", "bgp log-neighbor-changes"), "", None, ChangeClass.TUNING),
    (("NOBODYS", "x"), "", None, ChangeClass.TUNING),
]


@pytest.mark.parametrize(("path", "old", "new", "wanted"), CASES)
def test_an_edit_has_its_class(path, old, new, wanted):
    assert PLATFORM.classify(Edit(path, old, new)) is wanted


@pytest.mark.parametrize(
    "path",
    [
        ("FEATURE", "bgp", "state"),
        ("MGMT_INTERFACE", "eth0|10.0.0.1/24"),
        ("DEVICE_METADATA", "localhost", "mac"),
        ("DEVICE_METADATA", "other"),
        ("TACPLUS", "global", "passkey", "!secret"),
        ("frr.conf", "!text"),
    ],
)
def test_a_path_is_not_ours(path):
    assert not PLATFORM.owned(path)
