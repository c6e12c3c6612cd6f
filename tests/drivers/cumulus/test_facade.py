"""NAPALM's own suites, through the facade, against the lab's double."""

from __future__ import annotations

import unittest

import pytest

napalm_conftest = pytest.importorskip("napalm.base.test.conftest")
napalm_conftest.NAPALM_TEST_MOCK = 0  # the getters suite asks a live device; read when it is imported

from napalm.base import exceptions  # noqa: E402
from napalm.base.test import base, getters  # noqa: E402

from fabric.drivers.cumulus.facade import CumulusNapalm  # noqa: E402

INITIAL = """\
- set:
    system:
      hostname: leaf1
    interface:
      swp1: {type: swp, link: {mtu: 9000}}
      swp2: {type: swp, description: host}
"""
NEW = INITIAL.replace("description: host", "description: changed")
NEW_DIFF = "- interface swp2 description: host\n+ interface swp2 description: changed"
MERGE = "- set: {interface: {swp1: {description: merged}}}\n"
MERGE_DIFF = "- interface swp1 description: merged"
OFFERED = {
    "test_get_bgp_neighbors", "test_get_config", "test_get_config_filtered", "test_get_config_sanitized",
    "test_get_config_sanitized_filtered", "test_get_facts", "test_get_interfaces",
    "test_get_interfaces_counters", "test_get_lldp_neighbors", "test_get_lldp_neighbors_detail",
    "test_is_alive", "test_method_signatures",
}  # fmt: skip


@pytest.fixture(scope="module")
def lab(tmp_path_factory, lab_process, loopback, fleet_of):
    folder = tmp_path_factory.mktemp("napalm")
    with lab_process(folder, fleet_of("5.16", lambda number: loopback(40 + number))):
        yield folder


@pytest.fixture
def device(lab, entry):
    opened = CumulusNapalm(
        entry.address,
        entry.username,
        (lab / "inventory/password").read_text(),
        optional_args={"port": entry.port, "ca_file": entry.ca_file},
    )
    opened.open()
    yield opened
    opened.discard_config()
    opened.close()


class TestConfiguration(unittest.TestCase, base.TestConfigNetworkDriver):
    """The suite reads its files from the working directory."""

    vendor = "cumulus"

    @classmethod
    def setUpClass(cls):
        """Leave the device to a fixture."""

    @classmethod
    def tearDownClass(cls):
        """Leave the device to a fixture."""

    @pytest.fixture(autouse=True)
    def _device(self, device, tmp_path, monkeypatch):
        files = {
            "initial.conf": INITIAL,
            "new_good.conf": NEW,
            "new_good.diff": NEW_DIFF,
            "new_typo.conf": NEW.replace("mtu", "mtuu"),
            "merge_good.conf": MERGE,
            "merge_good.diff": MERGE_DIFF,
            "merge_typo.conf": MERGE.replace("description", "descriptoin"),
        }
        folder = tmp_path / "cumulus"
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text)
        monkeypatch.chdir(tmp_path)
        self.device = device
        device.load_replace_candidate(config=INITIAL)
        device.commit_config()


class Suite(getters.BaseTestGetters):
    """What the getters of the suite look at."""

    driver = CumulusNapalm

    def __init__(self, device):
        self.device = device


@pytest.mark.parametrize("name", sorted(OFFERED))
def test_a_getter_passes_napalms_own_test(device, name):
    test = getattr(Suite(device), name)
    test() if name == "test_method_signatures" else test("")


def test_every_other_getter_says_that_it_is_not_offered(device):
    others = {name for name in dir(Suite) if name.startswith("test_")} - OFFERED
    for name in others:
        with pytest.raises(pytest.skip.Exception, match="not implemented"):
            getattr(Suite(device), name)("")


def test_a_commit_under_a_timer_waits_and_is_confirmed(device):
    device.load_replace_candidate(config=INITIAL)
    device.commit_config()
    device.load_merge_candidate(config=MERGE)
    device.commit_config(message="by hand", revert_in=300)
    assert device.has_pending_commit()
    device.load_merge_candidate(config=MERGE)
    with pytest.raises(exceptions.CommitError, match="waits to be confirmed"):
        device.commit_config()
    device.confirm_commit()
    assert not device.has_pending_commit()
    assert "description: merged" in device.get_config("startup")["startup"]


def test_a_rollback_takes_a_pending_commit_back(device):
    before = device.get_config("running")["running"]
    device.load_merge_candidate(config="- set: {interface: {swp9: {description: x}}}\n")
    device.commit_config(revert_in=300)
    device.rollback()
    assert not device.has_pending_commit()
    assert device.get_config("running")["running"] == before


def test_closing_leaves_a_pending_commit_alone(device):
    device.load_merge_candidate(config="- set: {interface: {swp9: {description: y}}}\n")
    device.commit_config(revert_in=300)
    device.close()
    assert device.has_pending_commit()
    device.rollback()


def test_a_configuration_read_can_be_loaded_and_changes_nothing(device):
    device.load_replace_candidate(config=device.get_config("running")["running"])
    assert device.compare_config() == ""


def test_a_wrong_password_is_a_connection_that_fails(entry):
    other = CumulusNapalm(
        entry.address, "admin", "wrong", optional_args={"port": entry.port, "ca_file": entry.ca_file}
    )
    with pytest.raises(exceptions.ConnectionException):
        other.open()
    assert other.is_alive() == {"is_alive": False}
