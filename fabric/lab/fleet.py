"""Which devices the lab simulates, how they are cabled, and the file that says so."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FILE = "fleet.json"
EAPI_PORT = 8443
SSH_PORT = 2222
NVUE_PORT = 8765
UFM_PORT = 8444


@dataclass(frozen=True, slots=True)
class LabDevice:
    """One simulated device. Port names are the vendor's; a peer may stand outside the fleet (a host)."""

    name: str
    platform: str
    model: str
    release: str
    serial: str
    mac: str
    """Twelve hexadecimal digits in pairs, `00:1c:73:00:00:01`."""
    address: str
    """A loopback address of its own, 127.x.y.z."""
    startup: str = ""
    """What it boots: configuration text in the platform's own form; empty means factory default."""
    ports: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Cabling: own port name -> (peer device, peer port name)."""


@dataclass(frozen=True, slots=True)
class LabFleet:
    """All devices by name, the login that every one accepts, and the ports they listen on."""

    devices: Mapping[str, LabDevice]
    user: str = "admin"
    password: str = "fabric-lab"  # noqa: S105 - a loopback simulation; written to its inventory in the open
    eapi_port: int = EAPI_PORT
    ssh_port: int = SSH_PORT
    nvue_port: int = NVUE_PORT
    ufm_port: int = UFM_PORT
    local_accounts: bool = False
    """Whether a switch goes by the accounts that it has: of its configuration, or of Debian on SONiC."""

    def to_json(self) -> str:
        """Return the text of `fleet.json`; the same fleet gives the same bytes."""
        return json.dumps(asdict(self), indent=1, sort_keys=True) + "\n"


def fleet_from_json(text: str) -> LabFleet:
    """Read what `to_json` wrote. Raises KeyError, TypeError or ValueError on anything else."""
    raw = json.loads(text)
    devices = {name: _device(entry) for name, entry in raw.pop("devices").items()}
    return LabFleet(devices=devices, **raw)


def write_fleet(directory: Path, fleet: LabFleet) -> None:
    """Write `fleet.json` into a lab directory, which is made if missing."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / FILE).write_text(fleet.to_json(), encoding="utf-8")


def read_fleet(directory: Path) -> LabFleet:
    """Read `fleet.json` from a lab directory. Raises OSError where there is none."""
    return fleet_from_json((directory / FILE).read_text(encoding="utf-8"))


def _device(entry: dict[str, Any]) -> LabDevice:
    ports = {port: (peer[0], peer[1]) for port, peer in entry.pop("ports", {}).items()}
    return LabDevice(ports=ports, **entry)
