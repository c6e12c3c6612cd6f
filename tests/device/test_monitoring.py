"""SNMP, gNMI and collectors of a switch: of the intent, with secrets as references and origins."""

from __future__ import annotations

from ipaddress import IPv4Network

from cases.designs import units

NETWORK = "gateway: 10.20.0.1}"
ALLOW = (NETWORK, "gateway: 10.20.0.1, allow: [10.20.0.0/24]}")
SERVICES = "  ntp: [10.20.0.2]\n"


def leaf(*edits):
    return units(*edits)["pod1-leaf1"]


def observed(words):
    return ("services:", f"observability: {words}\n\nservices:")


def test_a_site_that_says_nothing_has_none_of_it():
    found = leaf()
    assert (found.snmp, found.gnmi, found.collectors, found.system.allow) == (None, None, (), ())


def test_snmp_is_as_written_and_its_secrets_stay_references():
    user = "{name: poll, auth: 'secret:env/A', privacy: 'secret:file/p'}"
    found = leaf((SERVICES, f"{SERVICES}  snmp: {{community: 'secret:env/C', users: [{user}]}}\n")).snmp
    assert str(found.community) == "@{secret:env/C}"
    assert [(u.name, str(u.auth), str(u.privacy)) for u in found.users] == [
        ("poll", "@{secret:env/A}", "@{secret:file/p}")
    ]
    assert found.origins["users"].intent == ("services", "snmp", "users")


def test_those_who_may_manage_may_watch_and_so_may_collectors_from_elsewhere():
    words = "{gnmi: {}, collectors: ['10.20.0.9:4317', '10.30.0.9:4317', '10.30.0.8:4317']}"
    found = leaf(ALLOW, observed(words))
    assert found.system.allow == (IPv4Network("10.20.0.0/24"),)
    assert found.gnmi.allow == (IPv4Network("10.20.0.0/24"), IPv4Network("10.30.0.8/31"))
    assert [(str(one.address), one.port) for one in found.collectors][:1] == [("10.20.0.9", 4317)]


def test_without_a_list_everybody_may_watch():
    found = leaf(observed("{gnmi: {port: 6030}, collectors: ['10.30.0.9:4317']}"))
    assert (found.gnmi.port, found.gnmi.allow, found.gnmi.certificate) == (6030, (), "")


def test_what_a_switch_notes_beyond_its_counters_is_as_written():
    nothing = leaf().telemetry
    assert (nothing.drop_reasons, nothing.queue_depths, nothing.cloudvision) == (False, False, None)
    words = "{drop_reasons: true, queue_depths: true, cloudvision: {servers: ['10.20.0.8:9910']}}"
    found = leaf(observed(words)).telemetry
    assert (found.drop_reasons, found.queue_depths) == (True, True)
    assert (found.cloudvision.servers, found.cloudvision.token) == (
        ("10.20.0.8:9910",),
        "/tmp/cv-onboarding-token",
    )
    assert found.origins["cloudvision"].intent == ("observability", "cloudvision")
