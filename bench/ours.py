"""Measures us: from the YAML of an intent to the canonical text of every switch.

python -m bench.ours INTENT whole      the whole way, as `fabric build` goes it
python -m bench.ours INTENT stages     the same stages one after the other, each on its own clock
python -m bench.ours INTENT design     the stages without rendering
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from bench.cost import Cost, Stages, cpu_seconds, hand_over, peak_mib
from fabric.allocate import allocate, read_ledger
from fabric.catalog import load_catalog
from fabric.device import Design, SwitchConfig, build, units
from fabric.intent import read_intent
from fabric.inventory import read_inventory
from fabric.pipeline import compile as compile_intent
from fabric.pipeline import open_project, registry
from fabric.render import environment, render
from fabric.topology import Role, expand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabric.pipeline import Project


def whole(project: Project) -> Cost:
    """Compile and render every switch, one after the other, keeping none."""
    before = cpu_seconds()
    made = compile_intent(project, registry())
    devices = lines = 0
    for _, unit in made.units():
        if unit.role is not Role.HOST:
            devices += 1
            lines += sum(artifact.text.count("\n") for artifact in made.artifacts(unit))
    return Cost("fabric", devices, lines, cpu_seconds() - before, peak_mib())


def stages(project: Project) -> Cost:
    """Do the stages one by one. Hosts are expanded, built and checked too, but not rendered."""
    clock = Stages()
    platforms, made = registry().platforms, environment(project.source)
    devices = lines = 0
    for config in _configs(project, clock):
        devices += 1
        with clock.stage("render"):
            artifacts = render(platforms[config.platform], config, made)
        lines += sum(artifact.text.count("\n") for artifact in artifacts)
    return Cost("stages", devices, lines, sum(clock.seconds.values()), peak_mib(), clock.seconds)


def design(project: Project) -> Cost:
    """Do the stages up to the checks."""
    clock = Stages()
    devices = sum(1 for _ in _configs(project, clock))
    return Cost("design", devices, 0, sum(clock.seconds.values()), peak_mib(), clock.seconds)


def _configs(project: Project, clock: Stages) -> Iterator[SwitchConfig]:
    """Yield what each switch is to do, after the stages that lead there."""
    checks = registry().checks
    for found in _designs(project, clock):
        with clock.stage("check"):
            for check in checks:
                tuple(check(found))
        for unit in units((found.fabric,)):
            with clock.stage("build"):
                config = build((found,), unit.name)
            if isinstance(config, SwitchConfig):
                yield config


def _designs(project: Project, clock: Stages) -> Iterator[Design]:
    with clock.stage("read"):
        site, _ = read_intent(project.source, project.intent)
        catalog = load_catalog(project.additions)
        inventory = read_inventory(project.devices, project.inventory)
        ledger = read_ledger(project.source, project.ledger)
    for name, intent in site.fabrics.items():
        with clock.stage("expand"):
            fabric = expand(site, name, catalog)
        with clock.stage("allocate"):
            numbers = allocate(fabric, intent, ledger)
        yield Design(site, intent, fabric, numbers, inventory, catalog)


WAYS = {"whole": whole, "stages": stages, "design": design}

if __name__ == "__main__":
    hand_over(WAYS[sys.argv[2]](open_project(sys.argv[1])))
