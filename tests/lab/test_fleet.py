"""The fleet file."""

import pytest

from fabric.lab.fleet import LabDevice, LabFleet, fleet_from_json, read_fleet, write_fleet

LEAF = LabDevice(
    name="leaf1",
    platform="eos",
    model="M",
    release="4.34.1F",
    serial="S",
    mac="00:1c:73:00:00:01",
    address="127.1.0.1",
    startup="hostname leaf1\n",
    ports={"Ethernet1/1": ("spine1", "Ethernet2/1")},
)


def test_a_fleet_comes_back_from_its_file(tmp_path):
    fleet = LabFleet({"leaf1": LEAF}, user="u", eapi_port=1234)
    write_fleet(tmp_path / "lab", fleet)
    assert read_fleet(tmp_path / "lab") == fleet


def test_the_same_fleet_gives_the_same_bytes():
    other = LabFleet({"b": LEAF, "a": LEAF})
    assert LabFleet({"a": LEAF, "b": LEAF}).to_json() == other.to_json()


def test_a_key_that_no_device_has_is_refused():
    with pytest.raises(TypeError):
        fleet_from_json('{"devices": {"a": {"colour": "red"}}}')
