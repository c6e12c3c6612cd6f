"""What NetBox is told: every device, port and cable once, in its own words."""

from __future__ import annotations

import csv
import io
import json

import pytest
from cases.repositories import SHIPPED, base_with, compiled, shipped

from fabric.views.exports_netbox import INTERFACE_TYPES, netbox, netbox_csv, netbox_json

HOSTS = "host-leaf: {host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m}"
COPPER = "host-leaf: {both: 800G-2x400G-DAC-OSFP, speed: 400G, length: 1.2 m}"


def of(build):
    return netbox(build.site.name, build.designs.values())


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("intent", SHIPPED)
def test_every_device_interface_and_cable_is_there_once(intent):
    build = shipped(intent)
    found = of(build)
    devices = [device for design in build.designs.values() for device in design.fabric.devices]
    links = [link for design in build.designs.values() for link in design.fabric.links]
    assert [row["name"] for row in found.devices] == list(dict.fromkeys(devices))
    assert len(found.cables) == len(links)
    ends = [(row["device"], row["name"]) for row in found.interfaces]
    assert len(set(ends)) == len(ends) == 2 * len(links)


@pytest.mark.parametrize("intent", SHIPPED)
def test_a_cable_ends_in_interfaces_that_are_there(intent):
    found = of(shipped(intent))
    known = {(row["device"], row["name"]) for row in found.interfaces}
    for row in found.cables:
        assert {(row[f"side_{side}_device"], row[f"side_{side}_name"]) for side in "ab"} <= known


def test_interfaces_have_types_that_netbox_knows():
    types = {row["device"]: row["type"] for row in of(shipped("roce-256")).interfaces}
    assert types["pod1-leaf1"] == "400gbase-x-osfp"
    assert types["pod1-leaf1"] in INTERFACE_TYPES
    assert types["pod1-host1"] == "other"
    infiniband = {row["type"] for row in of(shipped("ib-b200-superpod")).interfaces}
    assert infiniband == {"infiniband-ndr"}


def test_a_cable_has_type_colour_and_the_length_one_orders():
    row = of(shipped("roce-256")).cables[0]
    assert (row["type"], row["color"], row["length"], row["length_unit"]) == ("smf-os2", "2196f3", "10", "m")
    copper = of(compiled(base_with((HOSTS, COPPER)))).cables[0]
    assert (copper["type"], copper["length"]) == ("dac-passive", "1.5")


def test_makers_and_models_are_those_of_the_catalog():
    devices = {row["name"]: row for row in of(shipped("ib-b200-superpod")).devices}
    assert (devices["spine1"]["manufacturer"], devices["spine1"]["device_type"]) == (
        "NVIDIA",
        "QM9700/QM9790",
    )
    assert (devices["ufm1"]["manufacturer"], devices["ufm1"]["device_type"]) == ("unknown", "ufm")


def test_the_json_says_the_same_as_the_csv():
    found = of(shipped("quickstart"))
    whole, tables = json.loads(netbox_json(found)), netbox_csv(found)
    assert list(tables) == ["1-devices.csv", "2-interfaces.csv", "3-cables.csv"]
    assert [row["name"] for row in read(tables["1-devices.csv"])] == [row["name"] for row in whole["devices"]]
    for row, nested in zip(read(tables["2-interfaces.csv"]), whole["interfaces"], strict=True):
        assert (row["device"], int(row["speed"])) == (nested["device"]["name"], nested["speed"])
    for row, nested in zip(read(tables["3-cables.csv"]), whole["cables"], strict=True):
        (end,) = nested["b_terminations"]
        assert (row["side_b_device"], row["side_b_name"]) == (
            end["object"]["device"]["name"],
            end["object"]["name"],
        )


def test_the_columns_are_those_of_the_import_forms():
    header = netbox_csv(of(shipped("quickstart")))["3-cables.csv"].splitlines()[0].split(",")
    assert {"side_a_device", "side_a_type", "side_a_name", "side_b_device", "type", "length_unit"} <= set(
        header
    )
