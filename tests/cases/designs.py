"""Units of small designs, for tests of what each is to do."""

from __future__ import annotations

from cases.repositories import base_text, base_with, edited

from fabric.pipeline import at, compile, registry  # noqa: A004 - the verb of that stage

LEAF = 'leaf: {model: nvidia-sn5600, platform: cumulus, release: "5.16", per: rail, uplinks: 4}'
SONIC_LEAF = (
    'leaf: {model: arista-7060x6-64pe, platform: sonic, hwsku: Arista-7060X6-64PE-O128, release: "202511",'
    " per: rail, uplinks: 4}"
)
AS_SONIC = ((LEAF, SONIC_LEAF), ("routing:\n", "routing:\n  ecmp: {seed: equal}\n"))
INFINIBAND = """\
schema: fabric/1
name: small
fabric: {name: compute, transport: infiniband}
hosts:
  pod1: {count: 2, model: dgx-b200, nics: {compute: {model: connectx-7, count: 2}}}
topology:
  kind: rail-optimised
  rails: 2
  leaf: {model: nvidia-qm9700, platform: unmanaged, per: rail, uplinks: 4}
  spine: {count: 2, model: nvidia-qm9700, platform: unmanaged}
physical:
  links:
    host-leaf: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m}
    leaf-spine: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m}
subnet:
  release: "6.19"
  partitions:
    - {name: training, pkey: "0x0010", pods: [pod1]}
    - {name: storage, pkey: "0x0020", membership: limited}
  service_levels:
    - {name: bulk, level: 0, virtual_lane: 0}
    - {name: control, level: 1, virtual_lane: 1, weight: 16, strict: true}
"""


def units(*changes, **files):
    """Return the units of the base with changes to its intent, by name."""
    return of(base_with(*changes, **files))


def infiniband(*changes):
    return of(base_with((base_text(), edited(INFINIBAND, *changes))))


def of(source):
    """Return the units of a source by name; no design rule judges them here."""
    build = compile(at(source, "site"), registry(checks=()))
    return {unit.name: build.config(unit) for _, unit in build.units()}
