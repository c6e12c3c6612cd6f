"""A machine with two factory-new NICs, on which scripts of a host run for real."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from platforms.host.test_words import artifacts

TOOLS = Path(__file__).parent / "tools.py"
NAMES = (
    "mlnx_qos",
    "mlxconfig",
    "ethtool",
    "ip",
    "sysctl",
    "cma_roce_tos",
    "cma_roce_mode",
    "lldpctl",
    "mlxreg",
    "dcb",
    "uname",
)


@pytest.fixture
def machine(tmp_path):
    """Return a function that runs the apply script of a host on a machine with two factory-new NICs."""
    sys_, tools = tmp_path / "sys", tmp_path / "tools"
    tools.mkdir()
    for name in NAMES:
        stand_in = tools / name
        stand_in.write_text(f'#!/bin/sh\nexec {sys.executable} -IS {TOOLS} {name} "$@"\n')
        stand_in.chmod(0o755)
    for number in (1, 2):
        pci = tmp_path / f"0000:0{number}:00.0"
        (pci / "infiniband" / f"mlx5_{number - 1}").mkdir(parents=True)
        net, rdma = sys_ / f"class/net/rail{number}", sys_ / f"class/infiniband/mlx5_{number - 1}"
        for folder in (net / "ecn/roce_np/enable", net / "ecn/roce_rp/enable", rdma / "tc/1"):
            folder.mkdir(parents=True)
        (net / "device").symlink_to(pci)
        (rdma / "device").symlink_to(pci)
        (net / "mtu").write_text("1500\n")
        (net / "speed").write_text("400000\n")
        (net / "operstate").write_text("up\n")
        (net / "ecn/roce_np/cnp_dscp").write_text("4\n")
        (rdma / "tc/1/traffic_class").write_text("")
        for kind in ("np", "rp"):
            (net / f"ecn/roce_{kind}/enable/3").write_text("0\n")

    def run(config, *arguments, name="apply.sh"):
        script = tmp_path / name
        script.write_text(artifacts(config)[name])
        path = f"{tools}:{os.environ['PATH']}"
        places = {"PATH": path, "FABRIC_SYS": str(sys_), "TOOLS_STATE": str(tmp_path / "state")}
        command = ("bash", str(script), *arguments)
        return subprocess.run(command, env=os.environ | places, capture_output=True, text=True, check=False)

    def traffic_class_kept():
        """The real file answers `Global tclass=N` to a number written; a plain file has to be told."""
        for file in sys_.glob("class/infiniband/*/tc/1/traffic_class"):
            file.write_text(f"Global tclass={file.read_text().strip()}\n")

    run.traffic_class_kept = traffic_class_kept
    run.broadcom = partial(broadcom, sys_)
    run.state = lambda: marshal.loads((tmp_path / "state").read_bytes())
    run.sys = sys_
    run.tools = tools
    run.remember = lambda **values: (tmp_path / "state").write_bytes(
        marshal.dumps((run.state() if (tmp_path / "state").exists() else {}) | values)
    )
    return run


def broadcom(sys_, number=1, profile=0):
    """Put one of Broadcom's adapters into a slot, and open its folders of configfs."""
    pci, rdma = sys_.parent / f"0000:0{number}:00.0", f"bnxt_re{number - 1}"
    (pci / "infiniband" / f"mlx5_{number - 1}").rename(pci / "infiniband" / rdma)
    cc, cm = (sys_ / f"kernel/config/{kind}/{rdma}/ports/1" for kind in ("bnxt_re", "rdma_cm"))
    (cc / "cc").mkdir(parents=True)
    cm.mkdir(parents=True)
    for name in ("disable_prio_vlan_tx", "ecn_marking", "ecn_enable", "cc_mode", "roce_prio", "cnp_prio"):
        (cc / "cc" / name).write_text("0\n")
    (cc / "cc/roce_dscp").write_text("0x0\n")
    (cc / "cc/cnp_dscp").write_text("0x30\n")
    (cm / "default_roce_mode").write_text("IB/RoCE v1\n")
    (cm / "default_roce_tos").write_text("0\n")
    about = sys_ / f"kernel/debug/bnxt_re/{rdma}/info"
    about.parent.mkdir(parents=True)
    about.write_text(f"bnxt_re debug info:\nfw_service_prof_type_sup : {profile}\n")
    return cc / "cc", cm
