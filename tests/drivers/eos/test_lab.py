"""The EOS driver against the lab's double: what the device did is read from the lab's own log."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fabric.core.source import Folder
from fabric.drivers import Secrets, connect, entry_of
from fabric.drivers.contract import LostReplyError, RefusedError, Session, UnreachableError
from fabric.inventory.reader import read_inventory
from fabric.lab import control
from fabric.lab.faults import Fault, Kind
from fabric.lab.fleet import LabDevice, LabFleet
from fabric.platforms.form import ChangeClass, Patch, Step

STARTUP = (
    "hostname {name}\n!\ninterface Ethernet1/1\n   description to-peer\n   mtu 1500\n   no switchport\n!\n"
)


def fleet(release, loopback):
    def device(number, peer):
        return LabDevice(
            name=f"leaf{number}",
            platform="eos",
            model="DCS-7060X6-64PE",
            release=release,
            serial=f"SN{number}",
            mac=f"00:1c:73:00:00:0{number}",
            address=loopback(number),
            startup=STARTUP.format(name=f"leaf{number}"),
            ports={"Ethernet1/1": (peer, "Ethernet1/1")},
        )

    return LabFleet({"leaf1": device(1, "leaf2"), "leaf2": device(2, "leaf1")})


@pytest.fixture(scope="module", params=["4.31.2F", "4.34.1F"])
def lab(request, tmp_path_factory, lab_process, loopback):
    folder = tmp_path_factory.mktemp("lab")
    with lab_process(folder, fleet(request.param, loopback)):
        yield folder


@pytest.fixture
def entry(lab):
    row = read_inventory(Folder(lab), "inventory").rows["leaf1"]
    return entry_of("leaf1", row, "eos", lab / "inventory")


@pytest.fixture
def secrets():
    return Secrets({}, Path("/"))


def mtu(value):
    return Patch((), (Step("session", f"interface Ethernet1/1\n   mtu {value}"),), ChangeClass.TUNING)


def test_it_is_the_device_of_the_inventory(fresh):
    with fresh() as driver:
        found = driver.identify()
    assert (found.hostname, found.serial, found.mac) == ("leaf1", "SN1", "00:1c:73:00:00:01")


def test_stage_commit_confirm_with_a_driver_made_anew_after_each_verb(fresh, token, verbs):
    with fresh() as driver:
        assert "+   mtu 9214" in driver.stage(token, mtu(9214))
    with fresh() as driver:
        assert driver.probe(token).session is Session.STAGED
    with fresh() as driver:
        driver.commit(token, 300)
    with fresh() as driver:
        probe = driver.probe(token)
    assert probe.session is Session.PENDING
    assert 290 <= probe.remaining_s <= 300
    assert "mtu 9214" in probe.running["eos.cfg"]
    for _ in range(2):
        with fresh() as driver:
            driver.confirm(token)
    with fresh() as driver:
        assert driver.probe(token).session is Session.NONE
        assert "mtu 9214" in driver.fetch()["eos.cfg"]
    assert verbs(token).count("commit") == 1
    assert verbs(token).count("confirm") == 1


def test_an_unconfirmed_commit_reverts_by_itself(fresh, token, until):
    with fresh() as driver:
        before = driver.fetch()
        driver.stage(token, mtu(4000))
        driver.commit(token, 1)
        assert until(lambda: driver.probe(token).session is Session.NONE)
        assert driver.fetch() == before


def test_a_confirm_after_the_expiry_changes_nothing(fresh, token, until):
    with fresh() as driver:
        before = driver.fetch()
        driver.stage(token, mtu(4001))
        driver.commit(token, 1)
        assert until(lambda: driver.probe(token).session is Session.NONE)
        driver.confirm(token)
        assert driver.fetch() == before


def test_aborting_a_pending_commit_reverts_at_once_and_again_does_nothing(fresh, token):
    with fresh() as driver:
        before = driver.fetch()
        driver.stage(token, mtu(4002))
        driver.commit(token, 300)
    for _ in range(2):
        with fresh() as driver:
            driver.abort(token)
            assert driver.fetch() == before
            assert driver.probe(token).session is Session.NONE


def test_closing_does_not_touch_a_pending_commit(fresh, token):
    with fresh() as driver:
        driver.stage(token, mtu(4003))
        driver.commit(token, 300)
    with fresh() as driver:
        assert driver.probe(token).session is Session.PENDING


def test_a_refused_line_leaves_no_session(fresh, token):
    with fresh() as driver:
        with pytest.raises(RefusedError, match=r"leaf1: `frobnicate on`: .*frobnicate"):
            driver.stage(token, Patch((), (Step("session", "frobnicate on"),), ChangeClass.TUNING))
        assert driver.probe(token).session is Session.NONE


@pytest.mark.parametrize(
    "lost", [("drop-before", Session.STAGED), ("drop-after", Session.PENDING)], ids=lambda lost: lost[0]
)
def test_a_lost_reply_is_not_guessed_and_a_probe_tells(lab, fresh, token, lost, verbs):
    kind, state = lost
    with fresh() as driver:
        driver.stage(token, mtu(4004))
        control.fault(lab, "leaf1", Fault(Kind(kind), match="commit timer"))
        with pytest.raises(LostReplyError):
            driver.commit(token, 300)
        assert driver.probe(token).session is state
    assert verbs(token).count("commit") == (state is Session.PENDING)


def test_restoring_brings_the_stored_configuration_back_whatever_runs(lab, fresh, token):
    with fresh() as driver:
        base = driver.fetch()
        control.edit(lab, "leaf1", "ntp server 10.9.9.9")
        driver.stage(token, mtu(4005))
        driver.commit(token, 300)
        assert driver.fetch() != base
    with fresh() as driver:
        driver.restore(token, base)
        assert driver.fetch() == base
        assert driver.probe(token).session is Session.NONE


def test_observing_sees_neighbours_and_links_and_a_cut_one(lab, fresh, token):  # noqa: ARG001 - clears faults
    with fresh() as driver:
        seen = driver.observe()
        assert seen.lldp == {"Ethernet1/1": ("leaf2", "Ethernet1/1")}
        assert "Ethernet1/1" in seen.oper_up
        control.fault(lab, "leaf1", Fault(Kind.LINK_DOWN, port="Ethernet1/1"))
        assert "Ethernet1/1" not in driver.observe().oper_up


def test_a_storm_is_counted(lab, fresh, token, until):  # noqa: ARG001 - clears faults
    with fresh() as driver:
        before = driver.observe().counters["pfc_watchdog"]
        control.fault(lab, "leaf1", Fault(Kind.PFC_STORM, port="Ethernet1/1"))
        assert until(lambda: driver.observe().counters["pfc_watchdog"] > before)


def test_another_device_under_the_address_is_seen(lab, fresh, token):  # noqa: ARG001 - clears faults
    control.fault(lab, "leaf1", Fault(Kind.WRONG_IDENTITY))
    with fresh() as driver:
        assert driver.identify().serial != "SN1"


def test_a_dead_device_is_given_up_with_one_message(lab, entry, secrets, token):  # noqa: ARG001 - clears faults
    control.fault(lab, "leaf1", Fault(Kind.DEAD))
    driver = connect(replace(entry, deadline_s=0.5), secrets)
    with pytest.raises(UnreachableError, match=r"leaf1: .*(timed out|no full answer)"):
        driver.fetch()


def test_the_certificate_of_another_device_is_refused(entry, secrets):
    driver = connect(replace(entry, tls_name="leaf2"), secrets)
    with pytest.raises(UnreachableError, match="certificate"):
        driver.fetch()
