"""The command line: modes of a request, files, checkpoints, reload, edits outside a session."""

import pytest


def test_a_session_takes_lines_until_end(lab):
    lab.run("leaf1", "configure session s1", "interface Ethernet1/1", "mtu 9000", "end", "show version")
    assert lab.run("leaf1", "show hostname")["hostname"] == "leaf1"


def test_each_request_begins_in_exec_mode(lab):
    lab.run("leaf1", "configure session s1", "interface Ethernet1/1")
    assert lab.call("leaf1", "mtu 9000")["error"]["code"] == 1002


def test_what_was_entered_before_a_bad_line_stays_in_the_session(lab):
    error = lab.call("leaf1", "configure session s1", "hostname x", "bogus")["error"]
    assert error["code"] == 1002
    assert "+hostname x" in lab.text("leaf1", "show session-config named s1 diffs")


def test_clean_config_empties_the_session_but_not_the_ports(lab):
    lab.run("leaf1", "configure session s1", "rollback clean-config", "commit")
    running = lab.text("leaf1", "show running-config")
    assert "router bgp" not in running
    assert "interface Ethernet2/1\n" in running
    assert "system l1\n   unsupported speed action error\n" in running


def test_changes_outside_a_session_take_effect_at_once_and_are_logged_as_an_edit(lab):
    lab.run("leaf1", "configure", "hostname x", "ntp server 10.0.0.1")
    assert lab.run("leaf1", "show hostname")["hostname"] == "x"
    assert lab.verbs("leaf1") == ["edit"]


def test_commit_and_abort_work_inside_the_session(lab):
    lab.run("leaf1", "configure session s1", "hostname x", "abort")
    lab.run("leaf1", "configure session s2", "hostname y", "commit")
    assert lab.run("leaf1", "show hostname")["hostname"] == "y"
    assert lab.verbs("leaf1") == ["open", "abort", "open", "commit"]


def test_diffs_show_inside_the_session(lab):
    assert "+hostname x" in lab.text(
        "leaf1", "configure session s1", "hostname x", "show session-config diffs"
    )


def test_a_saved_copy_replaces_the_running_configuration(lab):
    lab.run("leaf1", "copy running-config flash:fabric/t1.cfg")
    lab.run("leaf1", "configure", "hostname x")
    lab.run("leaf1", "configure replace flash:fabric/t1.cfg")
    assert lab.run("leaf1", "show hostname")["hostname"] == "leaf1"
    assert lab.verbs("leaf1") == ["edit", "load"]


def test_a_file_with_a_bad_line_replaces_nothing(lab):
    lab.world.nodes["leaf1"].files["bad"] = "hostname x\nbogus\n"
    assert lab.call("leaf1", "configure replace flash:bad")["error"]["code"] == 1000
    assert lab.run("leaf1", "show hostname")["hostname"] == "leaf1"


def test_write_memory_is_what_survives_a_reload(lab):
    lab.run("leaf1", "configure", "hostname saved", "write memory")
    lab.run("leaf1", "configure", "hostname lost")
    lab.reboot("leaf1")
    assert lab.run("leaf1", "show hostname")["hostname"] == "saved"
    assert lab.verbs("leaf1") == ["edit", "save", "edit", "reboot"]


def test_a_reload_loses_sessions_and_the_timer(lab):
    lab.run("leaf1", "configure session s1", "hostname x", "commit timer 00:05:00")
    lab.reboot("leaf1")
    report = lab.run("leaf1", "show configuration sessions detail")
    assert report["sessions"] == {}
    assert "commitTimerSessionName" not in report
    assert lab.run("leaf1", "show hostname")["hostname"] == "leaf1"


def test_a_checkpoint_brings_the_configuration_back(lab):
    lab.run("leaf1", "configure checkpoint save c1")
    lab.run("leaf1", "configure", "hostname x")
    lab.run("leaf1", "configure checkpoint restore c1")
    assert lab.run("leaf1", "show hostname")["hostname"] == "leaf1"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("copy flash:none startup-config", 1000),
        ("copy running-config", 1002),
        ("copy running-config nowhere", 1002),
        ("delete flash:none", 1000),
        ("configure checkpoint restore none", 1000),
        ("configure nonsense", 1002),
        ("reboot-please", 1002),
    ],
)
def test_what_cannot_be_done_is_an_error(lab, command, code):
    assert lab.call("leaf1", command)["error"]["code"] == code


def test_a_banner_comes_as_further_input(lab):
    lab.run("leaf1", "configure", {"cmd": "banner motd", "input": "keep\n  out"})
    assert "\n!\nbanner motd\nkeep\n  out\nEOF\n!\n" in lab.text("leaf1", "show running-config")
    lab.run("leaf1", "write memory")
    lab.reboot("leaf1")
    assert "\nbanner motd\nkeep\n  out\nEOF\n" in lab.text("leaf1", "show running-config")
