"""Files of OpenSM by SSH: the driver against the lab's double, with the tempers of disks and hang-ups."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from fabric.core.source import Folder
from fabric.drivers import connect, entry_of
from fabric.drivers.contract import LostReplyError, RefusedError, Session, UnreachableError
from fabric.inventory.reader import read_inventory
from fabric.lab import control
from fabric.lab.faults import Fault, Kind
from fabric.platforms.form import ChangeClass, Patch, Step

POLICY = "qos-ulps\n    default : 0\n    any, pkey 0x0010 : {}\nend-qos-ulps\n"
ROOTS = "0x00000000000000f1\n"
OPTIONS = (
    "qos_policy_file /opt/ufm/files/conf/opensm/qos-policy.conf\n"
    "m_key 0x1122334455667788\n"
    "root_guid_file /opt/ufm/files/conf/opensm/root_guid.conf\n"
)
BEFORE = {"qos-policy.conf": f"# by hand\n{POLICY.format(1)}", "opensm.conf": OPTIONS}


@pytest.fixture(scope="module")
def lab(tmp_path_factory, lab_process, loopback, fleet_of):
    folder = tmp_path_factory.mktemp("files")
    fleet = fleet_of("6.23.1-4")
    leaf = fleet.devices["leaf1"]
    startup = json.dumps({**json.loads(leaf.startup), "files": BEFORE})
    device = replace(leaf, address=loopback(43), startup=startup)
    with lab_process(folder, replace(fleet, devices={"leaf1": device})):
        yield folder


TEXTS = {"qos-policy.conf": POLICY.format(3), "root_guid.conf": ROOTS}
WANTED = Patch((), (Step("files", json.dumps(TEXTS)),), ChangeClass.SESSION_RESET)


def held(lab):
    """Return what stands on the disk beside OpenSM's own, and what OpenSM goes by."""
    running = json.loads(control.running(lab, "leaf1"))
    return {name: text for name, text in running["files"].items() if name != "opensm.conf"}, running["loaded"]


@pytest.fixture(autouse=True)
def _as_it_was(lab, fresh):
    yield
    control.clear(lab, "leaf1")
    with fresh() as driver:
        base = {**driver.fetch(), **BEFORE}
        base.pop("root_guid.conf", None)
        driver.restore("fab_tidy_1_1_1", base)
    assert held(lab)[0] == {"qos-policy.conf": BEFORE["qos-policy.conf"]}


def test_files_are_read_and_of_the_options_those_that_name_them(fresh):
    with fresh() as driver:
        texts = driver.fetch()
    assert texts["qos-policy.conf"] == BEFORE["qos-policy.conf"]
    assert "root_guid.conf" not in texts
    assert [line.split()[0] for line in texts["opensm.conf"].splitlines()] == [
        "qos_policy_file",
        "root_guid_file",
    ]


def test_files_come_in_whole_and_opensm_reads_them(lab, fresh, token):
    with fresh() as driver:
        driver.stage(token, WANTED)
        driver.commit(token, 300)
        assert driver.probe(token).session is Session.PENDING
        driver.confirm(token)
    assert held(lab) == (TEXTS, TEXTS)


def test_what_was_there_comes_back_byte_by_byte_and_what_was_not_goes(lab, fresh, token):
    with fresh() as driver:
        base = driver.fetch()
        driver.stage(token, WANTED)
        driver.commit(token, 300)
    with fresh() as driver:
        driver.restore(token, base)
        assert driver.probe(token).running == base
    files, loaded = held(lab)
    assert files == {"qos-policy.conf": BEFORE["qos-policy.conf"]}
    assert loaded == {**files, "root_guid.conf": ""}


