"""Fabrics made by chance over platform, release, role, shape, speed and transport, for the judges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cases.repositories import Texts

if TYPE_CHECKING:
    import random

EOS = ("4.30.1F", "4.31.2F", "4.32.2F", "4.33.1F", "4.34.1F", "4.35.1F", "4.36.0.1F")
SONIC = ("202405", "202411", "202505", "202511", "202605")
CUMULUS = tuple(f"5.{minor}" for minor in range(9, 19))


@dataclass(frozen=True)
class Kind:
    """A switch as an intent names it, and what its ports can be."""

    model: str
    platform: str
    releases: tuple[str, ...]
    hwsku: str = ""

    def text(self, chance: random.Random) -> str:
        sku = f", hwsku: {self.hwsku}" if self.hwsku else ""
        return (
            f'model: {self.model}, platform: {self.platform}, release: "{chance.choice(self.releases)}"{sku}'
        )


FAST = (
    Kind("arista-7060x6-64pe", "eos", EOS),
    Kind("nvidia-sn5600", "cumulus", CUMULUS),
    Kind("arista-7060x6-64pe", "sonic", SONIC, "Arista-7060X6-64PE-O128"),
    Kind("nvidia-sn5600", "sonic", SONIC, "Mellanox-SN5600-O128"),
)
"""800G cages with lanes of 100G; the HwSKUs have 400G ports."""
WIDE = (Kind("arista-7060x6-64pe", "eos", EOS), Kind("nvidia-sn5600", "cumulus", CUMULUS))
SLOW = (Kind("nvidia-sn3700", "cumulus", CUMULUS), Kind("nvidia-sn4700", "cumulus", CUMULUS))
SPEEDS = {
    "400G": (FAST, ("hgx-h200", "hgx-h100", "mi300x"), ("connectx-7", "bluefield-3", "thor-2")),
    "800G": (WIDE, ("hgx-b300",), ("thor-ultra",)),
    "200G": (SLOW, ("hgx-h100",), ("connectx-6-dx",)),
}
FOLDER = "intents/made"
SITE, INVENTORY = f"{FOLDER}/site.yaml", "inventory/made/hosts.yaml"
SUBNETS = 0.15
"""Share of fabrics that are InfiniBand."""
SHAPES = ("rail-optimised", "leaf-spine", "clos3")


def generated(chance: random.Random) -> Texts:
    """Return a repository with the intent of a fabric, and the identities it needs."""
    made = _infiniband(chance) if chance.random() < SUBNETS else {SITE: _ethernet(chance)}
    return Texts(made)


def _ethernet(chance: random.Random) -> str:
    switches, hosts, nics = SPEEDS[chance.choices(tuple(SPEEDS), (6, 2, 1))[0]]
    shape, rails, spines = chance.choice(SHAPES), chance.choice((1, 2, 4)), chance.choice((2, 4))
    pods = "".join(
        f"  pod{number}: {{count: {chance.randint(1, 4)}, model: {chance.choice(hosts)}, "
        f"nics: {{backend: {{model: {chance.choice(nics)}, count: {rails}}}}}}}\n"
        for number in range(1, chance.randint(2, 3))
    )
    leaf, spine = chance.choice(switches), chance.choice(switches)
    own = "per: rail" if shape == "rail-optimised" else f"count: {rails}"
    tiers = f"  leaf: {{{leaf.text(chance)}, {own}, uplinks: {spines * chance.choice((1, 2))}}}\n"
    up = f", uplinks: {2 * chance.choice((1, 2))}" if shape == "clos3" else ""
    tiers += f"  spine: {{{spine.text(chance)}, count: {spines}{up}}}\n"
    if shape == "clos3":
        tiers += f"  core: {{{chance.choice(switches).text(chance)}, count: 2}}\n"
    lines = f"  rails: {rails}\n" if shape == "rail-optimised" else ""
    return (
        f"schema: fabric/1\nname: made\nfabric: {{name: backend, transport: roce}}\nhosts:\n{pods}"
        f"topology:\n  kind: {shape}\n{lines}{tiers}{_links(chance, shape)}{_routing(chance)}{_qos(chance)}"
        f"{_services(chance)}"
    )


def _links(chance: random.Random, shape: str) -> str:
    kinds = ("host-leaf", "leaf-spine", *(("spine-core",) if shape == "clos3" else ()))
    rows = (
        f"    {kind}: {{media: auto, length: {chance.choice((3, 10, 25, 30, 40))} m}}\n" for kind in kinds
    )
    return "physical:\n  links:\n" + "".join(rows)


def _routing(chance: random.Random) -> str:
    bfd = chance.choice(("", ", bfd: {interval: 300 ms, multiplier: 3}"))
    seed, paths = chance.choice(("per-tier", "equal")), chance.choice((16, 32, 64))
    return f"routing: {{ecmp: {{seed: {seed}, max_paths: {paths}}}{bfd}}}\n"


def _qos(chance: random.Random) -> str:
    first, last, number = chance.choice(((24, 31, 3), (26, 26, 3), (24, 31, 4), (32, 33, 5)))
    share, notices = chance.choice((50, 70, 80)), chance.choice((6, 7))
    detect = chance.choice((200, 400, 800))
    return (
        "qos:\n  classes:\n"
        f"    - {{name: roce, dscp: [{first}-{last}], traffic_class: {number}, lossless: true, "
        f"bandwidth: {share} %, ecn: auto}}\n"
        f"    - {{name: cnp, dscp: [48], traffic_class: {notices}, strict: true}}\n"
        f"    - {{name: default, dscp: rest, traffic_class: 0, bandwidth: {100 - share} %}}\n"
        f"  pfc: {{watchdog: {{detect: {detect} ms, restore: {detect} ms, action: drop}}}}\n"
        "  dcqcn: {enabled: true}\n"
    )


def _services(chance: random.Random) -> str:
    parts = {
        "management": "{network: 172.22.0.0/22, gateway: 172.22.0.1}",
        "domain": "made.example",
        "ntp": "[172.22.0.2, 172.22.0.3]",
        "dns": "[172.22.0.4]",
        "syslog": "[172.22.0.5]",
    }
    chosen = {name: text for name, text in parts.items() if chance.random() < 0.7}
    users = "users: [{name: admin, password: 'secret:env/HASH'}]"
    if "management" in chosen and chance.random() < 0.5:
        users += ", tacacs: {servers: [172.22.0.6], key: 'secret:env/KEY'}"
    return "services:\n" + "".join(
        f"  {name}: {text}\n" for name, text in {**chosen, "aaa": f"{{{users}}}"}.items()
    )


def _infiniband(chance: random.Random) -> dict[str, str]:
    hosts, spines, together = chance.randint(1, 4), chance.choice((2, 4)), chance.choice((1, 2, 4))
    switch = "model: nvidia-qm9700, platform: unmanaged"
    engine = chance.choice(("ar_updn", "updn", "ar_ftree"))
    text = (
        "schema: fabric/1\nname: made\nfabric: {name: backend, transport: infiniband}\n"
        f"hosts:\n  pod1: {{count: {hosts}, model: hgx-h200, "
        "nics: {backend: {model: connectx-7, count: 8}}}\n"
        "topology:\n  kind: fat-tree\n  rails: 8\n"
        f"  leaf: {{{switch}, per: rail, rails: {together}, uplinks: {spines * 4}}}\n"
        f"  spine: {{{switch}, count: {spines}}}\n{_links(chance, 'fat-tree')}"
        f'subnet:\n  release: "{chance.choice(("6.18", "6.19"))}"\n  routing_engine: {engine}\n  ports: 2\n'
        "  partitions:\n"
        "    - {name: training, pkey: '0x0010', membership: full, index0: true, pods: [pod1]}\n"
    )
    leaves = [f"pod1-leaf{number}" for number in range(1, 8 // together + 1)]
    nodes = [*leaves, *(f"spine{number}" for number in range(1, spines + 1))]
    many = {**{f"pod1-host{number}": 8 for number in range(1, hosts + 1)}, "ufm1": 2, "ufm2": 2}
    rows = [f"{name}: {{data: {{guid: b83fd2030090{n:04}}}}}\n" for n, name in enumerate(nodes)]
    for number, (name, ports) in enumerate(many.items()):
        guids = ", ".join(f"b83fd20300a{number:02}{port:03}" for port in range(ports))
        rows.append(f"{name}: {{data: {{guids: [{guids}]}}}}\n")
    return {SITE: text, INVENTORY: "".join(rows)}
