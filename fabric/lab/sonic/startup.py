"""What a SONiC device of the lab boots: one text that holds both of its files, or CONFIG_DB alone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabric.lab.fleet import LabDevice

CONFIG_NAME = "config_db.json"
FRR_NAME = "frr.conf"


@dataclass(frozen=True, slots=True)
class Startup:
    """The two files in /etc/sonic and /etc/sonic/frr."""

    config_db: str
    frr: str


def startup_text(config_db: str, frr: str) -> str:
    """Return what to put into `LabDevice.startup` for a device with both files."""
    return json.dumps({CONFIG_NAME: json.loads(config_db), FRR_NAME: frr}, indent=1, sort_keys=True)


def read_startup(lab: LabDevice) -> Startup:
    """Read `LabDevice.startup`: both files, config_db.json alone, or nothing for factory default."""
    if not lab.startup.strip():
        return Startup(_factory(lab), "")
    raw = json.loads(lab.startup)
    if CONFIG_NAME not in raw:
        return Startup(lab.startup, "")
    return Startup(json.dumps(raw[CONFIG_NAME], indent=4), str(raw.get(FRR_NAME, "")))


def _factory(lab: LabDevice) -> str:
    """Return a configuration with a name and nothing else."""
    localhost = {"hostname": lab.name, "hwsku": lab.model, "mac": lab.mac, "type": "LeafRouter"}
    return json.dumps({"DEVICE_METADATA": {"localhost": localhost}}, indent=4)
