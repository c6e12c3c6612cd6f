"""What the `startup.yaml` of a DPU does with packets, read back from its text."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Interface
from typing import TYPE_CHECKING

from fabric.device.hop import OWN_ALONE, Hop, PortHop
from fabric.platforms.bluefield.ports import busy, port_of
from fabric.platforms.nvue.document import as_written
from fabric.platforms.nvue.policy import BGP, FAMILIES, advertised

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabric.core.tree import Tree

_EXPORT = ("address-family", "ipv4-unicast", "policy", "outbound", "route-map")


def hop(artifacts: Mapping[str, str]) -> Hop:
    """Return what a configuration does with packets. Raises ValueError for a value that is none."""
    tree = as_written(artifacts)
    asn, router = tree.get(("router", "bgp", "autonomous-system")), tree.get(("router", "bgp", "router-id"))
    return Hop(
        ports={name: _port(name, tree) for name in sorted(busy(tree)) if port_of(("interface", name))},
        asn=int(asn) if asn else None,
        router_id=IPv4Address(router) if router else None,
        advertised=tuple(advertised(tree)),
    )


def _port(name: str, tree: Tree) -> PortHop:
    interface, session = ("interface", name), (*BGP, "neighbor", name)
    address = next((path[4] for path in tree if path[:4] == (*interface, "ip", "address")), None)
    remote = tree.get((*session, "remote-as"))
    group = tree.get((*session, "peer-group"), "")
    policy = tree.get((*BGP, "peer-group", group, *_EXPORT))
    own = policy is not None and policy == tree.get((*FAMILIES[0], "redistribute", "connected", "route-map"))
    return PortHop(
        mtu=int(tree.get((*interface, "link", "mtu"), 0)),
        speed_gbps=0,  # the module decides, and HBN says nothing of it
        fec="",
        treatment=None,
        remote_asn=int(remote) if remote else None,
        address=IPv4Interface(address) if address else None,
        settings=frozenset({("export", OWN_ALONE if own else "everything")} if remote else ()),
    )
