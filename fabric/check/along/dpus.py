"""Whether a DPU, its leaves and its host agree: a hop that no cable of the fabric leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.device.dpu import dpu
from fabric.device.hop import OWN_ALONE, Advertised
from fabric.topology import End

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fabric.check.along.walk import Walk
    from fabric.device import DpuConfig, DpuPort
    from fabric.device.hop import Hop


def dpus_join_hosts_to_leaves(walk: Walk) -> Iterable[Diagnostic]:
    """HOP-013: a DPU that differs from its leaf or its host cuts the host off, or joins leaves through it."""
    for name in walk.design.fabric.dpus:
        hop = walk.hops.get(name)
        if hop is not None:
            for problem in _problems(walk, dpu(walk.design, name), hop):
                yield error("HOP-013", f"`{name}` {problem}", walk.path(name), HINT)


HINT = "look for a template of your own under `templates/` that prints it"


def _problems(walk: Walk, wanted: DpuConfig, hop: Hop) -> Iterator[str]:
    bgp = wanted.bgp
    announced = {Advertised(*line) for line in bgp.advertised}
    for words, said, told in (
        ("has the AS", hop.asn, bgp.asn),
        ("has the router id", hop.router_id, bgp.router_id),
        ("announces", _lines(hop.advertised), _lines(announced)),
    ):
        if said != told:
            yield f"{words} {said}, the intent {told}"
    for port in (*wanted.uplinks, *wanted.host_ports):
        yield from _port(walk, port, hop)


def _lines(lines: Iterable[Advertised]) -> str:
    return ", ".join(sorted(f"{one.network} of /{one.shortest} to /{one.longest}" for one in lines))


def _port(walk: Walk, wanted: DpuPort, hop: Hop) -> Iterator[str]:
    said = hop.ports.get(wanted.name)
    if said is None:
        yield f"does not configure `{wanted.name}`"
        return
    far = walk.port(End(wanted.peer.device, wanted.peer.port))
    asn = wanted.peer.asn
    pairs: list[tuple[str, object, object]] = [
        ("has an MTU of", said.mtu, wanted.mtu),
        ("has the address", said.address, wanted.address),
        ("expects at its far end the AS", said.remote_asn, asn),
    ]
    if asn is not None:
        pairs.append(("lets out of it", dict(said.settings).get("export"), OWN_ALONE))
    if far is not None:
        pairs.append(("has at its far end an MTU of", far.mtu, said.mtu))
        pairs.append(("is to its leaf the AS", far.remote_asn, None if asn is None else hop.asn))
    for words, found, told in pairs:
        if found != told:
            yield f"`{wanted.name}` {words} {found}, right is {told}"


RULES = (dpus_join_hosts_to_leaves,)
