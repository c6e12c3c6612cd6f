"""Every artifact of every shipped intent, before the judge of its kind: no objection at all."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from judges.units import JUDGES, Rendered
from judges.verdict import listing

from fabric.pipeline import compile as compile_intent
from fabric.pipeline import open_project, registry

ROOT = Path(__file__).parents[2]
SHIPPED = {
    "quickstart": ("eos.cfg", "config_db.json", "frr.conf"),
    "roce-256": ("eos.cfg", "config_db.json", "frr.conf", "startup.yaml"),
    "ib-b200-superpod": ("opensm.conf",),
    "clos3-64": ("eos.cfg", "config_db.json", "frr.conf", "startup.yaml"),
    "planes-32": ("startup.yaml",),
    "fat-tree-ib": ("opensm.conf",),
    "mesh-64": ("eos.cfg", "config_db.json", "frr.conf", "startup.yaml"),
    "torus-ib": ("opensm.conf",),
    "dragonfly-ib": ("opensm.conf",),
    "explicit-32": ("eos.cfg", "config_db.json", "frr.conf", "startup.yaml"),
    "mixed-400-800": ("eos.cfg", "config_db.json", "frr.conf", "startup.yaml"),
    "four-fabrics": ("eos.cfg", "config_db.json", "frr.conf", "startup.yaml"),
}
HOSTS = ("netplan.yaml", "fabric-nic.service")
"""Every shipped intent has hosts, which read netplan."""


@cache
def rendered(intent: str) -> tuple[Rendered, ...]:
    build = compile_intent(open_project(str(ROOT / "intents" / intent)), registry())
    return tuple(Rendered(build, design, unit) for design, unit in build.units())


def cases():
    for intent, artifacts in SHIPPED.items():
        for artifact in (*artifacts, *HOSTS):
            marks = pytest.mark.judge(JUDGES[artifact][0])
            yield pytest.param(intent, artifact, marks=marks, id=f"{intent}-{artifact}")


@pytest.mark.parametrize(("intent", "artifact"), list(cases()))
def test_the_judge_of_an_artifact_has_no_objection(intent, artifact):
    judge = JUDGES[artifact][1]
    units = [unit for unit in rendered(intent) if artifact in unit.artifacts]
    if artifact in HOSTS:  # those of a pod differ in addresses alone
        units = [*{unit.name.rpartition("-")[0]: unit for unit in reversed(units)}.values()]
    verdicts = {unit.name: judge(unit) for unit in units}
    assert verdicts
    objections = [f"{unit}:\n{listing(verdict)}" for unit, verdict in verdicts.items() if verdict]
    assert "\n".join(objections) == ""


@pytest.mark.parametrize("intent", list(SHIPPED))
def test_every_judged_kind_of_artifact_is_listed(intent):
    kinds = {name for unit in rendered(intent) for name in unit.artifacts}
    assert kinds & JUDGES.keys() == {*SHIPPED[intent], *HOSTS}


def test_every_shipped_intent_is_judged():
    assert {folder.name for folder in (ROOT / "intents").iterdir() if folder.is_dir()} == set(SHIPPED)
