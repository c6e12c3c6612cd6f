"""Tables and fields of SONiC by feature."""

import pytest

from fabric.platforms.sonic.features import feature

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
