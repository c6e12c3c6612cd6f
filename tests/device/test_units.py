"""Units: what gets a set of artifacts, switches before hosts."""

from __future__ import annotations

from collections import Counter

import pytest
from cases.designs import infiniband, units
from cases.repositories import shipped

from fabric.device import HostConfig, SubnetManagerConfig, SwitchConfig


@pytest.mark.parametrize(
    ("intent", "kinds"),
    [
        ("quickstart", {"eos": 3, "sonic": 1, "host": 4}),
        ("roce-256", {"eos": 6, "sonic": 2, "cumulus": 8, "host": 32}),
        ("ib-b200-superpod", {"ufm": 2, "host": 127}),
    ],
)
def test_every_device_that_is_configured_is_a_unit(intent, kinds):
    build = shipped(intent)
    assert Counter(unit.platform for _, unit in build.units()) == kinds


def test_hosts_come_last():
    roles = [unit.role for _, unit in shipped("roce-256").units()]
    assert roles == sorted(roles, key=lambda role: role == "host")


def test_each_unit_has_the_configuration_of_its_kind():
    assert {name: type(config) for name, config in units().items() if "1" in name} == {
        "pod1-leaf1": SwitchConfig, "pod1-leaf2": SwitchConfig, "spine1": SwitchConfig,
        "pod1-host1": HostConfig, "pod1-host2": HostConfig,
    }  # fmt: skip
    assert {type(config) for name, config in infiniband().items() if name.startswith("ufm")} == {
        SubnetManagerConfig
    }


def test_switches_under_a_subnet_manager_are_no_units():
    assert set(infiniband()) == {"ufm1", "ufm2", "pod1-host1", "pod1-host2"}


def test_a_configuration_is_the_same_each_time():
    assert units() == units()
