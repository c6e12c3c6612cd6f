"""Parts of generated fabrics that are known to fit: switches by speed, modules, classes, services."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

EOS = ("4.30.5M", "4.31.2F", "4.33.2F", "4.34.1F", "4.36.0F")
SONIC = ("202405", "202411", "202505", "202511", "202605")
CUMULUS = ("5.9", "5.11", "5.14", "5.15", "5.16")
OF_TABLES = ("202511", "202605")
"""Releases of SONiC whose image makes all of FRR's file of tables."""
SKUS = ("Arista-7060X6-64PE-O128", "Mellanox-SN5600-O128", "ACS-SN5600")
RELEASES = {"eos": EOS, "sonic": SONIC, "cumulus": CUMULUS}
PLATFORMS = tuple(RELEASES)
TH5, SN5600 = "model: arista-7060x6-64pe, platform: ", "model: nvidia-sn5600, platform: "
HALVES = "both: 800G-2xDR4, fibre: os2-mpo12-apc"
WHOLE = "both: 800G-DR8, fibre: os2-mpo16-apc"
COPPER = "both: 800G-4x200G-DAC"
DUPLEX = "both: 200G-FR4, fibre: os2-lc"


@dataclass(frozen=True)
class Speed:
    """What makes ports of one speed."""

    name: str
    host_link: str
    link: str
    nics: tuple[str, ...]
    switches: dict[str, tuple[str, ...]]
    """Platform to switches that have such ports, in words of the intent without the release."""


SPEEDS = (
    Speed(
        "400g",
        "host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc",
        HALVES,
        ("connectx-7", "bluefield-3", "thor-2"),
        {
            "eos": (f"{TH5}eos",),
            "sonic": (
                f"{TH5}sonic, hwsku: Arista-7060X6-64PE-O128",
                f"{SN5600}sonic, hwsku: Mellanox-SN5600-O128",
            ),
            "cumulus": (f"{SN5600}cumulus",),
        },
    ),
    Speed(
        "800g",
        WHOLE,
        WHOLE,
        ("thor-ultra",),
        {
            "eos": (f"{TH5}eos",),
            "sonic": (f"{SN5600}sonic, hwsku: ACS-SN5600",),
            "cumulus": (f"{SN5600}cumulus",),
        },
    ),
    Speed(
        "200g",
        DUPLEX,
        DUPLEX,
        ("connectx-6-dx",),
        {
            "cumulus": ("model: nvidia-sn3700, platform: cumulus",),
        },
    ),
    Speed(
        "4x200g",
        COPPER,
        HALVES,
        ("connectx-7", "bluefield-3"),
        {
            "eos": (f"{TH5}eos",),
            "cumulus": (f"{SN5600}cumulus",),
        },
    ),
)
ROCE = ((24, 31, 3), (26, 26, 3), (24, 31, 4), (32, 33, 5), (10, 12, 2))
OOB = """\
  oob:
    transport: ethernet
    out_of_band: true
    prefix: oob-
    topology:
      kind: leaf-spine
      leaf: {model: nvidia-sn2201, platform: cumulus, release: "5.16", count: 1, uplinks: 2,
             access: bridged, vlan: 10}
      spine: {count: 2, model: nvidia-sn2201, platform: cumulus, release: "5.16"}
    physical:
      links:
        host-leaf: {length: 5 m}
        leaf-spine: {both: 100G-CR4, length: 3 m}
      mtu: 1500
    addressing: {loopbacks: 10.3.0.0/16, hosts: 172.28.0.0/16, host_block: 23,
                 first_leaf_asn: 4200030001, spine_asn: 4200030000}
"""


@dataclass(frozen=True)
class Parts:
    """What one fabric is made of."""

    speed: str
    nic: str
    leaf: str
    spine: str
    core: str
    host_link: str
    link: str
    oob: bool

    @property
    def tiers(self) -> tuple[str, ...]:
        return (self.leaf, self.spine, self.core)

    def has(self, platform: str) -> bool:
        return any(f"platform: {platform}" in tier for tier in self.tiers)


def parts(number: int, chance: random.Random, *, split: bool) -> Parts:
    """Return the parts of a fabric; every pair of platforms comes in turn.

    `split` is for NICs that are split over two planes.
    """
    speed = SPEEDS[0] if split else chance.choices(SPEEDS, (4, 3, 1, 2))[0]
    first, second = divmod(number, len(PLATFORMS))
    tiers = [_switch(speed, wanted, chance) for wanted in (first, second, chance.randrange(3))]
    lengths = (
        3 if speed.host_link == COPPER else chance.choice((3, 5, 10, 30)),
        chance.choice((10, 30, 40, 80, 100)),
    )
    return Parts(
        speed.name,
        "connectx-8" if split else chance.choice(speed.nics),
        *tiers,
        f"{speed.host_link}, length: {lengths[0]} m",
        f"{speed.link}, length: {lengths[1]} m",
        oob=chance.random() < 0.25,
    )


