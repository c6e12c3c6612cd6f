"""The stock NAPALM EOS driver, unmodified, against the double: proof that it speaks real eAPI."""

import pytest

napalm = pytest.importorskip("napalm")
exceptions = pytest.importorskip("napalm.base.exceptions")

pytestmark = [
    # pyeapi 1.0.4 leaves its sockets to the garbage collector
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    # napalm 5.2 and pyeapi 1.0.4 use what newer Pythons deprecate
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture
def device(lab):
    opened = _driver(lab, "leaf1")
    yield opened
    opened.close()


@pytest.fixture
def old_device(lab):
    opened = _driver(lab, "leaf2")
    yield opened
    opened.close()


def _driver(lab, name, **options):
    fleet = lab.world.fleet
    driver = napalm.get_network_driver("eos")(
        fleet.devices[name].address,
        fleet.user,
        fleet.password,
        optional_args={"port": fleet.eapi_port, "context": lab.tls, **options},
    )
    driver.open()
    return driver


def test_facts_tell_name_model_and_serial(device):
    facts = device.get_facts()
    assert facts["hostname"] == "leaf1"
    assert (facts["vendor"], facts["model"], facts["serial_number"]) == ("Arista", "DCS-7060X6-64PE", "SN1")
    assert "Ethernet1/1" in facts["interface_list"]


def test_interfaces_tell_their_state(device):
    found = device.get_interfaces()
    assert found["Ethernet1/1"]["is_up"]
    assert found["Ethernet1/1"]["speed"] == 400000.0
    assert set(found) == {"Ethernet1/1", "Ethernet2/1", "Loopback0", "Management1"}


def test_lldp_neighbours_follow_the_cabling(device):
    found = device.get_lldp_neighbors()
    assert found["Ethernet1/1"] == [{"hostname": "spine1", "port": "Ethernet1/1"}]
    assert found["Ethernet2/1"] == [{"hostname": "host1", "port": "nic0"}]


def test_lldp_detail_is_understood(device):
    assert device.get_lldp_neighbors_detail()["Ethernet1/1"][0]["remote_system_name"] == "spine1"


def test_counters_are_understood(device):
    assert device.get_interfaces_counters()["Ethernet1/1"]["rx_errors"] == 0


def test_the_running_configuration_loaded_back_changes_nothing(device):
    device.load_replace_candidate(config=device.get_config("running")["running"])
    assert device.compare_config() == ""


def test_a_merge_shows_only_what_it_adds(device):
    device.load_merge_candidate(config="interface Ethernet1/1\n   description to the spine\n")
    changed = [line for line in device.compare_config().splitlines() if line[0] in "+-"]
    assert changed == ["+   description to the spine"]


def test_a_replace_removes_what_it_does_not_say(device, lab):
    device.load_replace_candidate(config="hostname alone\n")
    device.commit_config()
    running = device.get_config("running")["running"]
    assert "router bgp" not in running
    assert "hostname alone" in running
    assert lab.verbs("leaf1") == ["open", "commit", "save"]


def test_a_rejected_line_drops_the_candidate(device, lab):
    with pytest.raises(exceptions.ReplaceConfigException, match="Invalid input"):
        device.load_replace_candidate(config="hostname x\nbogus line\n")
    with pytest.raises(exceptions.MergeConfigException, match=r"at token 1: 'rooting'"):
        device.load_merge_candidate(config="ip rooting\n")
    assert lab.run("leaf1", "show configuration sessions")["sessions"] == {}


def test_discarding_leaves_nothing_behind(device, lab):
    device.load_merge_candidate(config="hostname x\n")
    device.discard_config()
    assert lab.verbs("leaf1") == ["open", "abort"]
    assert device.get_facts()["hostname"] == "leaf1"


@pytest.mark.parametrize("name", ["device", "old_device"])
def test_a_timed_commit_is_confirmed_on_both_generations(name, request):
    driver = request.getfixturevalue(name)
    driver.load_merge_candidate(config="hostname confirmed\n")
    driver.commit_config(revert_in=300)
    assert driver.has_pending_commit()
    driver.confirm_commit()
    assert not driver.has_pending_commit()
    assert "hostname confirmed" in driver.get_config("startup")["startup"]


@pytest.mark.parametrize("name", ["device", "old_device"])
def test_a_timed_commit_is_rolled_back_on_both_generations(name, request):
    driver = request.getfixturevalue(name)
    driver.load_merge_candidate(config="hostname regretted\n")
    driver.commit_config(revert_in=300)
    driver.rollback()
    assert not driver.has_pending_commit()
    assert driver.get_facts()["hostname"] != "regretted"


def test_an_expired_timer_leaves_nothing_to_confirm(device, lab):
    device.load_merge_candidate(config="hostname late\n")
    device.commit_config(revert_in=1)
    lab.until(lambda: "revert" in lab.verbs("leaf1"))
    with pytest.raises(exceptions.CommitError):
        device.confirm_commit()
    device.config_session = None
    assert device.get_facts()["hostname"] == "leaf1"


def test_rollback_restores_the_startup_configuration_from_before(device):
    device.load_merge_candidate(config="hostname x\n")
    device.commit_config()
    device.rollback()
    assert device.get_facts()["hostname"] == "leaf1"


def test_closing_reverts_what_is_pending(lab):
    driver = _driver(lab, "leaf1")
    driver.load_merge_candidate(config="hostname x\n")
    driver.commit_config(revert_in=300)
    driver.close()
    assert lab.run("leaf1", "show hostname")["hostname"] == "leaf1"


def test_a_foreign_session_locks_the_driver_out(lab):
    lab.run("leaf1", "configure session operator", "hostname x")
    driver = _driver(lab, "leaf1")
    with pytest.raises(exceptions.SessionLockedException):
        driver._lock()  # noqa: SLF001 - the wait of 10 s around it is the driver's affair
    driver.close()
