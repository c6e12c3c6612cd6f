"""Port names, lanes and breakout modes are those of the vendors' own files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from fabric.catalog import (
    CatalogError,
    alias,
    breakout_mode,
    ib_port_number,
    lanes,
    load_catalog,
    port_name,
    subport,
)
from fabric.catalog.ports import read_breakout

CATALOG = load_catalog()
LEAF = CATALOG.switch("arista-7060x6-64pe")
SPINE = CATALOG.switch("nvidia-sn5600")
QUANTUM = CATALOG.switch("nvidia-qm9700")
SAMPLES = Path(__file__).parents[3] / "shared" / "sonic-yang" / "samples"


class P(NamedTuple):
    cage: int
    lane: int
    lanes: int


@pytest.mark.parametrize(
    ("switch", "nos", "port", "name"),
    [
        (LEAF, "eos", P(1, 1, 4), "Ethernet1/1"),
        (LEAF, "eos", P(1, 5, 4), "Ethernet1/5"),
        (LEAF, "eos", P(64, 1, 8), "Ethernet64/1"),
        (LEAF, "eos", P(3, 7, 2), "Ethernet3/7"),
        (LEAF, "eos", P(65, 1, 1), "Ethernet65"),
        (LEAF, "sonic", P(1, 1, 4), "Ethernet0"),
        (LEAF, "sonic", P(1, 5, 4), "Ethernet4"),
        (LEAF, "sonic", P(2, 1, 8), "Ethernet8"),
        (LEAF, "sonic", P(66, 1, 1), "Ethernet513"),
        (SPINE, "cumulus", P(17, 1, 4), "swp17s0"),
        (SPINE, "cumulus", P(17, 5, 4), "swp17s1"),
        (SPINE, "cumulus", P(17, 1, 8), "swp17"),
        (SPINE, "cumulus", P(17, 7, 2), "swp17s3"),
        (QUANTUM, "ib", P(3, 1, 4), "1/3/1"),
        (QUANTUM, "ib", P(3, 5, 4), "1/3/2"),
        (QUANTUM, "ib", P(3, 7, 2), "1/3/2/2"),
        (CATALOG.switch("nvidia-q3400-ra"), "ib", P(9, 1, 4), "sw9p1"),
        (CATALOG.switch("micas-w6940-64oc"), "sonic", P(1, 1, 8), "Ethernet1"),
        (CATALOG.switch("dell-z9664f-on"), "sonic", P(2, 1, 8), "Ethernet4"),
    ],
    ids=lambda value: str(getattr(value, "id", value)),
)
def test_a_port_has_the_vendor_s_name(switch, nos, port, name):
    assert port_name(switch, nos, port) == name


def test_switches_of_one_name_keep_their_own_port_names():
    own = LEAF.model_copy(
        update={"names": {"eos": LEAF.names["eos"].model_copy(update={"whole": "Et{cage}"})}}
    )
    assert [port_name(switch, "eos", P(9, 1, 8)) for switch in (LEAF, own, LEAF)] == [
        "Ethernet9/1", "Et9", "Ethernet9/1",
    ]  # fmt: skip


def test_the_lanes_of_the_7060x6_are_not_sequential():
    assert lanes(LEAF, P(1, 1, 8)) == tuple(range(17, 25))
    assert lanes(LEAF, P(2, 1, 8)) == tuple(range(1, 9))
    assert lanes(LEAF, P(1, 5, 4)) == (21, 22, 23, 24)
    assert lanes(SPINE, P(1, 1, 8)) == tuple(range(8))
    assert lanes(CATALOG.switch("nvidia-sn5640"), P(66, 1, 1)) == (520,)


@pytest.mark.parametrize("switch", [LEAF, SPINE], ids=lambda switch: switch.id)
def test_no_lane_serves_two_cages(switch):
    cages = switch.cages[0]
    used = [lane for cage in range(1, cages.count + 1) for lane in lanes(switch, P(cage, 1, cages.lanes))]
    assert len(used) == len(set(used)) == cages.count * cages.lanes


@pytest.mark.parametrize(
    ("switch", "sample"),
    [(LEAF, "th5-o128-leaf-hwsku-defaults.json"), (SPINE, "sn5600-o128-leaf-dynamic-hwsku-defaults.json")],
    ids=["arista-7060x6-64pe", "nvidia-sn5600"],
)
def test_every_port_agrees_with_the_generated_sonic_configuration(switch, sample):
    path = SAMPLES / sample
    if not path.exists():
        pytest.skip("the generated SONiC configurations are not here")
    shipped = json.loads(path.read_text())["PORT"]
    ports = [P(cage, lane, 4) for cage in range(1, 65) for lane in (1, 5)]
    made = {
        port_name(switch, "sonic", port): (
            alias(switch, port),
            ",".join(map(str, lanes(switch, port))),
            str(port.cage),
        )
        for port in ports
    }
    assert made == {name: (row["alias"], row["lanes"], row["index"]) for name, row in shipped.items()}


def test_sonic_counts_the_children_of_a_cage_from_one_and_a_whole_cage_as_zero():
    assert [subport(LEAF, P(1, 1, 8)), subport(LEAF, P(1, 1, 4)), subport(LEAF, P(1, 5, 4))] == [0, 1, 2]


def test_breakout_modes_are_spelled_as_the_platform_spells_them():
    assert breakout_mode(LEAF, P(1, 1, 8), 800) == "1x800G[400G]"
    assert breakout_mode(LEAF, P(1, 1, 8), 400) == "1x400G"
    assert breakout_mode(LEAF, P(1, 5, 4), 400) == "2x400G"
    assert breakout_mode(SPINE, P(1, 1, 4), 400) == "2x400G[200G,100G,50G,40G,25G,10G]"
    assert breakout_mode(SPINE, P(1, 1, 4), 200) == "2x400G[200G,100G,50G,40G,25G,10G]"


def test_a_breakout_the_platform_lacks_names_the_modes_it_has():
    with pytest.raises(CatalogError, match="8 x 100G") as found:
        breakout_mode(SPINE, P(1, 1, 1), 100)
    assert "4x200G" in found.value.hint


def test_a_breakout_mode_is_read():
    mode = read_breakout("2x400G[200G](4)")
    assert mode is not None
    assert (mode.children, mode.gbps, mode.lanes) == (2, (400.0, 200.0), 4)
    assert read_breakout("2x400G[200G](4)+1x800G[400G](4)") is None
    copper = read_breakout("1x1000[100,10]")
    assert copper is not None
    assert copper.gbps == (1.0, 0.1, 0.01)


def test_infiniband_counts_two_ports_a_cage():
    assert [ib_port_number(QUANTUM, P(1, 1, 4)), ib_port_number(QUANTUM, P(3, 1, 4))] == [1, 5]
    assert ib_port_number(QUANTUM, P(32, 5, 4)) == 64


def test_infiniband_numbers_of_split_ports_are_not_guessed():
    with pytest.raises(CatalogError, match="only halves"):
        ib_port_number(QUANTUM, P(1, 1, 2))


@pytest.mark.parametrize("port", [P(0, 1, 8), P(67, 1, 1), P(1, 5, 8), P(1, 3, 4), P(1, 0, 4)], ids=str)
def test_a_port_that_does_not_exist_is_refused(port):
    with pytest.raises(CatalogError, match="has no port at cage"):
        port_name(LEAF, "eos", port)


def test_an_operating_system_the_switch_does_not_run_is_refused():
    with pytest.raises(CatalogError, match="no port names for `cumulus`"):
        port_name(LEAF, "cumulus", P(1, 1, 8))


@pytest.mark.parametrize(
    ("port", "own"),
    [
        (P(1, 1, 8), (5, 6, 7, 8)),
        (P(17, 5, 4), (143, 144)),
        (P(17, 7, 2), (144,)),
        (P(64, 1, 8), (253, 254, 255, 256)),
        (P(65, 1, 1), (258,)),
    ],
)
def test_a_gearbox_makes_a_cage_of_fewer_lanes_of_the_asic(port, own):
    assert lanes(CATALOG.switch("dell-z9664f-on"), port) == own


def test_unknown_lanes_are_not_guessed():
    with pytest.raises(CatalogError, match="lanes of `celestica-ds5000` cage 1 are not known"):
        lanes(CATALOG.switch("celestica-ds5000"), P(1, 1, 8))
