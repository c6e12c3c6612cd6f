"""Writes the shape as a user's repository: intent, inventory and ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.shape import HOST_PORTS, RAILS, UPLINKS, Shape

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

INTENT = "intents/bench"
CHASSIS = "bench-chassis"
CATALOG = """\
switches:
  - id: bench-chassis
    vendor: none
    model: for measurements only
    asic: TH5
    protocol: ethernet
    cages:
      - {count: 4096, first: 1, form_factor: OSFP, lanes: 8, lane_gbps: 100, max_gbps: 800,
         breakout: [2x400G]}
    radix: 4096
    nos: [EOS]
    names: {eos: {whole: 'Ethernet{cage}/1', split: 'Ethernet{cage}/{lane}'}}
    confidence: recalled
    source: [invented]
"""
HEAD = """\
schema: fabric/1
name: bench
services:
  management: {network: 172.16.0.0/16, gateway: 172.16.0.1}
  domain: bench.example
  ntp: [172.16.255.2, 172.16.255.3]
  dns: [172.16.255.4]
  syslog: [172.16.255.5]
  aaa:
    users: [{name: admin, password: "secret:env/BENCH_HASH"}]
hosts:
"""
FABRIC = """\
  f%(fabric)d:
    transport: roce
    prefix: f%(fabric)d-
    topology:
      kind: rail-optimised
      rails: %(rails)d
      leaf: {model: arista-7060x6-64pe, platform: eos, release: "4.34.1F", per: rail, uplinks: %(uplinks)d}
      spine: {count: %(spines)d, model: %(model)s, platform: eos, release: "4.34.1F"}
    physical:
      links:
        host-leaf: {host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m}
        leaf-spine: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m}
    addressing: {loopbacks: 10.%(fabric)d.0.0/16, hosts: %(hosts)s, host_block: 26}
    routing:
      ecmp: {max_paths: 64}
      bfd: {interval: 300 ms, multiplier: 3}
    qos:
      classes:
        - {name: roce, dscp: [24-31], traffic_class: 3, lossless: true, bandwidth: 80 %%, ecn: auto}
        - {name: cnp, dscp: [48], traffic_class: 6, strict: true}
        - {name: default, dscp: rest, traffic_class: 0, bandwidth: 20 %%}
      pfc: {watchdog: {detect: 400 ms, restore: 400 ms, action: drop}}
      headroom: auto
      dcqcn: {enabled: true}
"""


def write(shape: Shape, root: Path) -> Path:
    """Write the repository below a folder; return the folder of the intent."""
    texts = {
        f"{INTENT}/site.yaml": "".join(_site(shape)),
        "inventory/bench/hosts.yaml": "".join(_inventory(shape)),
        "inventory/bench/allocations.yaml": "".join(_ledger(shape)),
    }
    if shape.chassis:
        texts["inventory/catalog/chassis.yaml"] = CATALOG
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root / INTENT


def _site(shape: Shape) -> Iterator[str]:
    yield HEAD
    for fabric in range(1, shape.fabrics + 1):
        for index in range(shape.pods):
            nics = f"nics: {{f{fabric}: {{model: connectx-7, count: {RAILS}}}}}"
            yield (
                f"  pod{shape.pod(fabric, index)}: "
                f"{{number: {index + 1}, count: {HOST_PORTS}, model: hgx-h200, {nics}}}\n"
            )
    yield "fabrics:\n"
    for fabric in range(1, shape.fabrics + 1):
        hosts = "100.64.0.0/10" if shape.chassis else f"100.{64 + fabric // 8}.{fabric % 8 * 32}.0/19"
        yield FABRIC % {
            "fabric": fabric,
            "rails": RAILS,
            "uplinks": UPLINKS,
            "spines": shape.spines,
            "model": CHASSIS if shape.chassis else "arista-7060x6-64pe",
            "hosts": hosts,
        }


def _names(shape: Shape) -> Iterator[tuple[int, str]]:
    yield from ((leaf.fabric, leaf.name) for leaf in shape.leaves)
    yield from shape.spine_names


def _inventory(shape: Shape) -> Iterator[str]:
    for number, (_, name) in enumerate(_names(shape), start=10):
        address = f"172.16.{number // 250}.{number % 250 + 1}"
        mac = f"28:99:3a:00:{number // 256:02x}:{number % 256:02x}"
        yield (
            f"{name}: {{hostname: {address}, "
            f'data: {{management: {address}/16, serial: JPE{number:08}, mac: "{mac}"}}}}\n'
        )


def _ledger(shape: Shape) -> Iterator[str]:
    yield "ledger: fabric/1\n"
    rows: dict[int, list[str]] = {}
    for fabric, name in _names(shape):
        rows.setdefault(fabric, []).append(name)
    for fabric, names in rows.items():
        yield f"f{fabric}:\n"
        yield from (f"  {name}: {number}\n" for number, name in enumerate(names, start=1))
