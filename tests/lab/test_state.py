"""The living state follows from cabling, faults and what devices run."""

from dataclasses import dataclass, field, replace

import pytest

from fabric.lab.commits import CommitLog
from fabric.lab.faults import Fault, FaultBook, Kind
from fabric.lab.fleet import LabDevice, LabFleet
from fabric.lab.state import PeerRule, View, World, of_families


@dataclass
class Stub:
    """A device of no vendor."""

    lab: LabDevice
    shown: View
    up: bool = True
    edits: list[str] = field(default_factory=list)

    def view(self):
        return self.shown

    def answers(self):
        return self.up


def device(name, ports):
    return LabDevice(name, "stub", "M", "1", name, "00:00:00:00:00:01", "127.1.1.1", ports=ports)


@pytest.fixture
def world(tmp_path):
    a = device("a", {"p1": ("b", "q1"), "p2": ("host", "nic")})
    b = device("b", {"q1": ("a", "p1")})
    log = CommitLog(tmp_path / "log")
    made = World(tmp_path, LabFleet({"a": a, "b": b}), FaultBook(), log)
    made.nodes["a"] = Stub(a, View("A", 1, frozenset({"p1", "p2"}), {"p1": PeerRule(((2, 2),))}))
    made.nodes["b"] = Stub(b, View("B", 2, frozenset({"q1"}), {"q1": PeerRule(external=True)}))
    yield made
    log.close()


def change(world, name, **values):
    world.nodes[name].shown = replace(world.nodes[name].shown, **values)


def test_a_link_is_up_when_both_ends_are(world):
    assert world.port_up("a", "p1")
    assert world.port_up("b", "q1")


def test_a_port_without_cable_is_down(world):
    assert not world.port_up("a", "p9")


def test_a_host_always_shines(world):
    assert world.port_up("a", "p2")
    assert world.neighbours("a") == {"p1": ("B", "q1"), "p2": ("host", "nic")}


def test_a_port_shut_at_one_end_is_down_at_both(world):
    change(world, "b", enabled=frozenset())
    assert not world.port_up("a", "p1")
    assert not world.port_up("b", "q1")


def test_a_fault_at_the_far_end_is_felt_here(world):
    world.faults.add("b", Fault(Kind.LINK_DOWN, port="q1"))
    assert not world.port_up("a", "p1")


def test_a_device_that_reboots_takes_its_links_down(world):
    world.nodes["b"].up = False
    assert not world.port_up("a", "p1")


def test_a_session_stands_when_both_take_each_other(world):
    assert world.established("a", "p1")
    assert world.established("b", "q1")
    assert world.peer_asn("a", "p1") == 2


@pytest.mark.parametrize(
    "values",
    [
        {"asn": 3},
        {"asn": 0},
        {"sessions": {}},
        {"sessions": {"q1": PeerRule(internal=True)}},
        {"sessions": {"q1": PeerRule(external=True, address="10.0.0.1")}},
        {"enabled": frozenset()},
    ],
)
def test_a_session_falls_when_one_end_disagrees(world, values):
    change(world, "b", **values)
    assert not world.established("a", "p1")
    assert not world.established("b", "q1")


def test_a_session_with_a_host_does_not_stand(world):
    change(world, "a", sessions={"p2": PeerRule(external=True)})
    assert not world.established("a", "p2")
    assert world.peer_asn("a", "p2") == 0


def test_a_configured_peer_address_must_be_the_peers(world):
    change(world, "b", sessions={"q1": PeerRule(external=True, address="10.0.0.1")})
    change(world, "a", addresses={"p1": frozenset({"10.0.0.1"})})
    assert world.established("a", "p1")


def test_sessions_of_two_families_over_one_port_stand_each_for_itself(world):
    four, six = PeerRule(external=True), PeerRule(external=True, address="fd00::1")
    assert of_families([("p1", four), ("p1", six)]) == ({"p1": four}, {"p1": six})
    change(world, "a", sessions6={"p1": PeerRule(external=True)}, addresses={"p1": frozenset({"fd00::1"})})
    change(world, "b", sessions6={"q1": six})
    assert [stands for *_, stands in world.sessions("a")] == [True, True]
    change(world, "b", sessions={})
    assert [stands for *_, stands in world.sessions("a")] == [False, True]


def test_the_internal_rule_takes_the_own_as_alone():
    rule = PeerRule(internal=True)
    assert rule.accepts(5, 5)
    assert not rule.accepts(5, 6)


def test_a_flap_is_felt_at_both_ends(world):
    world.faults.add("b", Fault(Kind.LINK_DOWN, port="q1"))
    world.faults.clear("b")
    assert (world.flaps("a", "p1"), world.flaps("b", "q1"), world.flaps("a", "p2")) == (2, 2, 0)
