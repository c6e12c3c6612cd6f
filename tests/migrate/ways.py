"""Two intents of a small site, and the steps between them."""

from __future__ import annotations

from functools import cache

from cases.repositories import base_with, compiled, everything

from fabric.migrate import steps
from fabric.pipeline import compile as compile_

POD = "  pod{}: {{count: 2, model: hgx-h200, nics: {{backend: {{model: connectx-7, count: 2}}}}}}\n"
TWO = (POD.format(1), POD.format(1) + POD.format(2))
"""Two pods instead of one."""
SPINES = (
    'spine: {count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.16"}',
    'spine: {count: 2, model: arista-7060x6-64pe, platform: eos, release: "4.34.1F"}',
)
SONIC = (
    'spine: {count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.16"}',
    'spine: {count: 2, model: nvidia-sn5600, platform: sonic, hwsku: ACS-SN5600, release: "202511"}',
)
LEAVES = (
    'leaf: {model: nvidia-sn5600, platform: cumulus, release: "5.16"',
    'leaf: {model: nvidia-sn5600, platform: cumulus, release: "5.14"',
)
FASTER = (
    "    leaf-spine: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m}\n",
    "    leaf-spine: {both: 800G-DR8, fibre: os2-mpo16-apc, length: 30 m}\n",
)
ONE_CAGE = (
    "    leaf-spine: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m}\n",
    "    leaf-spine: {both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m, ports_per_cage: 1}\n",
)
"""Every uplink has a cage of its own, so that faster modules move no port."""
ONE_CAGE_FASTER = (ONE_CAGE[0], FASTER[1].replace("30 m}", "30 m, ports_per_cage: 1}"))
REST = ("detect: 400 ms", "detect: 800 ms")


def build(*changes):
    return compiled(base_with(*changes))


def compiled_project(project):
    return compile_(project, everything())


@cache
def way(*changes, at_once=1, before=(TWO,)):
    """Return both builds, and the steps from two pods to two pods with these changes."""
    old, new = build(*before), build(TWO, *changes)
    return old, new, tuple(steps(old, new, compiled_project, at_once))
