"""What a hand-written fabric forgot: NICs without a link, and devices that nothing joins to the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabric.core.diagnostic import Diagnostic, error
from fabric.core.names import listing, natural
from fabric.topology.managers import manager_ports
from fabric.topology.model import Device, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabric.core.diagnostic import Path
    from fabric.topology.ground import Ground
    from fabric.topology.model import Link


def idle(ground: Ground, devices: Mapping[str, Device], links: Sequence[Link]) -> Iterator[Diagnostic]:
    """Yield ports of hosts and subnet managers that no link names, by pod."""
    used = {(end.device, end.port.cage) for link in links for end in (link.a, link.b)}
    counts = {pod.name: pod.nics for pod in ground.pods}
    missing: dict[Path, list[str]] = {}
    for device in devices.values():
        if device.role in {Role.HOST, Role.MANAGER}:
            count = counts[device.pod] if device.role is Role.HOST else manager_ports(ground, device)
            ports = (number for number in range(1, count + 1) if (device.name, number) not in used)
            missing.setdefault(device.path, []).extend(f"{device.name}:{number}" for number in ports)
    for path, names in missing.items():
        if names:
            hint = "add their links, or ask for fewer ports"
            yield error("TOP-066", f"no link names {listing(names)}", path, hint)


def left_out(devices: Mapping[str, Device], links: Sequence[Link]) -> Iterator[Diagnostic]:
    """Yield switches without a link, and groups of devices that nothing joins to the others."""
    group = {name: name for name in devices}

    def root(name: str) -> str:
        while group[name] != name:
            group[name] = group[group[name]]
            name = group[name]
        return name

    for link in links:
        group[root(link.b.device)] = root(link.a.device)
    islands: dict[str, list[str]] = {}
    for name in devices:
        islands.setdefault(root(name), []).append(name)
    largest = max(islands.values(), key=len, default=[])
    for names in islands.values():
        first = min(names, key=natural)
        if len(names) == 1 and names is not largest:
            hint = "add its links, or take it out"
            yield error("TOP-067", f"`{first}` has no link", devices[first].path, hint)
        elif names is not largest:
            switches = sorted((n for n in names if devices[n].role is not Role.HOST), key=natural)
            summary = f"{len(names)} devices around {listing(switches)} are joined to nothing else"
            yield error("TOP-067", summary, devices[switches[0]].path, "add a link to the rest of the fabric")
