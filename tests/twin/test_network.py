"""Names of ports become names that Linux takes."""

from __future__ import annotations

import pytest

from fabric.twin.network import LONGEST, interface


@pytest.mark.parametrize(
    ("port", "name"),
    [
        ("Ethernet256", "Ethernet256"),
        ("Ethernet33/5", "Eth33_5"),
        ("Ethernet12/33/5", "Eth12_33_5"),
        ("swp1s0", "swp1s0"),
    ],
)
def test_a_port_has_a_name_in_linux(port, name):
    assert interface(port) == name
    assert len(name) <= LONGEST
