"""System: the management address of the inventory, services of the site, and secrets as references."""

from __future__ import annotations

import pytest
from cases.designs import of, units
from cases.repositories import HOSTS, base_text, base_with, edited, shipped

from fabric.device.secret import secret


def test_the_management_address_is_that_of_the_inventory():
    found = units()["spine1"].system
    assert (str(found.management.address), str(found.management.gateway)) == ("10.20.0.13/24", "10.20.0.1")
    assert found.hostname == "spine1"


def test_a_switch_that_the_inventory_does_not_know_has_no_management_port():
    hosts = edited(base_text(HOSTS), ("spine1:", "spine9:"))
    assert of(base_with(**{HOSTS: hosts}))["spine1"].system.management is None


def test_without_a_management_network_there_is_no_management_port():
    found = units(("  management: {network: 10.20.0.0/24, gateway: 10.20.0.1}\n", ""))
    assert found["spine1"].system.management is None


def test_services_are_as_written():
    build = shipped("roce-256")
    unit = next(unit for _, unit in build.units() if unit.name == "pod1-leaf1")
    found = build.config(unit).system
    assert found.domain == "roce-256.example"
    assert [str(server) for server in found.ntp] == ["172.22.0.2", "172.22.0.3"]
    assert [str(server) for server in found.dns] == ["172.22.0.4"]
    assert [str(server) for server in found.syslog] == ["172.22.0.5"]
    assert [(user.name, str(user.password)) for user in found.users] == [
        ("admin", "@{secret:env/FABRIC_ADMIN_HASH}")
    ]
    assert str(found.tacacs.key) == "@{secret:env/FABRIC_TACACS_KEY}"


@pytest.mark.parametrize(
    ("written", "placeholder"),
    [("secret:env/NAME", "@{secret:env/NAME}"), ("secret:file/a/b", "@{secret:file/a/b}")],
)
def test_a_secret_is_a_placeholder(written, placeholder):
    assert str(secret(written)) == placeholder


def test_the_mac_address_is_that_of_the_inventory():
    assert units()["spine2"].mac == "b8:3f:d2:00:04:00"
