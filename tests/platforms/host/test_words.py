"""What a host is told: NIC settings that match the switches, a table to each rail, NCCL's environment."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from platforms.host.hosts import host, infiniband_host, nic, qos

from fabric.platforms.host import PLATFORM
from fabric.render import environment, render

ENVIRONMENT = environment()


def artifacts(config):
    return {artifact.name: artifact.text for artifact in render(PLATFORM, config, ENVIRONMENT)}


@pytest.mark.parametrize("name", [name for name in PLATFORM.templates if "*" not in name])
@pytest.mark.parametrize("config", [host(), infiniband_host()], ids=["roce", "infiniband"])
def test_the_golden_files(golden, config, name):
    golden(f"artifacts/host/{config.fabrics[0].transport}/{name}", artifacts(config)[name])


@pytest.mark.parametrize("name", ["70-fabric-rail1.network", "70-fabric-rail2.link"])
def test_the_golden_files_of_systemd(golden, name):
    part = host().fabrics[0]
    nics = tuple(replace(nic, pci=f"0000:{nic.number:02x}:00.0") for nic in part.nics)
    config = replace(host(), network="systemd-networkd", fabrics=(replace(part, nics=nics),))
    golden(f"artifacts/host/systemd/{name}", artifacts(config)[name])


def variables(config):
    return dict(line.split("=", 1) for line in artifacts(config)["nccl.env"].splitlines())


def test_the_byte_of_roce_traffic_is_its_code_point_and_ect():
    assert variables(host())["NCCL_IB_TC"] == "106"
    assert int(variables(host())["NCCL_IB_TC"]) >> 2 == 26


def test_without_dcqcn_nothing_is_marked_as_able_to_heed_marking():
    assert variables(host(dcqcn=False))["NCCL_IB_TC"] == "104"


def test_where_spectrum_x_rules_packets_heed_marks_and_dcqcn_is_left_alone():
    made = artifacts(host(dcqcn=False, spectrum_x=True))
    assert variables(host(dcqcn=False, spectrum_x=True))["NCCL_IB_TC"] == "106"
    assert 'want_firmware "$pci" "USER_PROGRAMMABLE_CC" 1' in made["apply.sh"]
    assert "roce_rp/enable" not in made["apply.sh"]
    assert '"spectrum_x": true' in made["nic.json"]


def test_exact_adapters_are_named():
    assert variables(host(3))["NCCL_IB_HCA"] == "=mlx5_0:1,mlx5_1:1,mlx5_2:1"


@pytest.mark.parametrize(
    ("model", "rdma", "expected"),
    [
        ("connectx-8", "", "mlx5_0"),
        ("bluefield-3", "", "mlx5_0"),
        ("thor-2", "", "bnxt_re0"),
        ("pollara-400", "", "ionic_0"),
        ("gaudi-3", "", ""),
        ("thor-2", "roce", "roce0"),
    ],
)
def test_an_rdma_device_bears_its_drivers_word_or_the_sites(model, rdma, expected):
    nics = (replace(nic(1, model), rdma=rdma),)
    part = json.loads(artifacts(host(nics=nics))["nic.json"])["fabrics"]["backend"]
    assert part["nics"]["rail1"]["rdma_device"] == expected


def test_adapters_of_unknown_names_are_left_to_nccl():
    assert "NCCL_IB_HCA" not in variables(host(nics=(nic(1, "thor-ultra"),)))


def test_infiniband_has_neither_addresses_nor_a_traffic_class():
    found = artifacts(infiniband_host())
    assert yaml.safe_load(found["netplan.yaml"]) == {"network": {"version": 2, "renderer": "networkd"}}
    assert variables(infiniband_host()) == {"NCCL_IB_HCA": "=mlx5_0:1,mlx5_1:1"}
    assert "qos" not in json.loads(found["nic.json"])["fabrics"]["backend"]


@given(st.integers(1, 16))
def test_each_rail_has_a_table_and_rules_of_its_own(rails):
    ethernets = yaml.safe_load(artifacts(host(rails))["netplan.yaml"])["network"]["ethernets"]
    assert len(ethernets) == rails
    tables = [{route["table"] for route in port["routes"]} for port in ethernets.values()]
    assert all(len(table) == 1 for table in tables)
    assert len(set.union(*tables)) == rails
    for port in ethernets.values():
        (rule,) = port["routing-policy"]
        assert port["addresses"][0].split("/")[0] + "/32" == rule["from"]
        assert {rule["table"]} == {route["table"] for route in port["routes"]}
        assert not any(route["to"] == "default" for route in port["routes"])


def test_shares_that_are_not_whole_leave_the_scheduler_alone():
    classes = tuple(replace(c, bandwidth_pct=None) if c.number == 0 else c for c in qos().classes)
    text = artifacts(host(qos=replace(qos(), classes=classes)))["apply.sh"]
    assert " -p 0,0" not in text
    assert " -p 0,0,0,3,0,0,6,0 " in artifacts(host())["apply.sh"]


def test_a_subnet_manager_is_no_host():
    with pytest.raises(TypeError, match="is no host"):
        PLATFORM.context(qos().classes[0])
