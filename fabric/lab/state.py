"""The living state of the lab: which ports are up, who hears whom, which sessions stand.

Nothing here is stored: every answer follows from the cabling, the faults and what each device runs now.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from fabric.lab.faults import FaultBook, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from fabric.lab.commits import CommitLog
    from fabric.lab.fleet import LabDevice, LabFleet

STORMS_PER_SECOND = 10
"""Watchdog events a second while a PFC storm holds."""
FRAMES_PER_SECOND = 10_000
LLDP_S = 30


@dataclass(frozen=True, slots=True)
class PeerRule:
    """Which remote AS a session accepts, and by which address the peer is configured."""

    ranges: tuple[tuple[int, int], ...] = ()
    """Inclusive ranges of AS numbers; empty together with both flags means none."""
    external: bool = False
    """Any AS but the own."""
    internal: bool = False
    """The own AS."""
    address: str = ""
    """The configured peer address; empty for a session on an interface."""

    def accepts(self, own: int, other: int) -> bool:
        """Say whether a peer of AS `other` is taken."""
        if self.external and other != own:
            return True
        if self.internal and other == own:
            return True
        return any(low <= other <= high for low, high in self.ranges)


@dataclass(frozen=True, slots=True)
class View:
    """What a running configuration means for the neighbours. Each device kind reads its own."""

    hostname: str
    asn: int = 0
    """0 where no BGP runs."""
    enabled: frozenset[str] = frozenset()
    """Ports that are configured and not shut down, by the vendor's names."""
    sessions: Mapping[str, PeerRule] = field(default_factory=dict)
    """BGP sessions that are not shut down, by port."""
    sessions6: Mapping[str, PeerRule] = field(default_factory=dict)
    """Those between IPv6 addresses: a port may have one of each."""
    addresses: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """IP addresses by port, without the mask."""


FAMILIES: tuple[Callable[[View], Mapping[str, PeerRule]], ...] = (
    lambda view: view.sessions,
    lambda view: view.sessions6,
)
"""Sessions of a view by family."""


class Node(Protocol):
    """A started device, whatever it speaks."""

    lab: LabDevice

    def view(self) -> View:
        """Return the meaning of the running configuration, cached by its digest."""

    def answers(self) -> bool:
        """Say whether it is up; False while it reboots."""

    def running(self) -> str:
        """Return the running configuration as text."""

    def digest(self) -> str:
        """Return the SHA-256 of the running configuration, in hexadecimal digits."""

    def edit(self, line: str, user: str) -> None:
        """Change the running configuration as a human at the console would. Raises ValueError if refused."""

    def reboot(self) -> None:
        """Lose everything that is not startup configuration, and come back."""

    def run_out(self) -> None:
        """Let every timer run out now."""

    async def close(self) -> None:
        """Stop listening."""


@dataclass(frozen=True, slots=True)
class World:
    """All that the devices of one lab process share. `nodes` fills while the lab starts."""

    directory: Path
    fleet: LabFleet
    faults: FaultBook
    commits: CommitLog
    nodes: dict[str, Node] = field(default_factory=dict)
    stale: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)
    """Neighbours as a device with stale ones goes on showing them."""

    def port_up(self, device: str, port: str) -> bool:
        """Say whether a cabled port is up: both ends enabled and answering, no fault on either end."""
        peer = self.fleet.devices[device].ports.get(port)
        if peer is None:
            return False
        return self._lit(device, port) and self._lit(*peer)

    def neighbours(self, device: str) -> dict[str, tuple[str, str]]:
        """Return LLDP neighbours, (system name, port) by own port; names follow the peers' configuration."""
        if not self.faults.holds(device, Kind.STALE_LLDP):
            self.stale.pop(device, None)
            return self._heard(device)
        if device not in self.stale:
            self.stale[device] = self._heard(device)
        return self.stale[device]

    def _heard(self, device: str) -> dict[str, tuple[str, str]]:
        found: dict[str, tuple[str, str]] = {}
        for port, (peer, far) in self.fleet.devices[device].ports.items():
            if self.port_up(device, port):
                node = self.nodes.get(peer)
                found[port] = (node.view().hostname if node else peer, far)
        return found

    def established(self, device: str, port: str) -> bool:
        """Say whether the BGP session on a port stands: both ends run one and take the other's AS."""
        return self._stands(device, port, FAMILIES[0])

    def sessions(self, device: str) -> Iterator[tuple[str, PeerRule, bool]]:
        """Yield port and rule of every session of a device, and whether it stands."""
        for of in FAMILIES:
            for port, rule in of(self.nodes[device].view()).items():
                yield port, rule, self._stands(device, port, of)

    def _stands(self, device: str, port: str, of: Callable[[View], Mapping[str, PeerRule]]) -> bool:
        if not self.port_up(device, port):
            return False
        peer, far = self.fleet.devices[device].ports[port]
        if peer not in self.nodes or device not in self.nodes:
            return False
        if self.faults.holds(device, Kind.BGP_DOWN, port) or self.faults.holds(peer, Kind.BGP_DOWN, far):
            return False
        mine, theirs = self.nodes[device].view(), self.nodes[peer].view()
        here, there = of(mine).get(port), of(theirs).get(far)
        if here is None or there is None or not mine.asn or not theirs.asn:
            return False
        if not (_reaches(here, theirs, far) and _reaches(there, mine, port)):
            return False
        return here.accepts(mine.asn, theirs.asn) and there.accepts(theirs.asn, mine.asn)

    def peer_asn(self, device: str, port: str) -> int:
        """Return the AS number at the far end of a port; 0 where nobody speaks BGP."""
        node = self.nodes.get(self.fleet.devices[device].ports.get(port, ("", ""))[0])
        return node.view().asn if node else 0

    def storms(self, device: str, port: str) -> int:
        """Return the PFC watchdog events of a port since the lab started."""
        return int(self.faults.counted_s(device, Kind.PFC_STORM, port) * STORMS_PER_SECOND)

    def frames(self, device: str, port: str) -> int:
        """Return the frames that a port received since the lab started, and sent: LLDP, and the ordered."""
        carried = self.faults.counted_s(device, Kind.TRAFFIC, port) * FRAMES_PER_SECOND
        return int(carried) + int(self.faults.uptime_s(device, port) / LLDP_S)

    def flaps(self, device: str, port: str) -> int:
        """Return how often faults at either end took the link of a port down or gave it back."""
        ends = [(device, port), self.fleet.devices[device].ports.get(port, ("", ""))]
        return sum(self.faults.changes(name, Kind.LINK_DOWN, end) for name, end in ends)

    def _lit(self, device: str, port: str) -> bool:
        if self.faults.holds(device, Kind.LINK_DOWN, port):
            return False
        if device not in self.fleet.devices:  # a host: it is not simulated and its light is always on
            return True
        node = self.nodes.get(device)
        return node is not None and node.answers() and port in node.view().enabled


def of_families(found: Iterable[tuple[str, PeerRule]]) -> tuple[dict[str, PeerRule], dict[str, PeerRule]]:
    """Return sessions by port: those of ports and IPv4 addresses, and those of IPv6 addresses."""
    sessions: tuple[dict[str, PeerRule], dict[str, PeerRule]] = ({}, {})
    for port, rule in found:
        sessions[":" in rule.address][port] = rule
    return sessions


def _reaches(rule: PeerRule, peer: View, port: str) -> bool:
    """Say whether the configured peer address, if there is one, stands on the peer's port."""
    return not rule.address or rule.address in peer.addresses.get(port, frozenset())
