"""Hosts on several fabrics: one unit with one set of artifacts, in which nothing meets and nothing moves."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter, defaultdict
from functools import cache
from ipaddress import ip_network

import pytest
import yaml
from cases.repositories import compiled, edited, shipped
from cases.shared_hosts import ALONE, BOTH, MIXED, TURNED, site

from fabric.device import SubnetManagerConfig
from fabric.pipeline.rendering import rendered
from fabric.pipeline.walking import judged, read_hops, walks
from fabric.views.explaining import explain
from fabric.views.manifest import cables, manifest

SITES = {"roce": BOTH, "mixed": MIXED}


@cache
def made(text):
    return compiled(site(text))


@cache
def artifacts(text):
    found = defaultdict(dict)
    for artifact in rendered(made(text)):
        assert artifact.name not in found[artifact.unit], f"`{artifact.unit}` has two {artifact.name}"
        found[artifact.unit][artifact.name] = artifact.text
    return found


def netplan(text, host):
    return yaml.safe_load(artifacts(text)[host]["netplan.yaml"])["network"]["ethernets"]


def parts(text, host):
    return json.loads(artifacts(text)[host]["nic.json"])["fabrics"]


def variables(text, host):
    return dict(line.split("=", 1) for line in artifacts(text)[host]["nccl.env"].splitlines())


def rows(text):
    return list(csv.DictReader(io.StringIO(cables(made(text)))))


@pytest.mark.parametrize("text", SITES.values(), ids=SITES)
def test_every_unit_is_there_once_with_all_its_fabrics(text):
    units = [unit for _, unit in made(text).units()]
    assert [name for name, times in Counter(unit.name for unit in units).items() if times > 1] == []
    assert {unit.name: unit.fabrics for unit in units if unit.role == "host"} == {
        **dict.fromkeys((f"pod1-host{n}" for n in (1, 2, 3)), ("backend", "storage")),
        **dict.fromkeys((f"pod2-host{n}" for n in (1, 2)), ("backend",)),
        **dict.fromkeys((f"pod3-host{n}" for n in (1, 2)), ("storage",)),
    }
    assert artifacts(text).keys() == {unit.name for unit in units}


@pytest.mark.parametrize("text", SITES.values(), ids=SITES)
def test_a_host_has_one_set_of_artifacts(text):
    names = {"apply.sh", "report.sh", "fabric-nic.service", "nccl.env", "netplan.yaml", "nic.json"}
    hosts = [name for name in artifacts(text) if "-host" in name]
    assert {name: set(artifacts(text)[name]) for name in hosts} == dict.fromkeys(hosts, names)


@pytest.mark.parametrize("text", SITES.values(), ids=SITES)
def test_the_bytes_are_the_same_each_time(text):
    again = compiled(site(text))
    first, second = ([(a.unit, a.name, a.text) for a in rendered(build)] for build in (made(text), again))
    assert first == second
    assert cables(again) == cables(made(text))


@pytest.mark.parametrize("text", SITES.values(), ids=SITES)
def test_the_manifest_names_the_fabrics_of_every_unit(text):
    digests = {unit: dict.fromkeys(texts, "") for unit, texts in artifacts(text).items()}
    found = json.loads(manifest(made(text), digests))["units"]
    assert {name: row["fabrics"] for name, row in found.items()} == {
        unit.name: list(unit.fabrics) for _, unit in made(text).units()
    }
    assert {name: set(row["artifacts"]) for name, row in found.items()} == {
        unit: set(texts) for unit, texts in artifacts(text).items()
    }


@pytest.mark.parametrize("text", SITES.values(), ids=SITES)
def test_ports_are_called_the_same_in_cables_settings_and_addresses(text):
    cabled = {(r["a_device"], r["fabric"], r["a_name"]): (r["b_device"], r["b_name"]) for r in rows(text)}
    set_up = {
        (host, fabric, name): (nic["peer"], nic["peer_port"])
        for host in artifacts(text)
        if "-host" in host
        for fabric, part in parts(text, host).items()
        for name, nic in part["nics"].items()
    }
    assert set_up == {end: peer for end, peer in cabled.items() if "-host" in end[0]}
    names = {name for host, fabric, name in set_up if fabric == "storage" and host == "pod1-host1"}
    assert names == {"storage1", "storage2"}


@pytest.mark.parametrize("text", SITES.values(), ids=SITES)
def test_no_end_of_a_cable_is_named_twice(text):
    ends = Counter((row[f"{end}_device"], row[f"{end}_name"]) for row in rows(text) for end in "ab")
    assert [end for end, times in ends.items() if times > 1] == []


@pytest.mark.parametrize("text", SITES.values(), ids=SITES)
def test_adapters_of_a_host_are_told_apart(text):
    for host in (name for name in artifacts(text) if "-host" in name):
        devices = [n["rdma_device"] for part in parts(text, host).values() for n in part["nics"].values()]
        assert len(set(devices)) == len(devices)


def test_every_port_has_a_table_and_rules_that_no_other_has():
    found = netplan(BOTH, "pod1-host1")
    assert {name: port["routes"][0]["table"] for name, port in found.items()} == {
        "rail1": 101, "rail2": 102, "rail3": 103, "rail4": 104, "storage1": 301, "storage2": 302,
    }  # fmt: skip
    rules = [rule for port in found.values() for rule in port["routing-policy"]]
    assert len({rule["priority"] for rule in rules}) == len({rule["from"] for rule in rules}) == 6
    script = artifacts(BOTH)["pod1-host1"]["apply.sh"].splitlines()
    oif = [line.split()[1:] for line in script if line.startswith("rail ")]
    assert {name: int(table) for name, table, _ in oif} == {
        n: p["routes"][0]["table"] for n, p in found.items()
    }
    priorities = [int(priority) for _, _, priority in oif] + [rule["priority"] for rule in rules]
    assert len(set(priorities)) == 12
    assert max(priorities) < 32766  # the kernel's rule for table main


def test_a_table_reaches_the_networks_of_its_own_fabric_only():
    for name, port in netplan(BOTH, "pod1-host1").items():
        pool = ip_network("100.64.0.0/10" if name.startswith("rail") else "100.0.0.0/12")
        link, rest = (ip_network(route["to"]) for route in port["routes"])
        assert rest == pool
        assert link.subnet_of(pool)


def test_ports_have_the_packet_size_and_classes_of_their_fabric():
    found = netplan(BOTH, "pod1-host1")
    assert {name: port["mtu"] for name, port in found.items() if name[-1] == "1"} == {
        "rail1": 9000,
        "storage1": 9214,
    }
    lossless = {name: part["qos"]["pfc"] for name, part in parts(BOTH, "pod1-host1").items()}
    assert lossless == {"backend": [3], "storage": [5]}


def test_a_host_on_one_fabric_has_nothing_of_the_other():
    assert list(netplan(BOTH, "pod2-host1")) == ["rail1", "rail2", "rail3", "rail4"]
    assert list(netplan(BOTH, "pod3-host1")) == ["storage1", "storage2"]
    assert "storage" not in "".join(artifacts(BOTH)["pod2-host1"].values())
    assert "backend" not in "".join(artifacts(BOTH)["pod3-host1"].values())


@pytest.mark.parametrize("text", [BOTH, TURNED], ids=["backend first", "storage first"])
def test_gpus_use_the_fabric_with_rails(text):
    assert variables(text, "pod1-host1") == {
        "NCCL_IB_HCA": "=mlx5_0:1,mlx5_1:1,mlx5_2:1,mlx5_3:1",
        "NCCL_IB_ROCE_VERSION_NUM": "2",
        "NCCL_IB_TC": "106",
    }


def test_without_rails_gpus_use_the_fabric_with_most_ports():
    flat = edited(
        BOTH,
        ("kind: rail-optimised\n      rails: 4\n      leaf: {", "kind: leaf-spine\n      leaf: {count: 4, "),
    )
    (chosen,) = {
        one.config(unit).collective
        for one in [made(flat)]
        for _, unit in one.units()
        if unit.name == "pod1-host1"
    }
    assert chosen == "backend"
    assert list(netplan(flat, "pod1-host1"))[:2] == ["backend1", "backend2"]


def test_infiniband_ports_have_no_addresses_beside_roce_ports_that_have():
    assert list(netplan(MIXED, "pod1-host1")) == ["storage1", "storage2"]
    assert variables(MIXED, "pod1-host1") == {"NCCL_IB_HCA": "=mlx5_0:1,mlx5_3:1,mlx5_4:1,mlx5_5:1"}
    script = artifacts(MIXED)["pod1-host1"]["apply.sh"]
    assert [line for line in script.splitlines() if line.startswith("nic ")] == [
        "nic rail1 mlx5_0", "nic rail2 mlx5_3", "nic rail3 mlx5_4", "nic rail4 mlx5_5",
        "nic storage1 mlx5_1", "nic storage2 mlx5_2",
    ]  # fmt: skip


def test_the_subnet_manager_knows_adapters_by_the_numbers_of_the_host():
    build = made(MIXED)
    manager = next(c for _, unit in build.units() if isinstance(c := build.config(unit), SubnetManagerConfig))
    assert [(node.name, node.guid) for node in manager.nodes if node.name.startswith("pod1-host1 ")] == [
        (f"pod1-host1 mlx5_{number}", f"b83fd20300011{place:03}") for place, number in enumerate((0, 3, 4, 5))
    ]


TWO_KINDS_OF_NICS = (
    "nics: {backend: {model: connectx-7, count: 4}, storage: {model: connectx-7, count: 2, adapters: [4-5]}}}"
)
GROWTH = {
    "a fabric": (ALONE, BOTH),
    "a fabric before the others": (ALONE, TURNED),
    "hosts": (BOTH, edited(BOTH, ("pod1: {count: 3", "pod1: {count: 5"))),
    "a fabric for a pod": (
        BOTH,
        edited(
            BOTH,
            (
                "nics: {backend: {model: connectx-7, count: 4}}}",
                TWO_KINDS_OF_NICS,
            ),
        ),
    ),
}


@pytest.mark.parametrize(("before", "after"), GROWTH.values(), ids=GROWTH)
def test_growth_moves_nothing_of_a_host(before, after):
    for host in ("pod1-host1", "pod1-host3", "pod2-host1"):
        old, new = netplan(before, host), netplan(after, host)
        assert {name: new[name] for name in old} == old
        for fabric, part in parts(before, host).items():
            grown = parts(after, host)[fabric]
            assert {name: grown["nics"][name] for name in part["nics"]} == part["nics"]
            assert grown["qos"] == part["qos"]
        assert variables(after, host) == variables(before, host)


def test_nothing_of_a_host_follows_from_the_order_of_fabrics_in_the_file():
    hosts = [name for name in artifacts(BOTH) if "-host" in name]
    assert {name: artifacts(TURNED)[name] for name in hosts} == {
        name: artifacts(BOTH)[name] for name in hosts
    }


def test_a_host_on_one_fabric_is_not_touched_by_another_fabric():
    assert artifacts(BOTH)["pod2-host1"] == artifacts(ALONE)["pod2-host1"]


def test_the_ports_of_a_host_are_explained_by_fabric_and_by_name():
    whole = explain(made(BOTH), "pod1-host1")
    assert [(one.fabric, [port.name for port in one.ports]) for one in whole] == [
        ("backend", ["rail1", "rail2", "rail3", "rail4"]),
        ("storage", ["storage1", "storage2"]),
    ]
    assert {v.value for one in whole for v in one.values if v.field == "collective"} == {"backend"}
    (port,) = explain(made(BOTH), "pod1-host1:storage2")
    values = {value.field: (value.value, value.origin.intent) for value in port.values}
    assert values["table"] == (302, ("fabrics", "storage", "addressing", "host_table"))
    assert values["adapter"] == (5, ("hosts", "pod1", "nics", "storage", "adapters"))
    assert values["interface"] == ("storage2", ("fabrics", "storage", "host_interfaces"))


def test_a_host_has_nothing_to_do_on_an_out_of_band_fabric():
    build = shipped("four-fabrics")
    unit = next(unit for _, unit in build.units() if unit.name == "pod1-host1")
    assert unit.fabrics == ("backend", "frontend", "oob", "storage")
    assert [part.name for part in build.config(unit).fabrics] == ["backend", "frontend", "storage"]
    assert all("bmc" not in made.text for made in build.artifacts(unit))


def test_each_fabric_is_walked_with_the_ports_that_hosts_have_on_it():
    build = shipped("four-fabrics")
    by_fabric = {walk.design.fabric.name: walk for walk in walks(build, read_hops(build))}
    ports = {name: set(walk.hops["pod1-host1"].ports) for name, walk in by_fabric.items() if name != "oob"}
    assert ports["storage"] == {"storage1", "storage2"}
    assert ports["frontend"] == {"frontend1", "frontend2"}
    assert len(ports["backend"]) == 8
    assert "pod1-host1" not in by_fabric["oob"].hops
    assert judged(build, by_fabric.values()) == ()
