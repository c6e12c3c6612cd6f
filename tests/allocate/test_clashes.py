"""Numbers of networks written by hand: every session has two AS numbers, every host port its own address."""

from __future__ import annotations

import pytest
from cases.explicit import ROWS, SWITCHES, by_hand, listed
from cases.fabrics import site_of

from fabric.allocate import Ledger, allocate
from fabric.catalog import load_catalog
from fabric.core.diagnostic import FabricError
from fabric.topology import expand

SPINES = SWITCHES + "    spine2: {role: spine, model: nvidia-sn5600, platform: cumulus, release: '5.16'}\n"
ACROSS = (*ROWS, ("spine1:64", "spine2:64"))


def numbered(text):
    site = site_of(text)
    fabric = expand(site, "backend", load_catalog())
    return fabric, allocate(fabric, site.fabrics["backend"], Ledger())


def test_spines_of_a_tier_cannot_be_linked():
    with pytest.raises(FabricError, match="ALC-020"):
        numbered(by_hand(links=listed(ACROSS), switches=SPINES))


@pytest.mark.parametrize(
    "change",
    [("  rails: 2\n", "  rails: 2\n  systems: per-switch\n"), ("spine2: {role", "spine2: {pod: a, role")],
)
def test_spines_of_two_systems_can(change):
    fabric, numbers = numbered(by_hand(change, links=listed(ACROSS), switches=SPINES))
    found = {name: numbers.asn(fabric.devices[name]) for name in ("leaf1", "leaf2", "spine1", "spine2")}
    assert len(set(found.values())) == 4


def addresses(*changes):
    """Return the addresses of host ports on the first leaf, by port."""
    fabric, numbers = numbered(by_hand(*changes))
    links = [link for link in fabric.links if link.b.device == "leaf1" and link.kind == "host-leaf"]
    return {link.b.port: numbers.host_link("leaf1", link.b.port) for link in links}


def test_a_port_of_a_whole_cage_has_the_address_of_its_first_half():
    before = addresses()
    faster = addresses(('b: "leaf1:1/5"', 'b: "leaf1:2"'))
    assert [address for port, address in faster.items() if port.cage == 1] == [
        address for port, address in before.items() if port.lane == 1
    ]
    assert addresses(('b: "leaf1:1/5"', 'b: "leaf1:2/1"')).values() != before.values()
    assert [*faster.values()] == [*addresses(('b: "leaf1:1/5"', 'b: "leaf1:2/1"')).values()]


def test_host_ports_of_other_sizes_have_other_addresses_or_none():
    assert len(set(addresses(('b: "leaf1:1/1"', 'b: "leaf1:2"')).values())) == 2
    quarter = ('b: "leaf1:1/5"}', 'b: "leaf1:1/5", speed: 200G}')
    with pytest.raises(FabricError, match="ALC-021"):
        numbered(by_hand(('b: "leaf1:1/1"', 'b: "leaf1:2"'), quarter))
