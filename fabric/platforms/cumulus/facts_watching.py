"""Who may manage a Cumulus switch and who watches it, as NVUE says."""

from __future__ import annotations

from ipaddress import IPv4Network
from typing import TYPE_CHECKING

from fabric.core.names import natural
from fabric.device.facts import Watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.core.tree import Tree

_RULES = ("acl", "FABRIC-MANAGEMENT", "rule")
_GNMI = ("system", "gnmi-server")
_DESTINATIONS = ("system", "telemetry", "export", "otlp", "grpc", "destination")
_SSH = "22"


def watch(tree: Tree) -> Watch:
    """Return what a tree says. Raises ValueError for a value that is none."""
    snmp = {path[2:]: value for path, value in tree.items() if path[1:2] == ("snmp-server",)}
    return Watch(
        allow=tuple(_allowed(tree)),
        community=any(path[0] == "readonly-community" for path in snmp),
        users=tuple(dict.fromkeys(path[1] for path in snmp if path[0] == "username")),
        contact=snmp.get(("system-contact",), ""),
        location=snmp.get(("system-location",), ""),
        gnmi_port=int(tree.get((*_GNMI, "port"), 0)),
        certificate=tree.get((*_GNMI, "certificate"), ""),
        client_ca=tree.get((*_GNMI, "mtls", "ca-certificate"), ""),
        collectors=tuple(
            f"{path[6]}:{value}"
            for path, value in tree.items()
            if path[:6] == _DESTINATIONS and path[7:] == ("port",)
        ),
    )


def _allowed(tree: Tree) -> Iterator[IPv4Network]:
    """Yield the sources of the rules that let somebody log in."""
    numbers = sorted({path[3] for path in tree if path[:3] == _RULES}, key=natural)
    for number in numbers:
        match = (*_RULES, number, "match", "ip")
        source = tree.get((*match, "source-ip"))
        if source and (*match, "tcp", "dest-port", _SSH) in tree:
            yield IPv4Network(source)
