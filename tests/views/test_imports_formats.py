"""What four other programs say of a network is read as it is written; what they do not say stays unsaid."""

from __future__ import annotations

import pytest
from cases.foreign import AIR, HEDGEHOG, IBNETDISCOVER, SONIC, SONIC_DEVICES
from hypothesis import given
from hypothesis import strategies as st

from fabric.core.diagnostic import FabricError
from fabric.views.imports import Seen
from fabric.views.imports_formats import FORMATS
from fabric.views.imports_sonic import sonic_lab

TEXTS = {"sonic-lab": SONIC, "hedgehog": HEDGEHOG, "air": AIR, "ibnetdiscover": IBNETDISCOVER}


def links(network):
    return [(*link.a, *link.b, link.gbps) for link in network.links]


def test_links_of_sonics_lab_are_in_megabits():
    network = FORMATS["sonic-lab"]("links.csv", SONIC)
    assert links(network)[0] == ("Leaf_01", "Ethernet0", "server-02", "p4p1", 400)
    assert [seen.kind for seen in network.devices.values()] == ["switch", "host", "host", "switch"]
    assert network.devices["Leaf_01"] == Seen("Leaf_01", "switch")


def test_the_list_of_devices_says_system_and_profile():
    network = sonic_lab("links.csv", SONIC, ("devices.csv", SONIC_DEVICES))
    assert network.devices["Leaf_01"].hwsku == "Mellanox-SN5600-O128"
    assert network.devices["spine-01"] == Seen("spine-01", "switch", platform="eos")


def test_every_kind_of_connection_of_hedgehog_has_links_but_those_outside():
    network = FORMATS["hedgehog"]("wiring.yaml", HEDGEHOG)
    assert links(network) == [
        ("server-n00", "eth1", "leaf-1", "E1/1/1", None),
        ("server-n00", "eth2", "leaf-1", "E1/1/2", None),
        ("leaf-1", "E1/33", "spine-1", "E1/1", None),
    ]
    assert network.left_out == ("connection outside, which leads out of the fabric",)
    assert {name: seen.role for name, seen in network.devices.items()} == {
        "leaf-1": "leaf", "spine-1": "spine", "server-n00": "",
    }  # fmt: skip


def test_the_management_network_of_air_is_left_out():
    network = FORMATS["air"]("topology.json", AIR)
    assert links(network) == [
        ("leaf1", "swp9", "server01", "eth1", None),
        ("leaf1", "swp33", "spine1", "swp1", None),
    ]
    assert set(network.devices) == {"leaf1", "server01", "spine1"}
    assert network.devices["leaf1"] == Seen("leaf1", "switch", platform="cumulus", release="5.15.0")
    assert len(network.left_out) == 2


def test_a_dump_has_every_link_once_with_speed_and_model_whether_or_not_it_kept_its_tabs():
    network = FORMATS["ibnetdiscover"]("dump.txt", IBNETDISCOVER)
    assert links(network) == [
        ("leaf1", "1", "node01", "mlx5_3", 400),
        ("leaf1", "33", "spine1", "2", 400),
    ]
    assert network.devices["leaf1"].model == "MQM9700"


def test_a_node_of_sharp_is_no_host():
    words = '# "Mellanox Technologies Aggregation Node"'
    switch = next(line for line in IBNETDISCOVER.splitlines() if line.startswith("Switch"))
    dump = IBNETDISCOVER.replace(switch, f'{switch}\n[65]\t"H-77"[1](77) {words} lid 9 4xHDR')
    seen = FORMATS["ibnetdiscover"]("dump.txt", f'{dump}\nCa 1 "H-77" {words}\n')
    assert seen == FORMATS["ibnetdiscover"]("dump.txt", IBNETDISCOVER)


WRONG = {
    "sonic-lab-empty-cell": ("sonic-lab", (",p4p1,400000,1681", ",,400000,1681"), "f:2:1"),
    "sonic-lab-bandwidth": ("sonic-lab", ("400000,1682", "fast,1682"), "f:3:34"),
    "sonic-lab-column": ("sonic-lab", ("EndPort", "ToPort"), "f:1:1"),
    "hedgehog-yaml": ("hedgehog", ("kind: Server", "kind: [Server"), "f:18:9"),
    "hedgehog-port": ("hedgehog", ("port: spine-1/E1/1", "port: spine-1"), "f:37:42"),
    "hedgehog-name": ("hedgehog", ("{name: spine-1}", "{}"), "f:11:1"),
    "hedgehog-half": ("hedgehog", ("switch: {port: leaf-1/E1/1/1}", "switch: {}"), "f:27:23"),
    "air-json": ("air", ('"links": [', '"links": [,'), "f:18:13"),
    "air-node": ("air", ('"node": "server01"', '"node": "server99"'), "f:26:14"),
    "air-interface": ("air", ('"interface": "eth1",', ""), "f:24:5"),
    "air-one-end": ("air", (',\n    "exit"', ""), "f:49:4"),
    "dump-cut": ("ibnetdiscover", ("caguid=0xb0\nCa\t1", "#"), "f:9:6"),
    "dump-other": ("ibnetdiscover", ("vendid=", "hello "), "f:4:1"),
    "dump-link": ("ibnetdiscover", ("[33]\t", "[33 "), "f:10:1"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_has_its_line_and_column(case):
    form, (old, new), place = WRONG[case]
    assert old in TEXTS[form]
    with pytest.raises(FabricError) as failure:
        FORMATS[form]("f", TEXTS[form].replace(old, new, 1))
    assert place in [str(found.place) for found in failure.value.diagnostics]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("text", ["", "\n", "[" * 100_000, "{}", "- 1\n- 2", "a: &a [*a, *a]", "\u2028,\x85"])
def test_nonsense_is_told_and_never_a_traceback(form, text):
    with pytest.raises(FabricError):
        FORMATS[form]("f", text)


@pytest.mark.parametrize("form", FORMATS)
@given(data=st.data())
def test_a_file_cut_or_spoilt_anywhere_is_read_or_told(form, data):
    text = TEXTS[form]
    at = data.draw(st.integers(0, len(text)))
    put = data.draw(st.sampled_from(["", "\x00", ",", '"', "{", "é"]))
    spoilt = text[:at] + put + text[at + data.draw(st.integers(0, 9)) :]
    found = [*told(form, spoilt), *told(form, text[:at])]
    assert [one for one in found if one.place is None] == []


def told(form, text):
    try:
        FORMATS[form]("f", text)
    except FabricError as failure:
        return failure.diagnostics
    return ()
