"""systemd refuses mutants of what a host has for it; who survives is listed and read in review."""

from __future__ import annotations

from functools import cache

import pytest

from fabric.platforms.host import ini
from judges import networkd
from judges.mutate import Mutant, hunt, replaced, tree_mutants
from judges.test_networkd import PORTS, of

pytestmark = pytest.mark.judge("networkd")
FILES = ("70-fabric-rail1.network", "70-fabric-rail2.network", "70-fabric-rail1.link", "fabric-nic.service")


def tree():
    """Return the files as mappings of sections; those of one name are numbered."""
    made, found = of("systemd-networkd", emits_lldp=True), {}
    for name in FILES:
        found[name] = {f"{head}.{n}": dict(rows) for n, (head, rows) in enumerate(ini.read(made[name]))}
    return found


def texts(body):
    return {
        name: "\n".join(
            line
            for head, rows in sections.items()
            for line in (f"[{head.partition('.')[0]}]", *(f"{key}={value}" for key, value in rows.items()))
        )
        for name, sections in body.items()
    }


@cache
def objections(files):
    return networkd.findings(dict(files), PORTS)


def refused(body) -> bool:
    made = frozenset(texts(body).items())
    service = frozenset(file for file in made if file[0].endswith(".service"))
    return bool(objections(service) or objections(made - service))


def overlaps(body):
    """One address on two ports, and two rules of one priority."""
    name = "70-fabric-rail2.network"
    taken = replaced(body, (name, "Network.2", "Address"), "10.16.0.1/31")
    yield Mutant("overlap", f"{name}/Network/Address", taken)
    twice = replaced(body, (name, "RoutingPolicyRule.5", "Priority"), "1001")
    yield Mutant("overlap", f"{name}/RoutingPolicyRule/Priority", twice)


def test_the_files_are_accepted_after_a_round_trip():
    assert not refused(tree())


def test_mutants_are_refused_but_for_the_listed(golden):
    golden("survivors/networkd.txt", hunt("networkd", (*tree_mutants(tree()), *overlaps(tree())), refused))
