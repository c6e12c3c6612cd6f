"""The SONiC driver against the lab's double: what the device did is read from the lab's own log."""

from __future__ import annotations

import json

import pytest

from fabric.drivers.contract import LostReplyError, RefusedError, Session
from fabric.drivers.sonic.ssh import Ssh
from fabric.lab import control
from fabric.lab.faults import Fault, Kind
from fabric.platforms.form import ChangeClass, Patch, Step

FRR = "frr defaults datacenter\nhostname {name}\n!\nrouter bgp 65001\n bgp router-id 10.0.0.{n}\nexit\n!\n"


def steps(*made):
    return Patch((), tuple(Step(kind, body) for kind, body in made), ChangeClass.TUNING)


def mtu(value):
    return steps(("load", json.dumps({"PORT": {"Ethernet4": {"mtu": str(value), "description": "spare"}}})))


def table(running, name):
    return json.loads(running["config_db.json"]).get(name, {})


def test_it_is_the_device_of_the_inventory(fresh):
    with fresh() as driver:
        found = driver.identify()
    assert (found.hostname, found.serial, found.mac) == ("leaf1", "SO1", "00:1c:73:00:01:01")
    assert found.model == "Arista-7060X6-64PE-O128"
    assert found.release.startswith("202511")


def test_stage_commit_confirm_with_a_driver_made_anew_after_each_verb(fresh, token):
    with fresh() as driver:
        driver.stage(token, mtu(9214))
    with fresh() as driver:
        staged = driver.probe(token)
    assert (staged.session, table(staged.running, "PORT")["Ethernet4"]["mtu"]) == (Session.STAGED, "9100")
    with fresh() as driver:
        driver.commit(token, 300)
    with fresh() as driver:
        probe = driver.probe(token)
    assert probe.session is Session.PENDING
    assert 280 <= probe.remaining_s <= 300
    assert table(probe.running, "PORT")["Ethernet4"]["mtu"] == "9214"
    for _ in range(2):
        with fresh() as driver:
            driver.confirm(token)
    with fresh() as driver:
        after = driver.probe(token)
    assert after.session is Session.NONE
    assert table(after.running, "PORT")["Ethernet4"]["mtu"] == "9214"


def test_all_kinds_of_steps_go_forward_and_back(fresh, token):
    with fresh() as driver:
        before = driver.fetch()
        change = steps(
            (
                "load",
                json.dumps({"NTP_SERVER": {"10.9.0.2": {}}, "PORT": {"Ethernet0": {"description": "x"}}}),
            ),
            ("delete", json.dumps([["NTP_SERVER", "10.9.0.1", None]])),
            ("frr", FRR.format(name="leaf1", n=9)),
        )
        assert "bgp router-id 10.0.0.9" in driver.stage(token, change)
        driver.commit(token, 300)
        during = driver.fetch()
        assert table(during, "NTP_SERVER") == {"10.9.0.2": {}}
        assert "bgp router-id 10.0.0.9" in during["frr.conf"]
        driver.abort(token)
        assert driver.fetch() == before
        driver.abort(token)


def test_secrets_are_put_in_when_staging_and_json_stays_whole(fresh, token):
    with fresh() as driver:
        body = json.dumps({"PORT": {"Ethernet4": {"description": "@{secret:env/KEY}"}}})
        driver.stage(token, steps(("load", body)))
        driver.commit(token, 300)
        assert table(driver.fetch(), "PORT")["Ethernet4"]["description"] == 'bgp"key'


def test_the_device_says_what_a_merge_would_write_and_what_deletes_would_take(fresh, token):
    with fresh() as driver:
        before = driver.fetch()
        change = steps(
            ("load", json.dumps({"PORT": {"Ethernet4": {"mtu": "1600"}}})),
            ("delete", json.dumps([["NTP_SERVER", "10.9.0.1", None], ["PORT", "Ethernet4", "alias"]])),
            ("restart", "ntp-config\n"),
        )
        title, _, printed = driver.stage(token, change).partition("\n")
        assert title == "== sonic-cfggen --print-data"
        found, end = json.JSONDecoder().raw_decode(printed)
        assert found == {"PORT": {"Ethernet4": {"mtu": "1600"}}}
        lines = [line for line in printed[end:].split("\n") if line]
        assert lines[:3] == ["== sonic-db-cli CONFIG_DB HKEYS", "-- DEL NTP_SERVER|10.9.0.1", "NULL"]
        assert lines[3] == "-- HDEL PORT|Ethernet4 alias"
        assert {*lines[4:-1]} == {*table(before, "PORT")["Ethernet4"]}
        assert lines[-1] == "own diff: none, restart (1)"
        assert driver.fetch() == before
        driver.abort(token)


def test_a_file_that_the_device_cannot_read_is_refused_before_any_change(fresh, token, lab):
    with fresh() as driver:
        before = driver.fetch()
        control.fault(lab, "leaf1", Fault(Kind.ERROR, match="sonic-cfggen -j"))
        with pytest.raises(RefusedError, match="Input/output error"):
            driver.stage(token, mtu(1700))
        assert driver.probe(token).session is Session.NONE
        assert driver.fetch() == before


def test_an_unconfirmed_commit_reverts_by_itself(fresh, token, until):
    with fresh() as driver:
        before = driver.fetch()
        driver.stage(token, mtu(4000))
        driver.commit(token, 5)
        assert until(lambda: driver.probe(token).session is Session.NONE)
        assert driver.fetch() == before
        driver.confirm(token)
        assert driver.fetch() == before


def test_closing_does_not_touch_a_pending_commit(fresh, token):
    with fresh() as driver:
        driver.stage(token, mtu(4001))
        driver.commit(token, 300)
    with fresh() as driver:
        assert driver.probe(token).session is Session.PENDING


