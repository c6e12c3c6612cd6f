"""BGP stands when both ends say so, and EOS shows it as EOS does."""

import pytest

from fabric.lab.eos.bgp import link_local
from fabric.lab.faults import Fault, Kind


def states(lab, device):
    found = lab.run(device, "show bgp summary vrf all")["vrfs"]["default"]["peers"]
    return {peer: row["peerState"] for peer, row in found.items()}


def test_sessions_on_interfaces_are_known_by_link_local_addresses(lab):
    assert states(lab, "leaf1") == {"fe80::21c:73ff:fe00:3%Et1/1": "Established"}
    assert set(states(lab, "spine1").values()) == {"Established"}
    assert link_local("00:1c:73:00:00:03") == "fe80::21c:73ff:fe00:3"


def test_the_summary_names_router_and_remote_as(lab):
    found = lab.run("leaf1", "show ip bgp summary")["vrfs"]["default"]
    assert (found["routerId"], found["asn"]) == ("10.255.0.1", "65001")
    assert [row["peerAsn"] for row in found["peers"].values()] == ["65100"]


def test_a_wrong_remote_as_takes_the_session_down_on_both_ends(lab):
    lab.run("leaf1", "configure", "router bgp 65001", "neighbor SPINES remote-as 65999")
    assert set(states(lab, "leaf1").values()) == {"Active"}
    assert sorted(states(lab, "spine1").values()) == ["Active", "Established"]


def test_a_peer_filter_that_shuts_an_as_out_takes_its_session_down(lab):
    lab.run("spine1", "configure", "peer-filter PF", "no 10 match as-range 65000-65099 result accept")
    assert set(states(lab, "leaf2").values()) == {"Active"}
    assert set(states(lab, "leaf1").values()) == {"Established"}


@pytest.mark.parametrize(
    "lines",
    [
        ("interface Ethernet1/1", "no ipv6 enable"),
        ("interface Ethernet1/1", "switchport"),
        ("router bgp 65001", "neighbor SPINES shutdown"),
        ("router bgp 65001", "shutdown"),
        ("no router bgp",),
        ("router bgp 65001", "address-family ipv4", "no neighbor SPINES activate"),
    ],
)
def test_a_session_that_cannot_come_up_does_not(lab, lines):
    lab.run("leaf1", "configure", *lines)
    assert "Active" in states(lab, "spine1").values()


def test_a_bgp_fault_takes_the_session_down_but_not_the_link(lab):
    lab.world.faults.add("leaf1", Fault(Kind.BGP_DOWN, port="Ethernet1/1"))
    assert set(states(lab, "leaf1").values()) == {"Active"}
    assert lab.run("leaf1", "show interfaces")["interfaces"]["Ethernet1/1"]["lineProtocolStatus"] == "up"


def test_numbered_sessions_need_the_peers_address(lab):
    spine = ("interface Ethernet1/1", "ip address 10.1.0.0/31", "router bgp 65100")
    lab.run("spine1", "configure", *spine, "neighbor 10.1.0.1 remote-as 65001")
    leaf = ("interface Ethernet1/1", "ip address 10.1.0.1/31", "router bgp 65001")
    lab.run("leaf1", "configure", *leaf, "no neighbor interface Ethernet1/1 peer-group SPINES")
    lab.run("leaf1", "configure", "router bgp 65001", "neighbor 10.1.0.0 peer group SPINES")
    assert states(lab, "leaf1") == {"10.1.0.0": "Established"}
    lab.run("leaf1", "configure", "interface Ethernet1/1", "ip address 10.1.0.3/31")
    assert "Established" not in states(lab, "leaf1").values()


def test_a_link_of_two_families_has_a_session_of_each(lab):
    port, spine = "interface Ethernet1/1", ("router bgp 65100", "neighbor 10.1.0.1 remote-as 65001")
    lab.run("spine1", "configure", port, "ip address 10.1.0.0/31", "ipv6 address fd00::2/127", *spine)
    lab.run("spine1", "configure", "router bgp 65100", "neighbor fd00::3 remote-as 65001")
    lab.run("spine1", "configure", "router bgp 65100", "address-family ipv6", "neighbor fd00::3 activate")
    leaf = ("router bgp 65001", "no neighbor interface Ethernet1/1 peer-group SPINES")
    lab.run("leaf1", "configure", port, "ip address 10.1.0.1/31", "ipv6 address fd00::3/127", *leaf)
    for peer in ("10.1.0.0", "fd00::2"):
        lab.run("leaf1", "configure", "router bgp 65001", f"neighbor {peer} peer group SPINES")
    assert states(lab, "leaf1") == {"10.1.0.0": "Established", "fd00::2": "Established"}
    found = lab.run("leaf1", "show bfd peers")["vrfs"]["default"]
    assert ([*found["ipv4Neighbors"]], [*found["ipv6Neighbors"]]) == (["10.1.0.0"], ["fd00::2"])
    lab.run("leaf1", "configure", port, "ipv6 address fd00::5/127")
    assert states(lab, "leaf1")["10.1.0.0"] == "Established"


def test_the_old_neighbour_list_leaves_interface_peers_out(lab):
    new = lab.run("leaf1", "show bgp neighbors vrf all")["vrfs"]["default"]["peerList"]
    old = lab.run("leaf1", "show ip bgp neighbors vrf all")["vrfs"]["default"]["peerList"]
    assert [peer["state"] for peer in new] == ["Established"]
    assert old == []


def test_bfd_goes_with_bgp(lab):
    found = lab.run("leaf1", "show bfd peers")["vrfs"]["default"]["ipv6Neighbors"]
    assert found["fe80::21c:73ff:fe00:3"]["peerStats"]["Ethernet1/1"]["status"] == "up"


def test_a_device_without_bgp_has_no_vrf_to_show(lab):
    lab.run("leaf1", "configure", "no router bgp 65001")
    assert lab.run("leaf1", "show bgp summary vrf all") == {"vrfs": {}}
