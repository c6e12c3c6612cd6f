"""Who manages and watches a live fabric, as lines of an intent."""

from __future__ import annotations

from ipaddress import IPv4Network

from fabric.device.facts import Watch
from fabric.views.imports_watching import allow_words, observability_section, snmp_lines

FULL = Watch(
    allow=(IPv4Network("10.0.0.0/24"),),
    community=True,
    users=("poller",),
    contact="noc",
    gnmi_port=9339,
    certificate="gnmi",
    collectors=("10.0.0.7:4317",),
)


def test_a_fabric_that_nobody_watches_says_nothing():
    assert (allow_words([Watch()]), snmp_lines([Watch()]), observability_section([Watch()])) == ("", [], "")


def test_what_most_switches_say_is_taken():
    assert allow_words([FULL, Watch(), FULL]) == ", allow: [10.0.0.0/24]"
    assert snmp_lines([FULL, Watch()]) == [
        "  snmp:",
        '    community: "secret:env/FABRIC_SNMP_COMMUNITY"',
        "    users:",
        (
            '      - {name: poller, auth: "secret:env/FABRIC_SNMP_POLLER_AUTH", '
            'privacy: "secret:env/FABRIC_SNMP_POLLER_PRIVACY"}'
        ),
        '    contact: "noc"',
    ]
    assert observability_section([FULL]) == (
        '\nobservability:\n  gnmi: {port: 9339, certificate: gnmi}\n  collectors: ["10.0.0.7:4317"]\n'
    )