def test_a_step_that_fails_is_undone_at_once(lab, fresh, token):
    with fresh() as driver:
        before = driver.fetch()
        change = steps(
            ("load", json.dumps({"PORT": {"Ethernet4": {"mtu": "4002"}}})),
            ("delete", json.dumps([["NTP_SERVER", "10.9.0.1", None]])),
        )
        driver.stage(token, change)
        control.fault(lab, "leaf1", Fault(Kind.ERROR, match="sonic-db-cli CONFIG_DB DEL"))
        with pytest.raises(RefusedError, match=r"leaf1: commit\.sh ended with 21"):
            driver.commit(token, 300)
        probe = driver.probe(token)
    assert probe.session is Session.NONE
    assert probe.running == before


@pytest.mark.parametrize(
    ("body", "words"),
    [("[1]", "JSON object of tables"), ('{"PORT": []}', "`PORT`"), ("{", "property name")],
)
def test_a_malformed_step_is_refused_before_the_device_is_touched(fresh, token, body, words):
    with fresh() as driver:
        with pytest.raises(RefusedError, match=words):
            driver.stage(token, steps(("load", body)))
        assert driver.probe(token).session is Session.NONE


def test_a_step_for_a_reload_is_not_made_on_a_running_device(fresh, token):
    with fresh() as driver, pytest.raises(RefusedError, match="`reload` is not a step"):
        driver.stage(token, steps(("reload", "{}")))


def test_an_empty_frr_file_is_refused(fresh, token):
    with fresh() as driver, pytest.raises(RefusedError, match="end all routing"):
        driver.stage(token, steps(("frr", "\n")))


def test_an_frr_file_that_frr_cannot_read_leaves_no_candidate(fresh, token):
    with fresh() as driver:
        with pytest.raises(RefusedError):
            driver.stage(token, steps(("frr", "router bgp 65001\n frobnicate\n")))
        assert driver.probe(token).session is Session.NONE


def test_a_lost_reply_is_not_guessed_and_a_probe_tells(lab, fresh, token, verbs):
    with fresh() as driver:
        driver.stage(token, mtu(4003))
        control.fault(lab, "leaf1", Fault(Kind.DROP_AFTER, match="flock -n"))
        with pytest.raises(LostReplyError):
            driver.commit(token, 300)
        probe = driver.probe(token)
    assert probe.session is Session.PENDING
    assert table(probe.running, "PORT")["Ethernet4"]["mtu"] == "4003"
    assert verbs(token).count("load") == 1


def test_nothing_is_staged_while_another_change_waits(fresh, token):
    other = token.replace("fab_0123abcd", "fab_feedbeef")
    with fresh() as driver:
        driver.stage(token, mtu(4004))
        driver.commit(token, 300)
        with pytest.raises(RefusedError, match=f"`{token}` is committed and waits"):
            driver.stage(other, mtu(4005))


def test_restoring_brings_the_stored_configuration_back_whatever_runs(lab, fresh, token):
    with fresh() as driver:
        base = driver.fetch()
        control.edit(lab, "leaf1", json.dumps({"NTP_SERVER": {"10.9.9.9": {}}}))
        driver.stage(token, mtu(4006))
        driver.commit(token, 300)
    with fresh() as driver:
        driver.restore(token, base)
        probe = driver.probe(token)
    assert probe.session is Session.NONE
    assert json.loads(probe.running["config_db.json"]) == json.loads(base["config_db.json"])
    assert probe.running["frr.conf"] == base["frr.conf"]


def test_observing_sees_neighbours_and_links_and_a_cut_one(lab, fresh, token):  # noqa: ARG001 - clears faults
    with fresh() as driver:
        seen = driver.observe()
        assert seen.lldp["Ethernet0"] == ("leaf2", "Ethernet0")
        assert "Ethernet0" in seen.oper_up
        control.fault(lab, "leaf1", Fault(Kind.LINK_DOWN, port="Ethernet0"))
        assert "Ethernet0" not in driver.observe().oper_up


def test_counters_are_read(fresh):
    with fresh() as driver:
        counters = driver.observe().counters
    assert {"discards", "errors"} <= counters.keys()


def test_a_switch_that_a_reload_would_leave_without_routing_is_not_changed(fresh, entry, secrets, token):
    ssh = Ssh(entry, secrets)
    golden = "/etc/sonic/golden_config_db.json"
    metadata = '{"DEVICE_METADATA": {"localhost": {"docker_routing_config_mode": "split-unified"}}}'
    try:
        assert ssh.tell("sudo sh -c 'echo x > /etc/sonic/minigraph.xml'").code == 0
        with fresh() as driver:
            before = driver.fetch()
            with pytest.raises(RefusedError, match="a reload would end routing mode `split-unified`"):
                driver.stage(token, mtu(9000))
            assert driver.fetch() == before
            assert driver.probe(token).session is Session.NONE
            ssh.upload({"/tmp/golden": metadata})
            assert ssh.tell(f"sudo mv /tmp/golden {golden}").code == 0
            driver.stage(token, mtu(9000))
    finally:
        ssh.tell(f"sudo rm -f /etc/sonic/minigraph.xml {golden}")
        ssh.close()


def test_routing_of_tables_begins_when_its_container_starts_and_ends_so_too(fresh, token):
    neighbor = {"default|Ethernet0": {"asn": "65002"}}
    change = steps(("load", json.dumps({"BGP_NEIGHBOR": neighbor})), ("restart", "bgp\n"))
    with fresh() as driver:
        before = driver.fetch()
        driver.stage(token, change)
        driver.commit(token, 300)
        assert table(driver.fetch(), "BGP_NEIGHBOR") == neighbor
        driver.abort(token)
        assert driver.fetch() == before
