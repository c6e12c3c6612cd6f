"""NAPALM's own suites, through the facade, against the lab's double."""

from __future__ import annotations

import json
import unittest

import pytest

napalm_conftest = pytest.importorskip("napalm.base.test.conftest")
napalm_conftest.NAPALM_TEST_MOCK = 0  # the getters suite asks a live device; read when it is imported

from napalm.base import exceptions  # noqa: E402
from napalm.base.test import base, getters  # noqa: E402

from fabric.drivers.sonic.facade import SonicNapalm  # noqa: E402

OFFERED = {
    "test_get_config", "test_get_config_filtered", "test_get_config_sanitized",
    "test_get_config_sanitized_filtered", "test_get_facts", "test_get_interfaces", "test_get_lldp_neighbors",
    "test_is_alive", "test_method_signatures",
}  # fmt: skip
MERGE = {"PORT": {"Ethernet4": {"mtu": "4444"}}}
MERGE_DIFF = "- PORT|Ethernet4 mtu 4444\n+ PORT|Ethernet4 mtu 9100"


@pytest.fixture
def device(lab, entry):
    opened = SonicNapalm(
        entry.address,
        entry.username,
        (lab / "inventory/password").read_text(),
        optional_args={"port": entry.port, "host_key": entry.host_key},
    )
    opened.open()
    yield opened
    opened.close()


class TestConfiguration(unittest.TestCase, base.TestConfigNetworkDriver):
    """The suite reads its files from the working directory."""

    vendor = "sonic"

    @classmethod
    def setUpClass(cls):
        """Leave the device to a fixture."""

    @classmethod
    def tearDownClass(cls):
        """Leave the device to a fixture."""

    @pytest.fixture(autouse=True)
    def _device(self, device, tmp_path, monkeypatch):
        initial = device.get_config("running")["running"]
        new, typo = json.loads(initial), json.loads(initial)
        new["NTP_SERVER"] = {"10.9.0.7": {}}
        typo["PORT"]["Ethernet4"]["mtu"] = "99999"
        files = {
            "initial.conf": initial,
            "new_good.conf": json.dumps(new),
            "new_good.diff": "- NTP_SERVER|10.9.0.1\n+ NTP_SERVER|10.9.0.7",
            "new_typo.conf": json.dumps(typo),
            "merge_good.conf": json.dumps(MERGE),
            "merge_good.diff": MERGE_DIFF,
            "merge_typo.conf": json.dumps({"PORT": {"Ethernet4": {"mtu": "99999"}}}),
        }
        folder = tmp_path / "sonic"
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text)
        monkeypatch.chdir(tmp_path)
        self.device = device


class Suite(getters.BaseTestGetters):
    """What the getters of the suite look at."""

    driver = SonicNapalm

    def __init__(self, device):
        self.device = device


@pytest.mark.parametrize("name", sorted(OFFERED))
def test_a_getter_passes_napalms_own_test(device, name):
    test = getattr(Suite(device), name)
    test() if name == "test_method_signatures" else test("")


def test_every_other_getter_says_that_it_is_not_offered(device):
    for name in {name for name in dir(Suite) if name.startswith("test_")} - OFFERED:
        with pytest.raises(pytest.skip.Exception, match="not implemented"):
            getattr(Suite(device), name)("")


def test_a_commit_under_a_timer_waits_and_is_confirmed_or_taken_back(device):
    before = device.get_config("running")["running"]
    device.load_merge_candidate(config=json.dumps(MERGE))
    device.commit_config(revert_in=300)
    assert device.has_pending_commit()
    device.load_merge_candidate(config=json.dumps(MERGE))
    with pytest.raises(exceptions.CommitError, match="waits to be confirmed"):
        device.commit_config()
    device.rollback()
    assert not device.has_pending_commit()
    assert device.get_config("running")["running"] == before


def test_a_message_is_refused_before_the_device_is_touched(device):
    device.load_merge_candidate(config=json.dumps(MERGE))
    with pytest.raises(NotImplementedError):
        device.commit_config(message="by hand")
    assert not device.has_pending_commit()
