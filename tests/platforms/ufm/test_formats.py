"""The files of OpenSM are read by their grammar: what OpenSM would take in silence is refused."""

from __future__ import annotations

import pytest

from fabric.platforms.ufm.formats import CANONICAL

DEFAULT = "Default=0x7fff, ipoib : ALL=limited, SELF=full;\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("tenant9=0x0099 ipoib : ALL=full;\n" + DEFAULT, "no statement"),
        ("t=0x0010 : 0x0000000000003000=fool;\n" + DEFAULT, "no member"),
        ("t=0x0010 : 0x0000000000003000;\n" + DEFAULT, "no member"),
        ("t=0x0010, rate=fast : ALL=full;\n" + DEFAULT, "flags"),
        (DEFAULT + DEFAULT, "stands twice"),
        ("t=0x0010 : ALL=full;\n", "default partition 0x7fff is missing"),
        ("", "default partition 0x7fff is missing"),
    ],
)
def test_a_partition_file_with_a_mistake_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        CANONICAL["partitions.conf"](text)


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("opensm.conf", "routing_engin ar_updn\n", "no OpenSM knows the key `routing_engin`"),
        ("opensm.conf", "qos TRUE\nqos FALSE\n", "stands twice"),
        ("opensm.conf", "qos\n", "has no value"),
        ("qos-policy.conf", "qos-ulps\n  any, pkey 0x0010 : 1\nend-qos-ulps\n", "the default level"),
        ("qos-policy.conf", "qos-ulps\n  default : 16\nend-qos-ulps\n", "is no service level"),
        ("root_guid.conf", "0x1\n", "is no GUID"),
        ("topoconfig.conf", "0x1,1,0x2,1,Any,Active\n", "is no end of a link"),
        ("topology.topo", "MQM9700 a\n\nMQM9700 a\n", "stands twice"),
        ("topology.topo", "MQM9700 a\n  1 -> HCA b P1\n", "is no cable"),
        ("ufm.json", "{", "Expecting property name"),
    ],
)
def test_a_file_with_a_mistake_is_refused(name, text, why):
    with pytest.raises(ValueError, match=why):
        CANONICAL[name](text)


@pytest.mark.parametrize(
    ("name", "text", "canonical"),
    [
        ("opensm.conf", "# routing\n\nsm_priority  14\nqos TRUE\n", "qos TRUE\nsm_priority 14\n"),
        ("partitions.conf", DEFAULT, "Default=0x7fff, ipoib :\n    ALL=limited,\n    SELF=full;\n"),
        ("root_guid.conf", "0x0000000000000002\n0x0000000000000001\n0x0000000000000002\n",
         "0x0000000000000001\n0x0000000000000002\n"),
        ("topology.topo", "MQM9700 a\n\n\nMQM9700 b\nP1 -> HCA c P1\n",
         "MQM9700 a\n\nMQM9700 b\n  P1 -> HCA c P1\n"),
    ],
)  # fmt: skip
def test_each_file_has_one_form(name, text, canonical):
    assert CANONICAL[name](text) == canonical
    assert CANONICAL[name](canonical) == canonical
