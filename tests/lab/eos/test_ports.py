"""Ports and neighbours follow configuration, cabling and faults."""

from fabric.lab.faults import Fault, Kind


def test_a_port_is_down_when_either_end_is_shut(lab):
    lab.run("spine1", "configure", "interface Ethernet1/1", "shutdown")
    leaf = lab.run("leaf1", "show interfaces")["interfaces"]["Ethernet1/1"]
    spine = lab.run("spine1", "show interfaces")["interfaces"]["Ethernet1/1"]
    assert (leaf["interfaceStatus"], leaf["lineProtocolStatus"]) == ("notconnect", "down")
    assert spine["interfaceStatus"] == "disabled"


def test_a_link_down_fault_takes_the_neighbour_away_and_gives_it_back(lab):
    lab.world.faults.add("leaf1", Fault(Kind.LINK_DOWN, port="Ethernet1/1"))
    detail = lab.run("leaf1", "show lldp neighbors detail")["lldpNeighbors"]
    assert detail["Ethernet1/1"]["lldpNeighborInfo"] == []
    assert lab.run("leaf1", "show interfaces transceiver")["interfaces"]["Ethernet1/1"]["rxPower"] < -10
    lab.world.faults.clear("leaf1", Kind.LINK_DOWN)
    detail = lab.run("leaf1", "show lldp neighbors detail")["lldpNeighbors"]
    assert detail["Ethernet1/1"]["lldpNeighborInfo"][0]["systemName"] == "spine1"


def test_a_neighbour_is_known_by_its_configured_name(lab):
    lab.run("spine1", "configure", "hostname renamed")
    found = lab.run("leaf1", "show lldp neighbors")["lldpNeighbors"]
    assert ("Ethernet1/1", "renamed") in {(n["port"], n["neighborDevice"]) for n in found}


def test_lldp_switched_off_hears_nobody(lab):
    lab.run("leaf1", "configure", "no lldp run")
    assert lab.run("leaf1", "show lldp neighbors")["lldpNeighbors"] == []


def test_speed_and_lanes_follow_the_configuration(lab):
    lab.run("leaf1", "configure", "interface Ethernet1/1", "speed 800g-8", "description up")
    shown = lab.run("leaf1", "show interfaces")["interfaces"]["Ethernet1/1"]
    assert (shown["bandwidth"], shown["lanes"], shown["description"]) == (800 * 10**9, 8, "up")
    status = lab.run("leaf1", "show interfaces status")["interfaceStatuses"]["Ethernet1/1"]
    assert (status["linkStatus"], status["bandwidth"]) == ("connected", 800 * 10**9)


def test_descriptions_tell_admin_down_from_down(lab):
    lab.run("leaf1", "configure", "interface Ethernet2/1", "shutdown")
    found = lab.run("leaf1", "show interfaces description")["interfaceDescriptions"]
    assert found["Ethernet2/1"]["interfaceStatus"] == "adminDown"
    assert lab.run("leaf1", "show interfaces status errdisabled") == {"interfaceStatuses": {}}
