"""Good fabrics made by chance from parts that are known to fit: none of them may have an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

SN5600 = 'model: nvidia-sn5600, platform: cumulus, release: "5.16"'
EOS = 'model: arista-7060x6-64pe, platform: eos, release: "4.34.1F"'
SONIC = 'model: arista-7060x6-64pe, platform: sonic, hwsku: Arista-7060X6-64PE-O128, release: "202511"'
MARKS = (
    "auto",
    "auto",
    "sonic-th5-ai",
    "{min: 400 KB, max: 1600 KB}",
    "{min: 300 KB, max: 1200 KB, at: 400G}",
)
ROCE = ((24, 31, 3), (26, 26, 3), (24, 31, 4), (32, 33, 5), (10, 12, 2))


def sound(chance: random.Random) -> str:
    """Return the intent of a good fabric."""
    kind = chance.choice(("rail-optimised", "leaf-spine", "clos3"))
    rails = chance.choice((1, 2, 4, 8))
    spines = chance.choice((2, 4))
    uplinks = spines * chance.choice((1, 2, 4))
    pods = "".join(
        f"  pod{number}: {{count: {chance.randint(1, 8)}, model: hgx-h200, "
        f"nics: {{backend: {{model: {chance.choice(('connectx-7', 'connectx-8'))}, count: {rails}}}}}}}\n"
        for number in range(1, chance.randint(2, 4))
    )
    return (
        f"schema: fabric/1\nname: good\nfabric: {{name: backend, transport: roce}}\nhosts:\n{pods}"
        f"topology:\n  kind: {kind}\n{_tiers(chance, kind, (rails, spines, uplinks))}"
        f"physical:\n  links:\n{_links(chance, kind)}{_routing(chance)}{_qos(chance)}"
        "services: {aaa: {users: [{name: admin, password: 'secret:env/HASH'}]}}\n"
    )


def _tiers(chance: random.Random, kind: str, sizes: tuple[int, int, int]) -> str:
    rails, spines, uplinks = sizes
    leaf, spine = chance.choice((SN5600, EOS, SONIC)), chance.choice((SN5600, EOS, SONIC))
    lines = f"  rails: {rails}\n" if kind == "rail-optimised" else ""
    own = "per: rail, " if kind == "rail-optimised" else f"count: {rails}, "
    lines += f"  leaf: {{{leaf}, {own}uplinks: {uplinks}}}\n"
    if kind != "clos3":
        return lines + f"  spine: {{{spine}, count: {spines}}}\n"
    up = f", uplinks: {2 * chance.choice((1, 2))}"
    return lines + f"  spine: {{{spine}, count: {spines}{up}}}\n  core: {{{EOS}, count: 2}}\n"


def _links(chance: random.Random, kind: str) -> str:
    metres = (1, 3, 5, 10, 25, 30, 40, 80, 100, 150)
    both = "both: 800G-2xDR4, fibre: os2-mpo12-apc"
    lines = (
        "    host-leaf: {host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc, "
        f"length: {chance.choice(metres)} m}}\n"
        f"    leaf-spine: {{{both}, length: {chance.choice(metres)} m}}\n"
    )
    return lines + (
        f"    spine-core: {{{both}, length: {chance.choice(metres)} m}}\n" if kind == "clos3" else ""
    )


def _routing(chance: random.Random) -> str:
    bfd = chance.choice(
        ("", "  bfd: {interval: 300 ms, multiplier: 3}\n", "  bfd: {interval: 1 s, multiplier: 5}\n")
    )
    paths = chance.choice((16, 32, 64))
    return f"routing:\n  ecmp: {{seed: {chance.choice(('per-tier', 'equal'))}, max_paths: {paths}}}\n{bfd}"


def _qos(chance: random.Random) -> str:
    first, last, number = chance.choice(ROCE)
    share = chance.choice((50, 70, 80, 90))
    notices, rest = chance.choice((6, 7)), chance.choice((0, 1))
    detect = chance.choice((400, 600, 800, 1000))
    return (
        "qos:\n  classes:\n"
        f"    - {{name: roce, dscp: [{first}-{last}], traffic_class: {number}, lossless: true, "
        f"bandwidth: {share} %, ecn: {chance.choice(MARKS)}}}\n"
        f"    - {{name: cnp, dscp: [48], traffic_class: {notices}, strict: true}}\n"
        f"    - {{name: default, dscp: rest, traffic_class: {rest}, bandwidth: {100 - share} %}}\n"
        f"  pfc: {{watchdog: {{detect: {detect} ms, restore: {detect} ms, action: drop}}}}\n"
        "  dcqcn: {enabled: true}\n"
    )