def _switch(speed: Speed, wanted: int, chance: random.Random) -> str:
    able = sorted(speed.switches)
    platform = PLATFORMS[wanted % len(PLATFORMS)]
    platform = platform if platform in able else chance.choice(able)
    release = chance.choice(RELEASES[platform])
    words = f'{chance.choice(speed.switches[platform])}, release: "{release}"'
    of_tables = platform == "sonic" and release in OF_TABLES and chance.random() < 0.5
    return words.replace(", release:", ", routing_mode: unified, release:") if of_tables else words


def routing(chosen: Parts, chance: random.Random) -> str:
    """Return BGP, BFD and the choice among ways."""
    seed = "equal" if chosen.has("sonic") or chosen.has("eos") else chance.choice(("equal", "per-tier"))
    timers = ("", "  bfd: {interval: 300 ms, multiplier: 3}\n", "  bfd: {interval: 1 s, multiplier: 5}\n")
    of_tables = any("routing_mode: unified" in tier for tier in chosen.tiers)
    bfd = chance.choice(timers[:2] if of_tables else timers)
    paths = chance.choice((16, 32, 64))
    numbered, both = "  underlay: ebgp-numbered\n", "  dual_stack: true\n"
    links = chance.choice(("", "", numbered, both, numbered + both))
    return f"routing:\n  ecmp: {{seed: {seed}, max_paths: {paths}}}\n{bfd}{links}"


def qos(chance: random.Random) -> str:
    """Return a lossless class, that of its notices, and the rest."""
    first, last, number = chance.choice(ROCE)
    share = chance.choice((50, 70, 80, 90))
    notices, rest = chance.choice((6, 7)), chance.choice((0, 1))
    detect = chance.choice((400, 600, 800, 1000))
    marks = chance.choice(("auto", "{min: 400 KB, max: 1600 KB}"))
    return (
        "qos:\n  classes:\n"
        f"    - {{name: roce, dscp: [{first}-{last}], traffic_class: {number}, lossless: true, "
        f"bandwidth: {share} %, ecn: {marks}}}\n"
        f"    - {{name: cnp, dscp: [48], traffic_class: {notices}, strict: true}}\n"
        f"    - {{name: default, dscp: rest, traffic_class: {rest}, bandwidth: {100 - share} %}}\n"
        f"  pfc: {{watchdog: {{detect: {detect} ms, restore: {detect} ms, action: drop}}}}\n"
        "  dcqcn: {enabled: true}\n"
    )


def trimming(chosen: Parts, shape: str) -> str:
    """Return what follows the classes where every switch cuts packets short: on SONiC and Cumulus of late."""
    tiers = {"mesh": chosen.tiers[:1], "clos3": chosen.tiers}.get(shape, chosen.tiers[:2])
    late = tuple(
        f'platform: sonic, hwsku: {sku}, {mode}release: "{release}"'
        for sku in SKUS
        for release in SONIC[2:]
        for mode in ("", "routing_mode: unified, ")
    ) + tuple(f'{SN5600}cumulus, release: "{release}"' for release in CUMULUS[2:])
    cut = "  trimming: {classes: [default], to: cnp, size: 256 B}\n"
    return cut if all(tier.endswith(late) for tier in tiers) else ""


def services(number: int, chance: random.Random) -> str:
    """Return accounts, and what else a switch asks and tells."""
    lines = ["services:", "  aaa:", "    users: [{name: admin, password: 'secret:env/HASH'}]"]
    if chance.random() < 0.5:
        lines.append("    tacacs: {servers: [10.20.0.6], key: 'secret:env/KEY'}")
    for name, value in (("ntp", "[10.20.0.2, 10.20.0.3]"), ("dns", "[10.20.0.4]"), ("syslog", "[10.20.0.5]")):
        if chance.random() < 0.7:
            lines.append(f"  {name}: {value}")
    if number % 2:
        lines.append("  management: {network: 10.20.0.0/16, gateway: 10.20.0.1}")
    return "\n".join(lines) + "\n"


def subnet(shape: str, chance: random.Random) -> str:
    """Return what the subnet manager is to do."""
    engine = "dfp2" if shape == "dragonfly-plus" else chance.choice(("ar_updn", "updn"))
    partition = "    - {name: training, pkey: '0x0010', pods: [pod1]}\n" if chance.random() < 0.5 else ""
    levels = "  service_levels:\n    - {name: bulk, level: 0, virtual_lane: 0}\n"
    levels += "    - {name: control, level: 1, virtual_lane: 1, weight: 16, strict: true}\n"
    return (
        f"subnet:\n  release: '6.19'\n  routing_engine: {engine}\n"
        + (f"  partitions:\n{partition}" if partition else "")
        + levels
    )
