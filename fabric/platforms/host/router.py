"""A host's addresses, routes and rules on Linux, as its files say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.platforms.host.network import ports
from fabric.platforms.router import Router

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.platforms.host.network import Port


def router(artifacts: Mapping[str, str]) -> Router:
    """Read addresses and routes of a host from its artifacts."""
    found = ports(artifacts)
    return Router(
        addresses={name: port.addresses for name, port in found.items()},
        commands=tuple(line for name, port in found.items() for line in _commands(name, port, six=False)),
        commands6=tuple(line for name, port in found.items() for line in _commands(name, port, six=True)),
    )


def _commands(name: str, port: Port, *, six: bool) -> Iterator[str]:
    """Yield routes and rules of one family; a rule without an address is of both where both are."""
    if six and not any(":" in address for address in port.addresses):
        return
    for route in port.routes:
        if (":" in route.to) is six:
            words = (("via", route.via), ("scope", route.scope), ("table", route.table))
            said = " ".join(f"{word} {value}" for word, value in words if value)
            yield f"route add {route.to} dev {name} {said}"
    for rule in port.rules:
        if not rule.source or (":" in rule.source) is six:
            who = f"from {rule.source}" if rule.source else f"oif {rule.out}"
            yield f"rule add {who} priority {rule.priority} table {rule.table}"
