"""Broadcom's adapters: set by the kernel's own `dcb` and by configfs, read back, and compared."""

from __future__ import annotations

from dataclasses import replace

import pytest
from platforms.host.hosts import host, nic, qos
from platforms.host.test_words import artifacts, variables

from fabric.platforms.host import PLATFORM
from fabric.platforms.host.dcb import NOTICES
from fabric.platforms.host.report import differences, read_report

THOR2 = host(nics=(nic(1, "thor-2"),))


@pytest.fixture
def thor2(machine):
    machine.cc, machine.cm = machine.broadcom()
    return machine


def test_a_second_run_finds_nothing_to_do(thor2):
    first = thor2(THOR2)
    assert (first.returncode, first.stderr) == (0, "")
    second = thor2(THOR2)
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert thor2(THOR2, "--check").returncode == 0


def test_what_is_set_is_what_the_intent_asks(thor2):
    thor2(THOR2)
    kept = thor2.state()["dcb rail1"]
    assert sorted(kept["dscp-prio"]) == [*(f"{code}:3" for code in range(24, 32)), "48:6"]
    assert kept["dgram-port-prio"] == ["4791:3"]
    assert [number for number, flag in kept["prio-pfc"].items() if flag == "on"] == ["3"]
    assert (kept["tc-bw"]["0"], kept["tc-bw"]["1"]) == ("20", "80")
    assert kept["prio-tc"] == {str(n): "1" if n == 3 else "0" for n in range(8)}
    assert (thor2.cm / "default_roce_mode").read_text() == "RoCE v2\n"
    assert (thor2.cm / "default_roce_tos").read_text() == "104\n"
    assert "mlnx_qos rail1" not in thor2.state()


def test_its_driver_is_told_hexadecimal_numbers_and_to_apply_them(thor2):
    thor2(THOR2)
    found = {file.name: file.read_text().strip() for file in thor2.cc.iterdir()}
    assert found == {
        "disable_prio_vlan_tx": "0x1",
        "ecn_marking": "0x1",
        "ecn_enable": "0x1",
        "cc_mode": "0x1",
        "roce_prio": "0x3",
        "roce_dscp": "0x1a",
        "cnp_prio": "0x6",
        "cnp_dscp": "0x30",
        "apply": "0x1",
    }
    (thor2.cc / "apply").unlink()
    thor2(THOR2)
    assert not (thor2.cc / "apply").exists()


def test_where_the_firmware_has_a_class_for_notices_they_are_strict_and_its_own(machine):
    cc, _ = machine.broadcom(profile=1)
    machine(THOR2)
    kept = machine.state()["dcb rail1"]
    assert kept["prio-tc"]["6"] == str(NOTICES)
    assert kept["tc-tsa"][str(NOTICES)] == "strict"
    assert (cc / "roce_dscp").read_text() == "0x0\n"
    assert machine(THOR2, "--check").returncode == 0


def test_a_stranger_code_point_is_taken_away(thor2):
    thor2(THOR2)
    kept = thor2.state()["dcb rail1"]
    thor2.remember(**{"dcb rail1": kept | {"dscp-prio": [*kept["dscp-prio"], "10:3", "26:5"]}})
    found = thor2(THOR2, "--check").stdout.splitlines()
    assert found == ["rail1 DSCP 10: found '3', wanted '0'", "rail1 DSCP 26: found '3,5', wanted '3'"]
    thor2(THOR2)
    assert thor2(THOR2, "--check").stdout == ""


def test_where_the_firmware_speaks_dcbx_the_rest_waits_for_hands(thor2):
    thor2.remember(**{"dcb rail1": {"dcbx": "lld-managed ieee", "dscp-prio": [], "dgram-port-prio": []}})
    done = thor2(THOR2)
    assert done.returncode == 1
    assert "an agent in its firmware speaks DCBX" in done.stderr
    assert "prio-pfc" not in thor2.state()["dcb rail1"]
    assert thor2.state()["rule 1101"]  # the rail itself does not wait


def test_check_changes_nothing(thor2):
    assert thor2(THOR2, "--check").returncode == 2
    for call in thor2.state()["calls"]:
        assert not {"set", "replace", "del", "-A", "add"} & set(call.split())
    assert (thor2.cc / "ecn_enable").read_text() == "0\n"


def test_a_folder_of_configfs_that_was_not_there_is_gone_again(machine):
    machine.broadcom()
    folder = machine.sys / "kernel/config/rdma_cm/bnxt_re0"
    (folder / "ports/1/default_roce_mode").unlink()
    (folder / "ports/1/default_roce_tos").unlink()
    for part in ("ports/1", "ports", ""):
        (folder / part).rmdir()
    assert machine(THOR2).returncode == 0
    assert not folder.exists()


def test_without_its_driver_the_script_says_so(machine):
    machine.broadcom()
    config = machine.sys / "kernel/config"
    config.rename(machine.sys / "kernel/elsewhere")
    done = machine(THOR2)
    assert done.returncode == 1
    assert "bnxt_re0: no settings under" in done.stderr


def test_its_report_agrees_after_apply_and_differs_before(thor2):
    def found():
        report = read_report(thor2(THOR2, name="report.sh").stdout)
        return {one.field for one in differences(artifacts(THOR2), report) if one.known}

    own = {"ETS", "PFC flags", "DSCP priorities", "RoCE port", "ecn_enable", "RDMA-CM ToS", "pause frames"}
    assert own <= found()
    thor2(THOR2)
    assert found() & (own | {"DCBX agent", "cc_mode", "RDMA-CM mode", "RDMA device", "MTU"}) == set()


def test_the_hop_is_read_back_from_the_script():
    port = PLATFORM.hop(artifacts(THOR2)).ports["rail1"]
    assert port.treatment is not None
    assert port.treatment.trusts_dscp
    assert port.treatment.dscp_to_class == qos().dscp_to_class
    assert port.treatment.pauses == {3}
    assert port.treatment.class_to_queue == (0, 0, 0, 3, 0, 0, 6, 0)
    assert (port.treatment.strict, port.treatment.shares) == ({6}, ((0, 20), (3, 80)))
    assert port.sends == (106, 192)  # the NIC adds ECT(0)
    assert not port.global_pause


def test_without_dcqcn_only_pfc_is_left():
    script = artifacts(replace_dcqcn())["apply.sh"]
    assert 'want_hex "$1" "$3/cc/ecn_enable" 0' in script
    assert "cc_mode" not in script
    assert PLATFORM.hop(artifacts(replace_dcqcn())).ports["rail1"].sends == (104, 192)


def replace_dcqcn():
    return host(dcqcn=False, nics=(nic(1, "thor-2"),))


def test_without_a_share_the_lossless_class_has_half():
    classes = tuple(replace(c, bandwidth_pct=None) for c in qos().classes)
    script = artifacts(host(nics=(nic(1, "thor-2"),), qos=replace(qos(), classes=classes)))["apply.sh"]
    assert "tc-bw all:0 0:50 1:50 " in script


def test_spectrum_x_is_not_for_them():
    script = artifacts(host(dcqcn=False, spectrum_x=True, nics=(nic(1, "thor-2"),)))["apply.sh"]
    assert "by_hand rail1 thor-2" in script


def test_nccl_takes_its_devices():
    assert variables(THOR2)["NCCL_IB_HCA"] == "=bnxt_re0:1"
