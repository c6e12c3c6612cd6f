"""What Linux does on the ports of a host, read back from netplan.yaml or from the files of systemd-networkd.

Both say the same in words of their own; whoever compares or rehearses a host reads it here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from fabric.platforms.host import ini

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NETPLAN, NETWORK, LINK = "netplan.yaml", "70-fabric-*.network", "70-fabric-*.link"
"""Artifacts; of the last two there is one for each port, whose name stands for the `*`."""
_TELLS = frozenset({"yes", "true", "nearest-bridge", "non-tpmr-bridge", "customer-bridge"})


@dataclass(frozen=True, slots=True)
class Route:
    """A route of a table."""

    to: str
    via: str = ""
    scope: str = ""
    table: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    """Which packets look into a table: those from an address, or of sockets bound to a port."""

    source: str
    out: str
    table: int
    priority: int


@dataclass(frozen=True, slots=True)
class Port:
    """A port as Linux is told to set it up."""

    mtu: int
    addresses: tuple[str, ...]
    routes: tuple[Route, ...]
    rules: tuple[Rule, ...]
    tells: bool = False
    """Whether LLDP tells the switch who is there."""


def ports(artifacts: Mapping[str, str]) -> dict[str, Port]:
    """Return the ports by name. Raises ValueError, KeyError or TypeError for a file that is none."""
    found: dict[str, Port] = {}
    if NETPLAN in artifacts:
        network = yaml.safe_load(artifacts[NETPLAN])["network"]
        found.update((name, _of_netplan(given)) for name, given in network.get("ethernets", {}).items())
    for name in artifacts:
        if name.endswith(".network"):
            found.update(_of_networkd(ini.read(artifacts[name])))
    return found


def _of_netplan(given: Mapping[str, Any]) -> Port:
    return Port(
        mtu=int(given.get("mtu", 0)),
        addresses=tuple(given.get("addresses", ())),
        routes=tuple(
            Route(row["to"], row.get("via", ""), row.get("scope", ""), int(row.get("table", 0)))
            for row in given.get("routes", ())
        ),
        rules=tuple(
            Rule(row["from"], "", int(row["table"]), int(row["priority"]))
            for row in given.get("routing-policy", ())
        ),
        tells=bool(given.get("emit-lldp", False)),
    )


def _of_networkd(sections: Iterable[ini.Section]) -> dict[str, Port]:
    rows = [(head, dict(settings)) for head, settings in sections]
    settings = [setting for _, every in sections for setting in every]
    link = {
        key: value for head, row in rows if head in ("Match", "Link", "Network") for key, value in row.items()
    }
    port = Port(
        mtu=int(link.get("MTUBytes", "0")),
        addresses=tuple(value for key, value in settings if key == "Address"),
        routes=tuple(
            Route(
                row.get("Destination", "default"),
                row.get("Gateway", ""),
                row.get("Scope", ""),
                int(row.get("Table", "0")),
            )
            for head, row in rows
            if head == "Route"
        ),
        rules=tuple(
            Rule(
                row.get("From", ""), row.get("OutgoingInterface", ""), int(row["Table"]), int(row["Priority"])
            )
            for head, row in rows
            if head == "RoutingPolicyRule"
        ),
        tells=link.get("EmitLLDP", "no") in _TELLS,
    )
    return {link["Name"]: port}
