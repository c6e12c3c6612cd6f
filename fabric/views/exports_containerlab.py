"""A fabric as a containerlab topology: the same devices and cables, virtual."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.core.diagnostic import FabricError, error
from fabric.core.names import listing
from fabric.topology import Role, near_end

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.device import Design
    from fabric.topology import Device, Link


@dataclass(frozen=True, slots=True)
class Kind:
    """How containerlab starts a platform."""

    name: str
    image: str
    """Image as its build recipe tags it; `{release}` is that of the device."""


KINDS = {
    "eos": Kind("arista_ceos", "ceos:{release}"),
    "sonic": Kind("sonic-vs", "docker-sonic-vs:{release}"),
    "cumulus": Kind("nvidia_cumulusvx", "vrnetlab/nvidia_cumulusvx:{release}"),
    "host": Kind("linux", "alpine:3"),
}
"""By platform. Kinds: containerlab manual, `manual/kinds`; images are the site's own, none may be shared."""
_EOS_PORT = re.compile(r"Ethernet([\d/]+)")
NOTE = (
    "Interfaces of cEOS have their real names (eth1_5 is Ethernet1/5, containerlab manual, `kinds/ceos`).",
    "Other virtual switches number their ports from one: the comment at a link names the real ports.",
    "Images are not public: build or tag them as named here. Virtual ASICs have no PFC, ECN or buffers.",
)


def containerlab(design: Design) -> str:
    """Return a topology file. Raises FabricError for devices that no container stands for."""
    devices = [d for d in design.fabric.devices.values() if d.role is not Role.MANAGER]
    without = [device.name for device in devices if device.platform not in KINDS]
    if without:
        hint = "only Ethernet switches that run EOS, SONiC or Cumulus Linux have virtual twins"
        raise FabricError(error("CBL-004", f"no container stands for {listing(without)}", hint=hint))
    lines = [*(f"# {line}" for line in NOTE), f"name: {design.site.name}-{design.fabric.name}", "topology:"]
    lines += ("  nodes:", *(line for device in devices for line in _node(device)))
    lines += ("  links:", *_links(design))
    return "\n".join(lines) + "\n"


def _node(device: Device) -> Iterator[str]:
    kind = KINDS[device.platform]
    yield f"    {device.name}:"
    yield f"      kind: {kind.name}"
    yield f"      image: {json.dumps(kind.image.format(release=device.release))}"
    if device.pod:
        yield f"      group: {device.pod}"


def _links(design: Design) -> Iterator[str]:
    numbers = _numbers(design)
    for link in design.fabric.links:
        if Role.MANAGER in {design.device(end.device).role for end in (link.a, link.b)}:
            continue
        ends = [f"{end.device}:{_interface(design, link, end.device, numbers)}" for end in (link.a, link.b)]
        real = " to ".join(f"{end.device} {design.port_name(end)}" for end in (link.a, link.b))
        yield f"    - endpoints: {json.dumps(ends)}  # {real}"


def _interface(design: Design, link: Link, name: str, numbers: dict[tuple[str, Link], int]) -> str:
    device = design.device(name)
    if device.platform == "eos":
        found = _EOS_PORT.fullmatch(design.port_name(near_end(link, name)))
        if found:
            return f"eth{found[1].replace('/', '_')}"
    return f"eth{numbers[name, link]}"


def _numbers(design: Design) -> dict[tuple[str, Link], int]:
    """Return the number of every link on its devices, in the order of ports."""
    return {
        (name, link): number
        for name, links in design.fabric.links_of.items()
        for number, link in enumerate(links, 1)
    }
