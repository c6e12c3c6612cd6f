"""Models of hosts and NICs are concluded where one in the catalog fits, and listed where several do."""

from __future__ import annotations

from fabric.catalog import load_catalog
from fabric.views.imports import HOST, SWITCH, Network, Seen, Sight, Spot
from fabric.views.imports_ends import concluded, fastest, hosts_for, nics_for, remedies
from fabric.views.imports_given import given
from fabric.views.imports_names import names

CATALOG = load_catalog()


def network(gbps, ports):
    devices = {"leaf1": Seen("leaf1", SWITCH), "gpu1": Seen("gpu1", HOST)}
    links = (Sight(Spot("gpu1", f"eth{n}"), Spot("leaf1", f"Ethernet{n}"), gbps) for n in range(1, ports + 1))
    return Network("roce", devices, tuple(links))


def test_one_adapter_that_is_fast_enough_is_taken():
    seen = network(800, 8)
    said, words = concluded(seen, names(seen), given((), ()), CATALOG)
    assert said.of_network("nic", "pod1") == "thor-ultra"
    assert words == ("nic `thor-ultra` of `pod1`, which alone fits",)
    own = concluded(seen, names(seen), given((), ("nic=connectx-8",)), CATALOG)
    assert (own[0].of_network("nic", "pod1"), own[1]) == ("connectx-8", ())


def test_several_are_listed_and_none_is_taken():
    seen = network(400, 8)
    said, words = concluded(seen, names(seen), given((), ("nic=thor-2",)), CATALOG)
    assert (said.of_network("host", "pod1"), words) == ("", ())
    told = remedies(seen, names(seen), said, CATALOG)
    assert told == {"host": ": `mi300x`, `mi325x` would fit"}


def test_a_speed_that_nobody_tells_fits_everything_and_says_nothing():
    seen = network(None, 8)
    assert fastest(seen, names(seen)) == {}
    assert remedies(seen, names(seen), given((), ()), CATALOG) == {}


def test_adapters_of_infiniband_speak_it():
    assert "connectx-8" in nics_for(CATALOG, 800, infiniband=True)
    assert "thor-ultra" not in nics_for(CATALOG, 800, infiniband=True)
    assert hosts_for(CATALOG, ("connectx-7",), 4) == ("gb200-tray",)
