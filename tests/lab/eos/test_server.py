"""The double over plain HTTPS: logins, JSON-RPC and the faults of the wire."""

import http.client
import json
import ssl

import pytest

from fabric.lab.faults import Fault, Kind


def test_a_wrong_password_is_refused_in_plain_text(lab):
    status, body = lab.post("leaf1", {}, password="wrong")
    assert status == 401
    assert body == "Unable to authenticate user: Bad username/password combination"


def test_the_certificate_names_the_address_so_that_a_client_can_verify_it(lab):
    assert lab.tls.verify_mode is ssl.CERT_REQUIRED
    assert lab.run("leaf1", "show hostname") == {"hostname": "leaf1", "fqdn": "leaf1"}


def test_a_client_that_does_not_know_the_authority_refuses_the_device(lab):
    fleet = lab.world.fleet
    stranger = http.client.HTTPSConnection(
        "127.31.0.1", fleet.eapi_port, context=ssl.create_default_context()
    )
    with pytest.raises(ssl.SSLCertVerificationError):
        stranger.request("GET", "/")
    stranger.close()


def test_a_cookie_stands_for_a_login(lab):
    fleet = lab.world.fleet
    connection = http.client.HTTPSConnection("127.31.0.1", fleet.eapi_port, context=lab.tls, timeout=20)
    connection.request("POST", "/login", json.dumps({"username": fleet.user, "password": fleet.password}))
    first = connection.getresponse()
    first.read()
    cookie = first.headers["Set-Cookie"].partition(";")[0]
    params = {"version": 1, "cmds": ["show hostname"], "format": "json"}
    body = json.dumps({"jsonrpc": "2.0", "method": "runCmds", "params": params, "id": 1})
    connection.request("POST", "/command-api", body, {"Cookie": cookie})
    second = connection.getresponse()
    reply = json.loads(second.read())
    connection.close()
    assert cookie.startswith("Session=")
    assert reply["result"][0]["hostname"] == "leaf1"


def test_a_slow_device_still_answers(lab):
    lab.world.faults.add("leaf1", Fault(Kind.SLOW, seconds=0.05))
    assert lab.run("leaf1", "show hostname")["hostname"] == "leaf1"
    assert lab.world.faults.ordered("leaf1") == ()


def test_a_connection_dropped_before_leaves_nothing_done(lab):
    lab.world.faults.add("leaf1", Fault(Kind.DROP_BEFORE, match="configure session"))
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError, ssl.SSLError)):
        lab.call("leaf1", "configure session s1", "hostname x")
    assert lab.run("leaf1", "show configuration sessions")["sessions"] == {}


def test_a_connection_dropped_after_leaves_everything_done(lab):
    lab.run("leaf1", "configure session s1", "hostname changed")
    lab.world.faults.add("leaf1", Fault(Kind.DROP_AFTER, match="commit"))
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError, ssl.SSLError)):
        lab.call("leaf1", "configure session s1 commit")
    assert lab.run("leaf1", "show hostname")["hostname"] == "changed"


def test_an_error_without_match_is_an_http_error(lab):
    lab.world.faults.add("leaf1", Fault(Kind.ERROR))
    assert lab.post("leaf1", _body("show hostname"))[0] == 500
    assert lab.post("leaf1", _body("show hostname"))[0] == 200


def test_an_error_with_match_refuses_that_command_and_keeps_what_ran_before(lab):
    lab.world.faults.add("leaf1", Fault(Kind.ERROR, match="write memory"))
    reply = lab.call("leaf1", "configure session s1", "hostname x", "commit", "write memory")
    assert reply["error"]["code"] == 1000
    assert "CLI command 4 of 4 'write memory' failed: could not run command" in reply["error"]["message"]
    assert lab.run("leaf1", "show hostname")["hostname"] == "x"


def test_a_partial_commit_changes_only_some_of_the_lines_and_says_nothing(lab):
    lab.world.faults.add("leaf1", Fault(Kind.PARTIAL))
    lab.run("leaf1", "configure session s1", "hostname x", "ntp server 10.0.0.9", "dns domain d", "commit")
    running = lab.text("leaf1", "show running-config")
    applied = [line in running for line in ("hostname x", "ntp server 10.0.0.9", "dns domain d")]
    assert True in applied
    assert False in applied


def test_a_dripping_reply_arrives_whole(lab):
    lab.world.faults.add("leaf1", Fault(Kind.DRIP, seconds=0.05))
    assert "interface Ethernet1/1" in lab.text("leaf1", "show running-config")


def test_a_dead_device_does_not_answer(lab):
    lab.world.faults.add("leaf1", Fault(Kind.DEAD))
    connection = http.client.HTTPSConnection(
        "127.31.0.1", lab.world.fleet.eapi_port, context=lab.tls, timeout=0.3
    )
    connection.request("POST", "/command-api", "{}")
    with pytest.raises(TimeoutError):
        connection.getresponse()
    connection.close()


def test_another_device_answers_under_a_wrong_identity(lab):
    lab.world.faults.add("leaf1", Fault(Kind.WRONG_IDENTITY))
    version = lab.run("leaf1", "show version")
    assert version["serialNumber"] != "SN1"
    assert version["systemMacAddress"] != "00:1c:73:00:00:01"


def test_a_reboot_after_a_commit_loses_the_reply_and_what_was_not_saved(lab):
    lab.world.faults.add("leaf1", Fault(Kind.REBOOT, match="commit", seconds=0.2))
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError, ssl.SSLError)):
        lab.call("leaf1", "configure session s1", "hostname x", "commit")
    lab.until(lab.world.nodes["leaf1"].answers)
    assert lab.run("leaf1", "show hostname")["hostname"] == "leaf1"
    assert lab.verbs("leaf1") == ["open", "commit", "reboot"]


def test_a_human_edits_just_before_the_matching_command(lab):
    lab.world.faults.add("leaf1", Fault(Kind.EDIT, match="commit", line="ntp server 10.9.9.9"))
    lab.run("leaf1", "configure session s1", "hostname x")
    assert "10.9.9.9" not in lab.text("leaf1", "show running-config")
    lab.run("leaf1", "configure session s1 commit")
    assert lab.verbs("leaf1") == ["open", "edit", "commit"]
    assert "10.9.9.9" not in lab.text("leaf1", "show running-config"), "the last writer wins"


def _body(*commands):
    params = {"version": 1, "cmds": list(commands), "format": "json"}
    return {"jsonrpc": "2.0", "method": "runCmds", "params": params, "id": 1}
