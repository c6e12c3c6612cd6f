"""The inventory folder of a lab."""

from dataclasses import replace

import yaml

from fabric.lab.fleet import LabDevice, LabFleet
from fabric.lab.inventory import write_inventory

LEAF = LabDevice("leaf1", "eos", "M", "4.34.1F", "S1", "00:1c:73:00:00:01", "127.9.0.1")
TOR = LabDevice("tor1", "sonic", "M", "202511", "S2", "00:1c:73:00:00:02", "127.9.0.2")


def test_a_host_is_reached_by_its_address_and_known_by_serial_and_mac(tmp_path):
    folder = write_inventory(tmp_path, LabFleet({"leaf1": LEAF, "tor1": TOR}))
    hosts = yaml.safe_load((folder / "hosts.yaml").read_text())
    assert (hosts["leaf1"]["hostname"], hosts["leaf1"]["port"]) == ("127.9.0.1", 8443)
    assert hosts["tor1"]["port"] == 2222
    assert hosts["leaf1"]["data"] == {"serial": "S1", "mac": "00:1c:73:00:00:01", "ca_file": "ca.pem"}


def test_the_password_stands_in_a_file_of_its_own_and_only_as_a_reference_in_the_inventory(tmp_path):
    fleet = LabFleet({"leaf1": LEAF}, password="marker-secret")
    folder = write_inventory(tmp_path, fleet)
    text = (folder / "hosts.yaml").read_text()
    reference = yaml.safe_load(text)["leaf1"]["password"]
    assert "marker-secret" not in text
    assert reference == f"secret:file/{folder.resolve()}/password"
    assert (folder / "password").read_text() == "marker-secret"
    assert (folder / "password").stat().st_mode & 0o077 == 0


def test_a_server_that_is_managed_over_https_has_a_login_to_its_files_where_it_speaks_ssh(tmp_path):
    (tmp_path / "ssh").mkdir()
    fleet = LabFleet({name: replace(TOR, name=name, platform="ufm") for name in ("ufm1", "ufm2")})
    (tmp_path / "ssh/ufm1.pub").write_text("ssh-ed25519 AAAA\n")
    hosts = yaml.safe_load((write_inventory(tmp_path, fleet) / "hosts.yaml").read_text())
    data = hosts["ufm1"]["data"]
    assert (data["ssh_username"], data["ssh_port"], hosts["ufm1"]["port"]) == ("admin", 2222, 8444)
    assert data["ssh_password"] == hosts["ufm1"]["password"]
    assert "ssh_username" not in hosts["ufm2"]["data"]


def test_a_host_key_left_by_a_double_is_written_down(tmp_path):
    (tmp_path / "ssh").mkdir()
    (tmp_path / "ssh/tor1.pub").write_text("ssh-ed25519 AAAA\n")
    folder = write_inventory(tmp_path, LabFleet({"tor1": TOR}))
    assert (
        yaml.safe_load((folder / "hosts.yaml").read_text())["tor1"]["data"]["host_key"] == "ssh-ed25519 AAAA"
    )
