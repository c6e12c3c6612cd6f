"""What switches have in common, as sections of an intent."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Interface, IPv4Network

from fabric.device.facts import Facts, Reach
from fabric.device.hop import Advertised, Hop
from fabric.views.imports_sections import (
    covering,
    pools_of,
    routing_section,
    section,
    services_section,
    usual,
)


def hop(*lines, **fields):
    made = tuple(Advertised(IPv4Network(text), low, low) for text, low in lines)
    return Hop(ports={}, advertised=made, **fields)


def test_the_value_that_most_have_counts_and_nothing_of_those_that_have_none():
    assert usual(["a", "b", "b", "", None]) == "b"
    assert usual(["", None]) is None


def test_numbers_that_are_ours_by_default_need_no_pools():
    facts = {
        "leaf1": Facts(asn=4200000001, loopback=IPv4Address("10.0.0.1")),
        "spine1": Facts(asn=4200000000),
    }
    assert pools_of(facts, {"leaf1": hop(("10.0.0.0/16", 32), ("100.64.0.0/24", 31))}, ["spine1"]) == {}


def test_numbers_of_others_give_the_pools_they_come_from():
    facts = {
        "leaf1": Facts(asn=65101, loopback=IPv4Address("10.254.1.1")),
        "leaf2": Facts(asn=65102, loopback=IPv4Address("10.254.1.2")),
        "spine1": Facts(asn=65100, loopback=IPv4Address("10.254.0.1")),
    }
    hops = {"leaf1": hop(("172.20.0.0/25", 31)), "leaf2": hop(("172.20.0.128/25", 31))}
    assert pools_of(facts, hops, ["spine1"]) == {
        "loopbacks": "10.254.0.0/22", "host_block": "25", "hosts": "172.20.0.0/23",
        "spine_asn": "65100", "first_leaf_asn": "65101",
    }  # fmt: skip


def test_a_pool_that_some_loopback_is_not_in_is_no_pool():
    facts = {"a": Facts(loopback=IPv4Address("10.254.1.1")), "b": Facts(loopback=IPv4Address("10.0.0.1"))}
    assert pools_of(facts, {"a": hop(("10.254.0.0/16", 32))}, [])["loopbacks"] == "10.0.0.0/8"
    assert covering([]) is None


def test_services_are_those_of_most_and_secrets_are_references():
    reach = Reach(
        management=IPv4Interface("10.1.0.9/24"), gateway=IPv4Address("10.1.0.1"), domain="dc.example",
        ntp=(IPv4Address("10.9.0.2"), IPv4Address("10.9.0.1")), users=("ops", "Not.Ours"),
        tacacs=(IPv4Address("10.9.0.3"),),
    )  # fmt: skip
    other = Reach(gateway=IPv4Address("192.0.2.1"))
    assert services_section([other, reach, other]) == (
        "\nservices:\n"
        "  management: {network: 10.1.0.0/24, gateway: 10.1.0.1}\n"
        "  domain: dc.example\n"
        "  ntp: [10.9.0.1, 10.9.0.2]\n"
        "  aaa:\n"
        "    users:\n"
        '      - {name: ops, password: "secret:env/FABRIC_OPS_HASH"}\n'
        '    tacacs: {servers: [10.9.0.3], key: "secret:env/FABRIC_TACACS_KEY"}\n'
    )
    assert section("services", []) == services_section([]) == ""


def test_routing_has_paths_fields_and_timers():
    made = routing_section(
        [Facts(bfd=(300, 3))], [hop(max_paths=128, hash_fields=frozenset({"dst-ip", "src-ip"}))]
    )
    assert made == (
        "\nrouting:\n"
        "  ecmp: {hash: [src-ip, dst-ip], max_paths: 128}\n"
        "  bfd: {interval: 300 ms, multiplier: 3}\n"
    )
