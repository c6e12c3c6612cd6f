"""Writes the inventory folder of a lab: how its devices are reached, known and trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from pathlib import Path

    from fabric.lab.fleet import LabDevice, LabFleet

FOLDER = "inventory"
CA_FILE = "tls/ca.pem"
HOST_KEYS = "ssh"
"""Folder of a lab directory where doubles that speak SSH leave their public keys, as `NAME.pub`."""
HTTPS = frozenset({"eos", "cumulus", "ufm"})
"""Platforms whose doubles bear certificates of the lab's authority."""
PASSWORD_FILE = "password"  # noqa: S105 - the name of a file


def write_inventory(directory: Path, fleet: LabFleet) -> Path:
    """Write `inventory/hosts.yaml`, the authority and the password file it refers to; return the folder."""
    folder = directory / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    secret = folder / PASSWORD_FILE
    secret.touch(mode=0o600)
    secret.write_text(fleet.password, encoding="utf-8")
    authority = directory / CA_FILE
    if authority.exists():
        (folder / "ca.pem").write_bytes(authority.read_bytes())
    hosts = {name: _host(directory, fleet, device) for name, device in fleet.devices.items()}
    (folder / "hosts.yaml").write_text(yaml.safe_dump(hosts, sort_keys=False), encoding="utf-8")
    return folder


def _host(directory: Path, fleet: LabFleet, device: LabDevice) -> dict[str, object]:
    """Return one entry in Nornir's form; what Nornir has no field for stands in `data`."""
    password = (directory / FOLDER / PASSWORD_FILE).resolve()
    ports = {"eos": fleet.eapi_port, "cumulus": fleet.nvue_port, "ufm": fleet.ufm_port}
    known: dict[str, object] = {"serial": device.serial, "mac": device.mac}
    if device.platform in HTTPS:
        known["ca_file"] = "ca.pem"
    host_key = directory / HOST_KEYS / f"{device.name}.pub"
    if host_key.exists():
        known["host_key"] = host_key.read_text(encoding="utf-8").strip()
        if device.platform in HTTPS:  # its files, beside what it is managed by
            known |= {"ssh_username": fleet.user, "ssh_password": f"secret:file/{password}"}
            known["ssh_port"] = fleet.ssh_port
    return {
        "hostname": device.address,
        "port": ports.get(device.platform, fleet.ssh_port),
        "platform": device.platform,
        "username": fleet.user,
        "password": f"secret:file/{password}",
        "data": known,
    }
