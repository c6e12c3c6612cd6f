"""Fabrics by number over platform, role, shape, speed and release: all good, for the judges."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cases.generated_parts import OOB, parts, qos, routing, services, subnet, trimming
from cases.repositories import HOSTS, SITE, Texts, everything

from fabric.pipeline import at, expanded

if TYPE_CHECKING:
    from cases.generated_parts import Parts

ETHERNET = (
    "rail-optimised",
    "leaf-spine",
    "bridged",
    "clos3",
    "multi-plane",
    "fat-tree",
    "mesh",
    "dragonfly-plus",
)
INFINIBAND = ("rail-optimised", "fat-tree", "dragonfly-plus")
NETWORKS = ("netplan", "systemd-networkd")
EVERY = 8
"""One fabric in so many is InfiniBand."""


@dataclass(frozen=True)
class Generated:
    """A fabric: what was chosen, and its intent."""

    number: int
    shape: str
    speed: str
    text: str

    def __str__(self) -> str:
        return f"{self.number}-{self.shape}-{self.speed}"


def generated(number: int) -> Generated:
    """Return the fabric of a number. Shapes, speeds and platforms come in turn, the rest by chance."""
    chance = random.Random(number)
    if number % EVERY == EVERY - 1:
        return _infiniband(number, chance)
    shape = ETHERNET[number % len(ETHERNET)] if number % 3 else chance.choice(ETHERNET)
    network = f"network: {NETWORKS[number % 2]}"
    chosen = parts(number, chance, split=shape == "multi-plane")
    hosts = "".join(
        f"  pod{n}: {{count: {chance.randint(1, 6)}, model: hgx-h200, {network}, nics: {{"
        f"backend: {{model: {chosen.nic}, count: {_nics(shape)}}}"
        + (", oob: {model: bmc-1g, count: 1}" if chosen.oob else "")
        + "}}\n"
        for n in range(1, 3 if shape in {"clos3", "dragonfly-plus"} else 2)
    )
    backend = (
        f"transport: roce\ntopology:\n{_tiers(shape, chosen)}physical:\n  links:\n{_links(shape, chosen)}"
        f"{routing(chosen, chance)}{qos(chance)}{trimming(chosen, shape)}"
    )
    text = (
        f"schema: fabric/1\nname: made-{number}\nhosts:\n{hosts}fabrics:\n  backend:\n{_indented(backend)}"
        + (OOB if chosen.oob else "")
        + services(number, chance)
    )
    return Generated(number, shape, chosen.speed, text)


def source(made: Generated) -> Texts:
    """Return the repository of a fabric: its intent, and an inventory in which every device is known."""
    intent = {SITE: made.text}
    draft = expanded(at(Texts(intent), "site"), everything())
    devices = dict.fromkeys(name for design in draft.designs.values() for name in design.fabric.devices)
    lines = (
        f"{name}: {{data: {{management: 10.20.{1 + index // 200}.{1 + index % 200}/16, serial: S{index:04}, "
        f"mac: 'b8:3f:d2:00:{index // 256:02x}:{index % 256:02x}', guid: b83fd203{index:04x}0000, "
        f"guids: [{', '.join(f'b83fd203{index:04x}{port:04x}' for port in range(1, 9))}]}}}}\n"
        for index, name in enumerate(devices)
    )
    return Texts(intent | {HOSTS: "".join(lines)})


def _nics(shape: str) -> int:
    return 8 if shape == "multi-plane" else 4


def _tiers(shape: str, chosen: Parts) -> str:
    leaf, spine, core = chosen.leaf, chosen.spine, chosen.core
    kind = f"  kind: {'leaf-spine' if shape == 'bridged' else shape}\n"
    own = {
        "rail-optimised": f"  rails: 4\n  leaf: {{{leaf}, per: rail, uplinks: 4}}\n",
        "leaf-spine": f"  leaf: {{{leaf}, count: 2, uplinks: 4}}\n",
        "bridged": f"  leaf: {{{leaf}, count: 2, uplinks: 4, access: bridged, vlan: 30}}\n",
        "clos3": f"  rails: 4\n  leaf: {{{leaf}, per: rail, rails: 2, uplinks: 4}}\n",
        "multi-plane": f"  rails: 4\n  planes: 2\n  leaf: {{{leaf}, per: rail, rails: 4, uplinks: 4}}\n",
        "fat-tree": f"  leaf: {{{leaf}, count: 2, uplinks: 4}}\n",
        "mesh": f"  leaf: {{{leaf}, count: 2, links: 2}}\n",
        "dragonfly-plus": f"  leaf: {{{leaf}, count: 2, uplinks: 4}}\n",
    }[shape]
    up = {"clos3": ", uplinks: 4", "dragonfly-plus": ", global_links: 2"}.get(shape, "")
    upper = "" if shape == "mesh" else f"  spine: {{{spine}, count: 2{up}}}\n"
    return kind + own + upper + (f"  core: {{{core}, count: 2}}\n" if shape == "clos3" else "")


def _links(shape: str, chosen: Parts) -> str:
    between = {
        "clos3": ("leaf-spine", "spine-core"),
        "mesh": ("leaf-leaf",),
        "dragonfly-plus": ("leaf-spine", "spine-spine"),
    }.get(shape, ("leaf-spine",))
    lines = [f"    host-leaf: {{{chosen.host_link}}}\n"]
    return "".join([*lines, *(f"    {kind}: {{{chosen.link}}}\n" for kind in between)])


def _infiniband(number: int, chance: random.Random) -> Generated:
    shape = INFINIBAND[number // EVERY % len(INFINIBAND)]
    switch = "model: nvidia-qm9700, platform: unmanaged"
    pods = 2 if shape == "dragonfly-plus" else 1
    hosts = "".join(
        f"  pod{n}: {{count: {chance.randint(2, 5)}, model: dgx-b200, "
        "nics: {compute: {model: connectx-7, count: 4}}}\n"
        for n in range(1, pods + 1)
    )
    own, up = {
        "rail-optimised": ("per: rail, uplinks: 4", ""),
        "fat-tree": ("count: 2, uplinks: 4", ""),
        "dragonfly-plus": ("count: 2, uplinks: 4", ", global_links: 2"),
    }[shape]
    rails = "  rails: 4\n" if shape == "rail-optimised" else ""
    link = "both: 800G-2xDR4, fibre: os2-mpo12-apc"
    more = f"    spine-spine: {{{link}, length: 30 m}}\n" if shape == "dragonfly-plus" else ""
    text = (
        f"schema: fabric/1\nname: made-{number}\nfabric: {{name: compute, transport: infiniband}}\n"
        f"hosts:\n{hosts}topology:\n  kind: {shape}\n{rails}"
        f"  leaf: {{{switch}, {own}}}\n  spine: {{{switch}, count: 2{up}}}\n"
        f"physical:\n  links:\n    host-leaf: {{{link}, length: 10 m}}\n"
        f"    leaf-spine: {{{link}, length: 30 m}}\n"
        f"{more}{subnet(shape, chance)}"
    )
    return Generated(number, shape, "ndr", text)


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())
