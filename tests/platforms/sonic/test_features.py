"""Tables and fields of SONiC by feature."""

import pytest

from fabric.platforms.sonic.features import access, feature

ROWS = (
    (("DEVICE_METADATA", "localhost", "hostname"), "system"),
    (("DEVICE_METADATA", "localhost", "bgp_asn"), "routing"),
    (("DEVICE_METADATA", "localhost", "buffer_model"), "buffers"),
    (("PORT", "Ethernet0"), "ports"),
    (("PORT", "Ethernet0", "description"), "descriptions"),
    (("INTERFACE", "Ethernet0|10.0.0.0/31"), "addresses"),
    (("WRED_PROFILE", "ROCE", "ecn"), "qos"),
    (("CABLE_LENGTH", "AZURE", "Ethernet0"), "buffers"),
    (("frr.conf", "router bgp", "bgp router-id"), "routing"),
    (("frr.conf", "!text"), "routing"),
    (("TABLE_OF_OTHERS", "row"), "system"),
)


@pytest.mark.parametrize(("path", "name"), ROWS)
def test_a_row_belongs_to_its_feature(path, name):
    assert feature(path) == name


WAYS_IN = (
    (("AAA", "authentication", "login"), True),
    (("TACPLUS_SERVER", "10.0.0.1", "passkey"), True),
    (("ACL_RULE", "FABRIC-MANAGEMENT|RULE_1", "SRC_IP"), True),
    (("PORT", "Ethernet0", "mtu"), False),
    (("NTP_SERVER", "10.0.0.1"), False),
)


@pytest.mark.parametrize(("path", "is_one"), WAYS_IN)
def test_a_way_in_is_known(path, is_one):
    assert access(path) is is_one
