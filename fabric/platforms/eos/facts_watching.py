"""Who may manage a switch of EOS and who watches it, as its configuration says."""

from __future__ import annotations

from ipaddress import IPv4Network
from typing import TYPE_CHECKING

from fabric.device.facts import Watch
from fabric.platforms.eos.words_management import MANAGEMENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.core.tree import Tree

_GNMI = ("management api gnmi", "transport grpc MGMT")
_PROFILE = ("management security", "ssl profile FABRIC")
_TRUST = "trust certificate "
_USER = "snmp-server user "


def watch(tree: Tree) -> Watch:
    """Return what a tree says. Raises ValueError for a value that is none."""
    trusted = (path[-1] for path in tree if path[:2] == _PROFILE and path[-1].startswith(_TRUST))
    return Watch(
        allow=tuple(_allowed(tree)),
        community=("snmp-server community",) in tree,
        users=tuple(p[0].split()[2] for p in tree if len(p) == 1 and p[0].startswith(_USER)),
        contact=tree.get(("snmp-server contact",), ""),
        location=tree.get(("snmp-server location",), ""),
        gnmi_port=int(tree.get((*_GNMI, "port"), 0)),
        certificate=tree.get((*_PROFILE, "certificate"), "").partition(".crt ")[0],
        client_ca=next(trusted, "").removeprefix(_TRUST).removesuffix(".crt"),
    )


def _allowed(tree: Tree) -> Iterator[IPv4Network]:
    for path, value in tree.items():
        if path[0] == f"ip access-list standard {MANAGEMENT}" and value.startswith("permit "):
            where = value.split()[-1]
            yield IPv4Network("0.0.0.0/0" if where == "any" else where)
