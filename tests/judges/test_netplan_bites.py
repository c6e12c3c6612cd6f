"""Netplan refuses mutants of a netplan.yaml; who survives is listed and read in review."""

from __future__ import annotations

import pytest
import yaml
from platforms.host.hosts import host
from platforms.host.test_words import artifacts

from judges import netplan
from judges.mutate import Mutant, hunt, replaced, tree_mutants

pytestmark = pytest.mark.judge("netplan")
PORTS = ("rail1", "rail2")
LISTS = ("routes", "routing-policy")


def tree():
    """Return the file with lists of mappings as mappings by number, as mutants are made of mappings."""
    found = yaml.safe_load(artifacts(host())["netplan.yaml"])
    for port in found["network"]["ethernets"].values():
        for name in LISTS:
            port[name] = {f"row{n}": row for n, row in enumerate(port[name])}
    return found


def text(body):
    ports = body["network"].get("ethernets", {}).values()
    for port in (port for port in ports if isinstance(port, dict)):
        for name in LISTS:
            if isinstance(port.get(name), dict):
                port[name] = list(port[name].values())
    return yaml.safe_dump(body)


def refused(body) -> bool:
    return bool(netplan.findings(text(body), PORTS))


def overlaps(body):
    """One address on two ports, and two rules of one priority."""
    where = ("network", "ethernets", "rail2")
    taken = replaced(body, (*where, "addresses"), ["10.16.0.1/31"])
    yield Mutant("overlap", "/".join((*where, "addresses")), taken)
    twice = replaced(body, (*where, "routing-policy", "row0", "priority"), 1001)
    yield Mutant("overlap", "/".join((*where, "routing-policy/0/priority")), twice)


def test_the_file_is_accepted_after_a_round_trip():
    assert not refused(tree())


def test_mutants_are_refused_but_for_the_listed(golden):
    golden("survivors/netplan.txt", hunt("netplan", (*tree_mutants(tree()), *overlaps(tree())), refused))
