"""The apply script does what nic.json says, finds nothing to do the second time, and can only read."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace

import pytest
from platforms.host.hosts import fabric, host, host_on, infiniband, infiniband_host, nic, qos
from platforms.host.test_words import artifacts

READS = (
    "mlxconfig -d",
    "ethtool -a",
    "ip -4 rule show",
    "sysctl -n",
    "cma_roce_tos -d",
    "cma_roce_mode -d",
    "mlnx_qos -i",
)


def test_a_second_run_finds_nothing_to_do(machine):
    first = machine(host(1))
    assert (first.returncode, first.stderr) == (
        0,
        "firmware settings were changed: reboot, or reset each NIC with mlxfwreset\n",
    )
    machine.traffic_class_kept()
    second = machine(host(1))
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert machine(host(1), "--check").returncode == 0


def test_what_is_applied_is_what_nic_json_says(machine):
    machine(host(1))
    qos = machine.state()["mlnx_qos rail1"]
    wanted = json.loads(artifacts(host())["nic.json"])["fabrics"]["backend"]["qos"]
    assert list(qos["map"].values()) == wanted["dscp_to_priority"]
    assert qos["trust"] == wanted["trust"]
    assert qos["pfc"] == "0,0,0,1,0,0,0,0"
    assert qos["cable"] == "10"
    assert machine.state()["mlxconfig 0000:01:00.0"]["CNP_DSCP_P1"] == "48"
    assert (machine.sys / "class/net/rail1/ecn/roce_np/cnp_dscp").read_text() == "48\n"
    assert (machine.sys / "class/net/rail1/mtu").read_text() == "9000\n"


def test_check_tells_what_differs_and_only_reads(machine):
    done = machine(host(), "--check")
    assert done.returncode == 2
    assert "rail1 trust: found 'pcp', wanted 'dscp'" in done.stdout
    assert "rail2 DSCP 48: found '', wanted '6'" in done.stdout
    for call in machine.state()["calls"]:
        name, flag, *rest = call.split()
        assert call.startswith(READS)
        assert name != "mlnx_qos" or (flag, len(rest)) == ("-i", 1)
        assert not {"-t", "-m", "--yes"} & set(rest)
    assert (machine.sys / "class/net/rail1/mtu").read_text() == "1500\n"


def test_one_foreign_edit_is_one_line(machine):
    machine(host(1))
    machine.traffic_class_kept()
    machine(host(1, cnp_dscp=47))
    changed = machine(host(1), "--check").stdout.splitlines()
    assert [line.split(":")[0].rpartition("/")[2] for line in changed] == ["0000", "0000", "cnp_dscp"]


def test_an_infiniband_host_has_its_link_type_set_and_nothing_else(machine):
    assert machine(infiniband_host()).returncode == 0
    calls = [call for call in machine.state()["calls"] if "query" not in call]
    assert calls == [f"mlxconfig -d 0000:0{n}:00.0 --yes set LINK_TYPE_P1=1" for n in (1, 2)]


def storage(**changes):
    """A second fabric: RoCE in class 5, on the other NIC of the machine."""
    classes = tuple(replace(c, number=5) if c.lossless else c for c in qos().classes)
    other = replace(
        qos(), dscp_to_class=tuple(5 if n == 3 else n for n in qos().dscp_to_class), classes=classes
    )
    nics = (replace(nic(2), table=302),)
    return fabric(**{"name": "storage", "nics": nics, "qos": other, "dcqcn": False} | changes)


@pytest.mark.proof
def test_each_fabric_of_a_host_has_its_own_settings(machine):
    shared = host_on(fabric(1), storage())
    assert machine(shared).returncode == 0
    machine.traffic_class_kept()
    again = machine(shared)
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    state = machine.state()
    assert [state[f"mlnx_qos rail{n}"]["pfc"] for n in (1, 2)] == ["0,0,0,1,0,0,0,0", "0,0,0,0,0,1,0,0"]
    assert [state[f"mlnx_qos rail{n}"]["map"]["26"] for n in (1, 2)] == [3, 5]
    assert [state[f"tos mlx5_{n}"] for n in (0, 1)] == ["106", "104"]
    assert state["rule 3102"] == "3102:\tfrom all oif rail2 lookup 302 "


def test_infiniband_and_roce_on_one_host_have_each_their_link_type(machine):
    assert machine(host_on(infiniband(1), storage())).returncode == 0
    kept = [machine.state()[f"mlxconfig 0000:0{n}:00.0"]["LINK_TYPE_P1"] for n in (1, 2)]
    assert kept == ["1", "ETH(2)"]
    assert "mlnx_qos rail1" not in machine.state()


def test_an_adapter_without_a_known_tool_is_left_to_hands_but_its_rail_is_not(machine):
    done = machine(host(nics=(nic(1, "pollara-400"),)))
    assert done.returncode == 1
    assert done.stderr == "rail1: no tool is known for a pollara-400, set it by hand as nic.json says\n"
    assert machine.state()["rule 1101"] == "1101:\tfrom all oif rail1 lookup 101 "
    assert machine.state()["sysctl net.ipv4.conf.rail1.arp_ignore"] == "2"


def test_an_unknown_argument_is_a_matter_of_usage(machine):
    assert machine(host(), "--chekc").returncode == 64


@pytest.mark.parametrize(
    "config",
    [
        host(),
        host(8),
        infiniband_host(),
        host(nics=()),
        host_on(fabric(1), storage()),
        host(nics=(nic(1, "thor-2"),)),
        host(nics=(nic(1, "gaudi-3"),)),
        host(dcqcn=False, spectrum_x=True),
        host_on(fabric(1), storage(nics=(replace(nic(2, "thor-2"), table=302),))),
    ],
)
@pytest.mark.parametrize("name", ["apply.sh", "report.sh"])
def test_the_script_is_a_script(tmp_path, config, name):
    script = tmp_path / name
    script.write_text(artifacts(config)[name])
    assert subprocess.run(["bash", "-n", str(script)], capture_output=True, check=False).stderr == b""
    if shutil.which("shellcheck"):
        found = subprocess.run(["shellcheck", str(script)], capture_output=True, text=True, check=False)
        assert found.stdout == ""
