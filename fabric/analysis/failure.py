"""What one failure of each kind costs, in GPUs and in bandwidth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabric.analysis.weave import NONE, SWITCHES, Bundle, capacity, planes_of
from fabric.catalog import CatalogError
from fabric.topology import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fabric.analysis.weave import Weave
    from fabric.device import Design
    from fabric.topology import Fabric, Link


@dataclass(frozen=True, slots=True)
class Cost:
    """The worst that one failure of a kind does."""

    kind: str
    """`nic`, `link host-leaf`, `leaf`, ..."""
    count: int
    """How many there are that could fail."""
    worst: str
    """The one that costs most."""
    gpus_degraded: float
    """GPUs that lose their port, or that share of it, and reach the fabric by others of their host."""
    gpus_cut: int
    """GPUs of hosts that lose their last port."""
    tier_share: float
    """Part of the bandwidth at that place of the fabric that is lost: of all hosts, or of all uplinks."""
    device_share: float
    """Part of its uplinks that the hardest hit device below loses; 1.0 cuts it off."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What costs are counted with."""

    fabric: Fabric
    woven: Weave
    gpus: Mapping[str, int]
    """GPUs by host."""

    def ports(self, host: str) -> int:
        """Return the links of a host."""
        return sum(bundle.links for bundle in self.woven.up.get(host, {}).values())

    @property
    def gbps(self) -> int:
        """Return the rate of all hosts together."""
        return sum(capacity(self.woven.up.get(host)) for host in self.gpus)


def gpus_of(design: Design) -> dict[str, int]:
    """Return the GPUs of every host; a host that the catalog does not know counts none."""
    hosts = design.fabric.of_role(Role.HOST)
    by_model = {model: _gpus_of_model(design, model) for model in {host.model for host in hosts}}
    return {host.name: by_model[host.model] for host in hosts}


def _gpus_of_model(design: Design, model: str) -> int:
    try:
        return design.catalog.host(model).gpus
    except CatalogError:
        return 0


def costs(fabric: Fabric, woven: Weave, gpus: Mapping[str, int]) -> tuple[Cost, ...]:
    """Return the worst failure of each kind: NIC, link of each class, switch of each tier."""
    ground = Ground(fabric, woven, gpus)
    return (*_nics(ground), *_links(ground), *_switches(ground))


def _nics(ground: Ground) -> Iterator[Cost]:
    nics: dict[tuple[str, int], Bundle] = {}
    planes = planes_of(ground.fabric)
    for link in ground.fabric.links:
        if link.a.device in ground.gpus:
            nic = (link.a.device, (link.a.port.cage - 1) // planes + 1)
            nics[nic] = nics.get(nic, NONE).and_also(Bundle(1, link.speed_gbps))
    if not nics:
        return
    host, number = max(nics, key=lambda nic: (_gpus_degraded(ground, {nic[0]: nics[nic]}), nics[nic].gbps))
    lost = {host: nics[host, number]}
    share = lost[host].gbps / capacity(ground.woven.up[host])
    yield Cost("nic", len(nics), f"{host} NIC {number}", *_gpus(ground, lost), _of_all(ground, lost), share)


def _links(ground: Ground) -> Iterator[Cost]:
    kinds: dict[str, tuple[Bundle, Link, tuple[float, int]]] = {}
    for link in ground.fabric.links:
        if link.a.device not in ground.woven.up and link.a.device not in ground.woven.peers:
            continue
        cost = (_share_of_link(ground, link), link.speed_gbps)
        whole, worst, most = kinds.get(link.kind, (NONE, link, (-1.0, 0)))
        whole = whole.and_also(Bundle(1, link.speed_gbps))
        kinds[link.kind] = (whole, link, cost) if cost > most else (whole, worst, most)
    for kind, (whole, link, (share, _)) in kinds.items():
        own = {link.a.device: Bundle(1, link.speed_gbps)}
        lost = own if link.a.device in ground.gpus else {}
        part = link.speed_gbps / whole.gbps
        yield Cost(f"link {kind}", whole.links, f"{link.a} to {link.b}", *_gpus(ground, lost), part, share)


def _share_of_link(ground: Ground, link: Link) -> float:
    up = ground.woven.up.get(link.a.device) or ground.woven.peers[link.a.device]
    return link.speed_gbps / capacity(up)


def _switches(ground: Ground) -> Iterator[Cost]:
    for role in SWITCHES:
        names = [device.name for device in ground.fabric.of_role(role)]
        if names:
            found = (_switch(ground, str(role), len(names), name) for name in names)
            total = sum(capacity(ground.woven.down.get(name)) for name in names)
            yield max(
                (replace(cost, tier_share=_part(ground, cost, total)) for cost in found),
                key=lambda cost: (cost.gpus_cut, cost.gpus_degraded, cost.device_share, cost.tier_share),
            )


def _switch(ground: Ground, role: str, count: int, name: str) -> Cost:
    below = ground.woven.down.get(name, {})
    lost = {host: bundle for host, bundle in below.items() if host in ground.gpus}
    shares = (bundle.gbps / capacity(ground.woven.up[device]) for device, bundle in below.items())
    return Cost(role, count, name, *_gpus(ground, lost), 0.0, max(shares, default=0.0))


def _part(ground: Ground, cost: Cost, tier_gbps: int) -> float:
    """Return the part of a tier that one of its switches is: of the links below, else by number."""
    own = capacity(ground.woven.down.get(cost.worst))
    return own / tier_gbps if tier_gbps else 1 / cost.count


def _gpus(ground: Ground, lost: Mapping[str, Bundle]) -> tuple[float, int]:
    cut = sum(ground.gpus[host] for host, bundle in lost.items() if bundle.links >= ground.ports(host))
    return _gpus_degraded(ground, lost) - cut, cut


def _gpus_degraded(ground: Ground, lost: Mapping[str, Bundle]) -> float:
    return sum(ground.gpus[host] * bundle.links / ground.ports(host) for host, bundle in lost.items())


def _of_all(ground: Ground, lost: Mapping[str, Bundle]) -> float:
    return sum(bundle.gbps for bundle in lost.values()) / ground.gbps
