"""An imported network is the network: what the file and the user say, no more, and the same links."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from cases.foreign import AIR, HEDGEHOG, IBNETDISCOVER, SONIC, SONIC_DEVICES
from cases.repositories import Texts, shipped

from fabric.catalog import load_catalog
from fabric.core.diagnostic import FabricError
from fabric.device import build
from fabric.intent import read_intent
from fabric.topology import Role, expand
from fabric.twin.ibsim import program, simulator
from fabric.twin.netlist import netlist, node_id, subnet_size
from fabric.views.imports_formats import FORMATS
from fabric.views.imports_given import given
from fabric.views.imports_intent import drafted
from fabric.views.imports_sonic import sonic_lab

CATALOG = load_catalog()
TWIN = "fat-tree-ib"


def draft(network, *words, models=()):
    return drafted(network, "made", given(models, words), CATALOG)


def site_of(made):
    return read_intent(Texts({f"site/{name}": text for name, text in made.files.items()}), "site")[0]


def fabric_of(made, name="backend"):
    return expand(site_of(made), name, CATALOG)


def ends(fabric):
    return {(str(link.a), str(link.b), link.speed_gbps) for link in fabric.links}


def test_a_lab_of_sonic_expands_with_models_from_profiles_and_from_the_user():
    network = sonic_lab("links.csv", SONIC, ("devices.csv", SONIC_DEVICES))
    words = ("release=1", "host=hgx-h200", "nic=connectx-7")
    made = draft(network, *words, models=("spine*=arista-7060x6-64pe",))
    assert made.unsaid == ()
    assert made.derived == ("roles of `leaf-01`, `spine-01`, from what they are linked to",)
    assert ends(fabric_of(made)) == {
        ("pod1-host1:1/1", "leaf-01:1/1", 400),
        ("pod1-host2:1/1", "leaf-01:1/5", 400),
        ("leaf-01:33/1", "spine-01:1/1", 400),
    }
    assert "server-10:p4p1,pod1-host2:1\n" in made.files["names.csv"]


def test_ports_of_hedgehog_are_cages_and_their_children():
    words = ("release=5.16", "host=hgx-h200", "nic=connectx-7", "speed=400G")
    made = draft(FORMATS["hedgehog"]("w", HEDGEHOG), *words, models=("nvidia-sn5600",))
    assert ends(fabric_of(made)) == {
        ("pod1-host1:1/1", "leaf-1:1/1", 400),
        ("pod1-host1:2/1", "leaf-1:1/5", 400),
        ("leaf-1:33/1", "spine-1:1/1", 400),
    }
    assert made.derived == ()


def test_what_air_does_not_say_is_told():
    made = draft(FORMATS["air"]("t", AIR))
    assert [words.partition(" (")[0] for words in made.unsaid] == [
        "model of `leaf1`, `spine1`",
        "model of the hosts",
        "model of their NICs",
        "speed of the links: that of modules or NICs counts",
    ]
    assert all(f"# Missing: {words}.\n" in made.files["site.yaml"] for words in made.unsaid)
    with pytest.raises(FabricError) as failure:
        site_of(made)
    assert {found.code for found in failure.value.diagnostics} == {"INT-003"}


def test_a_dump_says_models_rates_and_numbers_of_adapters():
    words = ("host=dgx-b200", "nic=connectx-7", "subnet=6.19", "fabric=compute")
    made = draft(FORMATS["ibnetdiscover"]("d", IBNETDISCOVER), *words)
    assert made.unsaid == ()
    assert ends(fabric_of(made, "compute")) == {
        ("pod1-host1:1/1", "leaf1:1/1", 400),
        ("leaf1:17/1", "spine1:1/5", 400),
    }
    assert site_of(made).hosts["pod1"].nics["compute"].adapter_numbers == (3,)


def test_a_number_of_a_port_is_no_place_without_the_model():
    made = draft(FORMATS["ibnetdiscover"]("d", IBNETDISCOVER.replace("MQM9700", "SOMETHING")))
    assert "leaf1:port-33,spine1:port-2,400G" in made.files["links.csv"]


def manager():
    design = shipped(TWIN).designs["compute"]
    return design, build([design], design.fabric.of_role(Role.MANAGER)[0].name)


def imported(dump, design):
    tiers = {device.name: device.role for device in design.fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE)}
    roles = [f"role:{name}={role}" for name, role in tiers.items()]
    words = ("host=dgx-b200", "nic=connectx-7", "subnet=6.19", "fabric=compute", "speed=400G", *roles)
    return draft(FORMATS["ibnetdiscover"]("dump", dump), *words, models=("nvidia-qm9700",))


def test_the_netlist_of_the_twin_gives_the_links_of_the_intent_back():
    design, config = manager()
    assert ends(fabric_of(imported(netlist(config), design), "compute")) == ends(design.fabric)


def test_roles_follow_from_the_links_of_the_twin():
    design, config = manager()
    made = draft(FORMATS["ibnetdiscover"]("dump", netlist(config)), models=("nvidia-qm9700",))
    for device in design.fabric.of_role(Role.LEAF, Role.SPINE, Role.CORE):
        assert f"    {device.name}: {{role: {device.role}," in made.files["site.yaml"]


@pytest.mark.judge("opensm")
def test_what_ibnetdiscover_prints_of_the_twin_gives_the_links_of_the_intent_back():
    design, config = manager()
    own = next(node for node in config.nodes if node.role is Role.MANAGER)
    with (
        TemporaryDirectory() as folder,
        simulator(netlist(config), subnet_size(config), node_id(own), Path(folder)) as running,
    ):
        dump = running.run(program("ibnetdiscover"), seconds=60)
    assert ends(fabric_of(imported(dump, design), "compute")) == ends(design.fabric)


def test_two_switches_of_one_name_are_told():
    text = SONIC.replace("spine-01", "LEAF-01")
    with pytest.raises(FabricError, match="IMP-002"):
        draft(FORMATS["sonic-lab"]("links.csv", text))


@pytest.mark.parametrize(
    ("models", "words", "code"),
    [(("core*=x",), (), "IMP-003"), ((), ("colour=red",), "IMP-004"), ((), ("platform",), "IMP-004")],
)
def test_what_the_user_says_must_say_something(models, words, code):
    with pytest.raises(FabricError, match=code):
        draft(FORMATS["sonic-lab"]("links.csv", SONIC), *words, models=models)
