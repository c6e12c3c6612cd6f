"""A small network of namespaces: one for each unit, wired as the fabric is cabled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.twin.ibsim import program

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.platforms.router import Router
    from fabric.twin.sandbox import Sandbox

LONGEST = 15
"""Characters that Linux takes for the name of an interface."""
SETTINGS = (
    "net.ipv4.ip_forward=1",
    "net.ipv6.conf.all.forwarding=1",
    "net.ipv6.conf.default.forwarding=1",
    "net.ipv4.fib_multipath_hash_policy=1",
    "net.ipv6.fib_multipath_hash_policy=1",
    "net.ipv4.fib_multipath_use_neigh=1",
    "net.ipv4.conf.all.rp_filter=0",
    "net.ipv4.conf.default.rp_filter=0",
    "net.ipv4.conf.all.ignore_routes_with_linkdown=1",
    "net.ipv6.conf.all.accept_dad=0",
    "net.ipv6.conf.default.accept_dad=0",
    "net.ipv6.conf.all.keep_addr_on_down=1",
)
"""What a switch does by itself and a namespace does not: forward, hash ports, use a link-local at once."""


@dataclass(frozen=True, slots=True)
class Wire:
    """A cable: (node, interface) at both ends."""

    a: tuple[str, str]
    b: tuple[str, str]

    def __str__(self) -> str:
        return f"{self.a[0]} {self.a[1]} - {self.b[0]} {self.b[1]}"


@dataclass(frozen=True, slots=True)
class Network:
    """What runs and how it is wired; nodes by name."""

    routers: Mapping[str, Router]
    wires: tuple[Wire, ...]


def interface(port: str) -> str:
    """Return the name of a port as Linux takes it: no slash, fifteen characters."""
    return port.replace("Ethernet", "Eth").replace("/", "_")[-LONGEST:] if "/" in port else port


def build(box: Sandbox, network: Network) -> None:
    """Make the namespaces, wires, addresses and static routes of a network."""
    ip = program("ip")
    box.run(ip, "-batch", "-", given="".join(f"netns add {name}\n" for name in network.routers))
    for name in network.routers:
        box.inside(name, program("sysctl"), "-q", "-w", *SETTINGS)
    box.run(ip, "-batch", "-", given="".join(_wire(wire) for wire in network.wires))
    for name, router in network.routers.items():
        wired = {end[1] for wire in network.wires for end in (wire.a, wire.b) if end[0] == name}
        lines = "".join(f"{line}\n" for line in _node(router, wired))
        box.run(ip, "-netns", name, "-batch", "-", given=lines)
        if router.commands6:
            box.run(ip, "-netns", name, "-6", "-batch", "-", given="\n".join((*router.commands6, "")))


def switch(box: Sandbox, wire: Wire, state: str) -> None:
    """Turn a wire `up` or `down` at its upper end; the other end loses its carrier."""
    box.run(program("ip"), "-netns", wire.b[0], "link", "set", wire.b[1], state)


def _wire(wire: Wire) -> str:
    (a, port_a), (b, port_b) = wire.a, wire.b
    return f"link add {port_a} netns {a} mtu 9216 type veth peer name {port_b} netns {b} mtu 9216\n"


def _node(router: Router, wired: set[str]) -> Iterator[str]:
    yield "link set lo up"
    # An interface that no wire made is a loopback or bridges hosts: a bridge is up with no port at all.
    for name in sorted({*router.addresses, *router.bridges} - wired - {"lo"}):
        yield f"link add {name} type bridge"
        yield f"link set {name} up"
    for name in sorted(wired):
        yield f"link set {name} up"
    for bridge, members in router.bridges.items():
        for member in members:
            yield f"link set {member} master {bridge}"
    for name, addresses in router.addresses.items():
        for address in addresses:
            yield f"address add {address} dev {name}"
    yield from router.commands
