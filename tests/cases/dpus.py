"""A front end whose hosts are behind DPUs, on leaves of two vendors."""

from __future__ import annotations

from cases.repositories import SITE, Texts, edited
from cases.small_ethernet import AS_SONIC

from fabric.pipeline import at, compile, registry  # noqa: A004 - the verb of that stage

PLAIN = f"""\
schema: fabric/1
name: front
fabric: {{name: frontend, transport: ethernet}}
hosts:
  pod1:
    count: 2
    model: hgx-h200
    nics: {{frontend: {{model: bluefield-3, count: 2}}}}
topology:
  kind: leaf-spine
  leaf: {{model: nvidia-sn5600, platform: cumulus, release: "5.16", count: 2, uplinks: 2}}
  spine: {{count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.16"}}
  overrides: [{{match: pod1-leaf2, model: arista-7060x6-64pe, {AS_SONIC}}}]
physical:
  links:
    host-leaf: {{host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m}}
    leaf-spine: {{both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m}}
  mtu: 9100
routing: {{ecmp: {{seed: equal}}}}
"""
DPU = ("count: 2}}\n", 'count: 2, dpu: {release: "3.2.1"}}}\n')
WITH_BFD = ("seed: equal}", "seed: equal}, bfd: {interval: 300 ms, multiplier: 3}")
BEHIND_DPUS = edited(PLAIN, DPU)
ONE_UPLINK = ("bluefield-3, count: 2", "bluefield-3, count: 1")


def built(text=BEHIND_DPUS, *changes):
    """Compile a site, without the rules of design."""
    return compile(at(Texts({SITE: edited(text, *changes)}), "site"), registry(checks=()))


def units(made):
    return {unit.name: unit for _, unit in made.units()}


def texts(made, name):
    """Return the artifacts of a unit by name."""
    return {one.name: one.text for one in made.artifacts(units(made)[name])}


def config(made, name):
    return made.config(units(made)[name])
