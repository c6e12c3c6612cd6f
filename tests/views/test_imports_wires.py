"""What switches say of their ports, to links."""

from __future__ import annotations

from ipaddress import IPv4Interface

import pytest

from fabric.device.facts import Facts, PortFacts
from fabric.views.imports_wires import described, port_of, switch, wired

KNOWN = {"spine1": "spine1", "rack_1_leaf": "Rack_1_leaf"}


def network(heard=None, **switches):
    facts = {name: Facts(hostname=name, ports=ports) for name, ports in switches.items()}
    return wired({name: (one, switch(one, "eos")) for name, one in facts.items()}, heard or {})


def ends(found):
    return {f"{link.a.device}:{link.a.port} {link.b.device}:{link.b.port}" for link in found.links}


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("spine1 Ethernet1/1", ("spine1", "Ethernet1/1")),
        ("to SPINE1:Et1/1", ("SPINE1", "Et1/1")),
        ("P2P_LINK_TO_spine1_Ethernet1/1", ("spine1", "Ethernet1/1")),
        ("Rack_1_leaf Et1", ("Rack_1_leaf", "Et1")),
        ("uplink spine1.dc.example", ("spine1.dc.example", "")),
        ("gpu1 rail0", ("gpu1", "rail0")),
        ("dgx-01", ("dgx-01", "")),
        ("on loan until May", None),
        ("spare", None),
        ("", None),
    ],
)
def test_a_description_names_the_far_end_or_nothing(text, claim):
    assert described(text, KNOWN) == claim


def test_ports_are_found_by_name_alias_and_short_form():
    facts = Facts(ports={"Ethernet33/1": PortFacts(), "Ethernet0": PortFacts(alias="etp1a")})
    assert [port_of(text, facts) for text in ("Ethernet33/1", "Et33/1", "etp1a", "Et34/1")] == [
        "Ethernet33/1", "Ethernet33/1", "Ethernet0", "",
    ]  # fmt: skip


def test_lldp_counts_before_tables_and_these_before_descriptions():
    port = PortFacts(description="host9 nic9", neighbor=("host8", "nic8"), gbps=400)
    assert ends(network(leaf1={"E1": port})) == {"leaf1:E1 host8:nic8"}
    assert ends(network({"leaf1": {"E1": ("host7", "nic7")}}, leaf1={"E1": port})) == {"leaf1:E1 host7:nic7"}


def test_a_member_of_a_port_channel_is_no_link_and_no_host():
    found = network(
        leaf1={
            "E1": PortFacts(description="border1 Et1", bundle="Port-Channel7"),
            "E2": PortFacts(bundle="Po8"),
        }
    )
    assert (found.links, set(found.devices)) == ((), {"leaf1"})
    assert found.left_out == (
        "leaf1:E1 to `border1`: a member of `Port-Channel7`, and no link of an intent is bundled",
        "leaf1:E2: a member of `Po8`, and no link of an intent is bundled",
    )


def test_addresses_of_one_small_network_are_a_link():
    found = network(
        leaf1={"E1": PortFacts(address=IPv4Interface("10.0.0.0/31"), gbps=400)},
        spine1={"E9": PortFacts(address=IPv4Interface("10.0.0.1/31"), gbps=400)},
    )
    assert (ends(found), found.left_out, found.links[0].gbps) == ({"leaf1:E1 spine1:E9"}, (), 400)


def test_one_port_on_each_side_needs_no_name_and_several_do():
    one = network(
        leaf1={"E1": PortFacts(description="spine1")}, spine1={"E9": PortFacts(description="leaf1")}
    )
    assert ends(one) == {"leaf1:E1 spine1:E9"}
    two = network(
        leaf1={"E1": PortFacts(description="spine1"), "E2": PortFacts(description="spine1")},
        spine1={"E9": PortFacts(description="leaf1 E1")},
    )
    assert ends(two) == {"spine1:E9 leaf1:E1"}
    assert two.left_out == ("leaf1:E2 to `spine1`: nobody says which of its ports; add LLDP",)


def test_what_contradicts_leads_away_or_says_nothing_is_left_out_and_told():
    found = network(
        leaf1={
            "E1": PortFacts(description="spine1 E9"),
            "E2": PortFacts(description="spine7 E1", session=True),
        },
        leaf2={"E1": PortFacts(description="spine1 E9"), "E3": PortFacts(description="to the moon")},
        spine1={"E9": PortFacts()},
    )
    assert ends(found) == {"leaf1:E1 spine1:E9"}
    assert found.left_out == (
        "leaf1:E2 to `spine7`, of which there is no configuration",
        "spine1:E9 to leaf2:E1: the port has a link to leaf1:E1",
        "leaf2:E3 (`to the moon`): nobody says what is at its far end",
    )
