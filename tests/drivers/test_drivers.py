"""Connecting."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fabric.drivers import connect, entry_of
from fabric.drivers.contract import DriverError
from fabric.inventory.model import Row


def test_a_platform_has_its_driver(entry, secrets):
    assert type(connect(entry, secrets).driver).__name__ == "EosDriver"


def test_nothing_is_pushed_to_a_platform_without_a_driver(entry, secrets):
    with pytest.raises(DriverError, match="platform `abacus`"):
        connect(replace(entry, platform="abacus"), secrets)


def test_importing_the_drivers_loads_no_network_library():
    code = (
        "import sys, fabric.drivers;"
        "print(sorted({'paramiko', 'requests', 'napalm', 'httptools', 'ssl'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_inventory_row_becomes_an_entry():
    row = Row(hostname="10.0.0.1", username="u", password="secret:env/P", data={"ca_file": "ca.pem"})
    made = entry_of("leaf1", row, "eos", Path("/inv"))
    assert (made.address, made.platform, made.ca_file) == ("10.0.0.1", "eos", "/inv/ca.pem")