@pytest.mark.parametrize(
    "fault",
    [
        Fault(Kind.PARTIAL, match="cp "),
        Fault(Kind.ERROR, match="sync ."),
        Fault(Kind.DROP_BEFORE, match="flock"),
        Fault(Kind.REBOOT, match="chmod"),
    ],
    ids=["a full disk", "a disk that does not sync", "cut before it begins", "power lost before the rename"],
)
def test_what_fails_before_the_rename_leaves_the_files_as_they_were(lab, fresh, token, until, fault):
    before = held(lab)
    with fresh() as driver:
        base = driver.fetch()
        driver.stage(token, WANTED)
        control.fault(lab, "leaf1", fault)
        with pytest.raises(LostReplyError):
            driver.commit(token, 300)
    assert until(lambda: waits(fresh, token)), "it does not come back"
    shown, loaded = held(lab)
    assert {name: text for name, text in shown.items() if not name.startswith(".")} == before[0]
    assert loaded == before[1]
    with fresh() as driver:
        driver.restore(token, base)
        assert driver.probe(token).session is Session.NONE


def waits(fresh, token) -> bool:
    """Whether the server answers again; then the change is under way there."""
    with fresh() as driver:
        try:
            assert driver.probe(token).session is Session.PENDING
        except UnreachableError:
            return False
    return True


def test_whoever_dies_between_rename_and_hang_up_leaves_word_for_the_next(lab, fresh, token):
    control.fault(lab, "leaf1", Fault(Kind.ERROR, match="kill -s HUP"))
    with fresh() as driver:
        base = driver.fetch()
        driver.stage(token, WANTED)
        with pytest.raises(LostReplyError):
            driver.commit(token, 300)
        assert held(lab)[0]["qos-policy.conf"] == POLICY.format(3)
        assert held(lab)[1]["qos-policy.conf"] == BEFORE["qos-policy.conf"]
    with fresh() as driver:
        driver.abort(token)
        assert held(lab)[1]["qos-policy.conf"] == POLICY.format(3)
        assert not [name for name in held(lab)[0] if name.startswith(".")]
        driver.restore(token, base)


def test_a_hang_up_that_takes_no_effect_is_seen_in_the_log(lab, fresh, token):
    control.fault(lab, "leaf1", Fault(Kind.IGNORE, match="kill -s HUP"))
    with fresh() as driver:
        driver.stage(token, WANTED)
        driver.commit(token, 300)
        (seen,) = driver.observe().judged
    why = "OpenSM has logged nothing since qos-policy.conf, root_guid.conf changed"
    assert (seen.gate, seen.verdict, seen.reasons) == ("files", "unknown", (why,))


def test_a_file_that_ufm_wrote_over_by_itself_shows_as_neither(lab, fresh, token):
    strange = json.dumps({"file": "qos-policy.conf", "text": "qos-levels\nend-qos-levels\n"})
    control.fault(lab, "leaf1", Fault(Kind.EDIT, match="DELETE /", line=strange))
    with fresh() as driver:
        driver.stage(token, WANTED)
        driver.commit(token, 300)
        driver.confirm(token)
        assert driver.fetch()["qos-policy.conf"] == "qos-levels\nend-qos-levels\n"


def test_without_a_login_to_them_files_are_neither_read_nor_written(entry, secrets, token):
    driver = connect(replace(entry, ssh_username=""), secrets)
    assert list(driver.fetch()) == ["ufm.json"]
    with pytest.raises(RefusedError, match="no `ssh_username`"):
        driver.stage(token, WANTED)
    driver.close()


def test_a_server_without_its_host_key_is_not_talked_to(entry, secrets):
    driver = connect(replace(entry, host_key=""), secrets)
    with pytest.raises(UnreachableError, match="no SSH host key"):
        driver.fetch()
    driver.close()


def test_a_base_of_before_the_login_says_nothing_of_files(lab, fresh, token):
    with fresh() as driver:
        base = {"ufm.json": json.dumps({**json.loads(driver.fetch()["ufm.json"]), "files": []})}
        driver.restore(token, base)
    assert held(lab)[0]["qos-policy.conf"] == BEFORE["qos-policy.conf"]


def test_the_inventory_gives_the_login_that_rest_does_not_take(lab):
    row = read_inventory(Folder(lab), "inventory").rows["leaf1"]
    found = entry_of("leaf1", row, "ufm", lab / "inventory")
    assert (found.ssh_username, found.ssh_port, found.port) == ("admin", 2222, 8444)
