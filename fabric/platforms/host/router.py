"""A host's addresses, routes and rules on Linux, as its netplan.yaml says them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from fabric.platforms.router import Router

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def router(artifacts: Mapping[str, str]) -> Router:
    """Read addresses and routes of a host from its artifacts."""
    interfaces = yaml.safe_load(artifacts["netplan.yaml"])["network"]["ethernets"]
    return Router(
        addresses={name: tuple(given.get("addresses", ())) for name, given in interfaces.items()},
        commands=tuple(line for name, given in interfaces.items() for line in _commands(name, given)),
    )


def _commands(name: str, given: Mapping[str, Any]) -> Iterator[str]:
    for route in given.get("routes", ()):
        words = [f"{key} {route[key]}" for key in ("via", "scope", "table", "metric") if key in route]
        yield f"route add {route['to']} dev {name} {' '.join(words)}"
    for rule in given.get("routing-policy", ()):
        yield f"rule add from {rule['from']} priority {rule['priority']} table {rule['table']}"
