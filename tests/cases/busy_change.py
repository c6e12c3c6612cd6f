"""A change with everything in it, on 128 leaves.

ECN everywhere, one leaf that drifted, one new spine, two links from 400G to 800G. What the devices run is
what the intent before rendered; they are read as a driver reads them.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from cases.repositories import Texts, edited, everything

from fabric.pipeline import at, compile  # noqa: A004 - the verb of that stage
from fabric.plan import Target, Terms, make_plan, strategy_of
from fabric.plan.expect import expectation, gpus_behind, redundancy_group
from fabric.plan.model import TIMINGS, ExpectedIdentity
from fabric.plan.review import review_of_plan

PODS, RAILS, HOSTS = 16, 8, 4
LEAVES = PODS * RAILS
ODD = "pod3-leaf5"
"""The leaf on which somebody turned flow control off."""
FAST = ("pod1-leaf2", ("Ethernet1/1", "Ethernet2/1"))
"""The leaf with two links that become faster, and their ports."""
NICS = "{model: connectx-7, count: 8}"
FAST_NICS = "{model: thor-ultra, count: 8}"
"""Of the first pod, whose links have a cage each: they can become faster one by one."""
LOST = "   priority-flow-control priority 3 no-drop\n"
NOW = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)
BEFORE = "ecn: {min: 150 KB, max: 1500 KB, probability: 20 %}"
AFTER = "ecn: {min: 300 KB, max: 3000 KB, probability: 20 %}"


FASTER = """
  overrides:
    - {match: "pod1-host[1-2]", to: pod1-leaf2, both: 800G-DR8, fibre: os2-mpo16-apc}
"""


def intent(spines: int, ecn: str, faster: str = "") -> str:
    nics = {1: FAST_NICS}
    hosts = "".join(
        f"  pod{pod}: {{count: {HOSTS}, model: hgx-h200, nics: {{backend: {nics.get(pod, NICS)}}}}}\n"
        for pod in range(1, PODS + 1)
    )
    switch = 'model: arista-7060x6-64pe, platform: eos, release: "4.34.1F"'
    return f"""
schema: fabric/1
name: dc1
fabric: {{name: backend, transport: roce}}
hosts:
{hosts}
topology:
  kind: rail-optimised
  rails: {RAILS}
  leaf: {{{switch}, per: rail, uplinks: {spines}}}
  spine: {{{switch}, count: {spines}}}
physical:
  links:
    host-leaf: {{host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m}}
    leaf-spine: {{both: 800G-2xDR4, fibre: os2-mpo12-apc, length: 30 m}}
  pods:
    pod1:
      host-leaf: {{host: 400G-DR4, switch: 800G-2xDR4, fibre: os2-mpo12-apc, length: 10 m, ports_per_cage: 1}}
{faster}
qos:
  classes:
    - {{name: roce, dscp: [24-31], traffic_class: 3, lossless: true, bandwidth: 80 %, {ecn}}}
    - {{name: cnp, dscp: [48], traffic_class: 6, strict: true}}
    - {{name: default, dscp: rest, traffic_class: 0, bandwidth: 20 %}}
  pfc: {{watchdog: {{detect: 400 ms, restore: 400 ms, action: drop}}}}
  dcqcn: {{enabled: true}}
services:
  management: {{network: 172.20.0.0/22, gateway: 172.20.0.1}}
rollout: {{waves: [canary, 10 %, rest], soak: 10 min}}
"""


@cache
def build(spines: int, ecn: str, faster: str = ""):
    return compile(at(Texts({"site/site.yaml": intent(spines, ecn, faster)}), "site"), everything())


def old():
    return build(8, BEFORE)


def new():
    return build(9, AFTER, FASTER)


def texts(made, name: str) -> dict[str, str]:
    unit = next(unit for _, unit in made.units() if unit.name == name)
    return {artifact.name: artifact.text for artifact in made.artifacts(unit)}


def running(name: str) -> dict[str, str]:
    """Return what a device runs: a new spine, the lines that its first boot gave it."""
    if name not in old().designs["backend"].fabric.devices:
        return {"eos.cfg": f"hostname {name}\n!\nend\n"}
    artifacts = texts(old(), name)
    return {"eos.cfg": edited(artifacts["eos.cfg"], (LOST, ""))} if name == ODD else artifacts


def targets():
    made = new()
    eos = everything().platforms["eos"]
    design = made.designs["backend"]
    for _, unit in made.units():
        if unit.platform != "eos":
            continue
        known = unit.name in old().designs["backend"].fabric.devices
        device = design.device(unit.name)
        yield Target(
            name=unit.name,
            platform=eos,
            role=str(unit.role),
            group=redundancy_group(design, unit.name),
            identity=ExpectedIdentity(unit.name, serial=unit.name, model=device.model),
            artifacts=texts(new(), unit.name),
            running=running(unit.name),
            pod=device.pod,
            rail=device.rail,
            expectation=expectation(design, unit.name),
            gpus=gpus_behind(design, unit.name),
            design=design,
            base=eos.parse(texts(old(), unit.name)) if known else None,
        )


@cache
def plan():
    made = new()
    terms = Terms(
        site="dc1",
        fabric="backend",
        intent_digest=made.digest,
        created=NOW,
        how=strategy_of(made.site),
        timing=TIMINGS["default"],
    )
    return make_plan(terms, targets())


def review():
    """Return the review of the plan, its digests blanked: they follow from every file of this repository."""
    return replace(review_of_plan(plan()), after="4f2c9e1", plan=f"sha256:{'0' * 64}")
