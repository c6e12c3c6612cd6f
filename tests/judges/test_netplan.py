"""Netplan takes what we write and refuses what is not its language."""

from __future__ import annotations

import pytest
from platforms.host.hosts import host
from platforms.host.test_words import artifacts

from judges import netplan

pytestmark = pytest.mark.judge("netplan")
PORTS = ("rail1", "rail2")


def test_a_netplan_is_accepted():
    assert netplan.judge(artifacts(host())["netplan.yaml"], PORTS) == ()


def test_a_misspelt_key_is_refused_with_its_place():
    text = artifacts(host())["netplan.yaml"].replace("accept-ra", "accept-radv")
    said = " ".join(finding.why for finding in netplan.findings(text, PORTS))
    assert "fabric.yaml:4:7: Error in network definition: unknown key 'accept-radv'" in said


def test_an_address_of_nowhere_is_refused():
    text = artifacts(host())["netplan.yaml"].replace("10.16.0.1/31", "10.16.0.777/31")
    assert netplan.findings(text, PORTS) != ()
