"""Show commands about the device and its configuration."""

import pytest


def test_the_running_configuration_begins_with_the_vendors_header_and_ends_with_end(lab):
    lines = lab.text("leaf1", "show running-config").splitlines()
    assert lines[0] == "! Command: show running-config"
    assert lines[1] == "! device: leaf1 (DCS-7060X6-64PE, EOS-4.34.1F)"
    assert lines[-1] == "end"


def test_the_running_configuration_has_a_json_form(lab):
    found = lab.run("leaf1", "show running-config")
    assert "ipv6 enable" in found["cmds"]["interface Ethernet1/1"]["cmds"]


def test_unsaved_changes_show_as_a_diff(lab):
    lab.run("leaf1", "configure", "hostname x")
    lines = lab.text("leaf1", "show running-config diffs").splitlines()
    assert "-hostname leaf1" in lines
    assert "+hostname x" in lines


@pytest.mark.parametrize(
    ("pipe", "line", "there"),
    [
        ("include router", "router bgp 65001", True),
        ("include router", "hostname leaf1", False),
        ("exclude router", "router bgp 65001", False),
        ("section router bgp", "   neighbor SPINES peer group", True),
        ("section router bgp", "interface Ethernet1/1", False),
    ],
)
def test_pipes_choose_lines(lab, pipe, line, there):
    assert (line in lab.text("leaf1", f"show running-config | {pipe}").splitlines()) is there


def test_json_as_a_pipe_changes_nothing(lab):
    assert lab.run("leaf1", "show hostname | json")["hostname"] == "leaf1"


def test_an_unknown_pipe_is_refused(lab):
    assert lab.call("leaf1", "show hostname | frobnicate", text=True)["error"]["code"] == 1002


def test_version_has_the_keys_of_a_real_device(lab):
    found = lab.run("leaf1", "show version")
    assert (found["modelName"], found["version"]) == ("DCS-7060X6-64PE", "4.34.1F")
    assert (found["serialNumber"], found["systemMacAddress"]) == ("SN1", "00:1c:73:00:00:01")
    assert found["uptime"] >= 0


def test_the_domain_makes_the_full_name(lab):
    lab.run("leaf1", "configure", "dns domain fabric.example")
    assert lab.run("leaf1", "show hostname")["fqdn"] == "leaf1.fabric.example"


def test_an_incomplete_show_says_so(lab):
    error = lab.call("leaf1", "show lldp")["error"]
    assert error["data"][-1]["errors"] == ["Incomplete command (at token 1: 'lldp')"]


def test_the_log_tells_of_commits(lab):
    lab.run("leaf1", "configure session s1", "hostname x", "commit timer 00:02:00")
    assert "%SYS-5-CONFIG_SESSION_COMMIT_TIMER_STARTED" in lab.text("leaf1", "show logging")


def test_there_is_a_transceiver_in_every_cabled_port(lab):
    assert len(lab.run("leaf1", "show inventory")["xcvrSlots"]) == 2
