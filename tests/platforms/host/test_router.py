"""What a host's netplan says, in the words of `ip`."""

from __future__ import annotations

from fabric.platforms.host.router import router

NETPLAN = """\
network:
  ethernets:
    rail1:
      addresses: [100.64.4.1/31]
      routes:
        - {scope: link, table: 101, to: 100.64.4.0/31}
        - {table: 101, to: 100.64.0.0/10, via: 100.64.4.0}
      routing-policy:
        - {from: 100.64.4.1/32, priority: 1001, table: 101}
"""


def test_addresses_routes_and_rules_are_read():
    found = router({"netplan.yaml": NETPLAN})
    assert found.addresses == {"rail1": ("100.64.4.1/31",)}
    assert found.commands == (
        "route add 100.64.4.0/31 dev rail1 scope link table 101",
        "route add 100.64.0.0/10 dev rail1 via 100.64.4.0 table 101",
        "rule add from 100.64.4.1/32 priority 1001 table 101",
    )
